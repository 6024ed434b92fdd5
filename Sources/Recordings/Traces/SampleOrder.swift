/// Brings the samples of a series into the order of their times.
struct SampleOrder {
  /// The slot of the times; nil where rows are evenly spaced.
  let slot: Int?
  /// `--repair`: sort instead of refusing.
  let repair: Bool
  let file: String
  let lines: LineNumbers
  /// The number that was subtracted from the column's integers.
  let origin: Double
  /// The time, s, of a number in the column of times.
  let seconds: (Double) -> Double

  /// One series, in order.
  struct Run {
    var group: RowGroup
    var cleaning: [Trace.Cleaning] = []
  }

  /// The recordings of a piece. A jump back by more than half of the recording so far begins another one,
  /// named `1`, `2`, … or `NAME/1`, `NAME/2`, …; a smaller one is an error or, with `repair`, sorted.
  ///
  /// Takes the columns out of the piece.
  func runs(_ group: inout RowGroup) throws(ReadingError) -> [Run] {
    defer { group.columns = [] }
    guard let slot, !group.columns[slot].isNondecreasing else { return [Run(group: group)] }
    let wraps = unwrap(&group.columns[slot])
    var runs = try orderedRuns(group, group.columns[slot])
    if !wraps.isEmpty {
      runs[0].cleaning.append(
        Trace.Cleaning(
          what: "32-bit time stamp that began anew continued", count: wraps.count,
          lines: wraps.prefix(10).map { lines[group.row($0)] }))
    }
    return runs
  }

  /// Adds 2³² from each place on where stamps of 32 bits began anew.
  ///
  /// - Returns: the samples where they did.
  private func unwrap(_ times: inout [Double]) -> [Int] {
    let range = 4_294_967_296.0
    var turns = 0.0
    var samples: [Int] = []
    var previous = times.first ?? 0
    for sample in times.indices.dropFirst() {
      let stamp = times[sample]
      // A step forward over the end of the range that is short beside it, of stamps within it.
      let (from, to) = (origin + previous, origin + stamp)
      if stamp < previous, from < range, to >= 0, to + range - from < range / 16, from == from.rounded() {
        turns += 1
        samples.append(sample)
      }
      previous = stamp
      times[sample] = stamp + turns * range
    }
    return samples
  }

  private func orderedRuns(_ group: RowGroup, _ times: [Double]) throws(ReadingError) -> [Run] {
    guard !times.isNondecreasing else { return [Run(group: group)] }
    if repair { return [sorted(group, times)] }
    let starts = try starts(group, times)
    let ends = starts.dropFirst() + [times.count]
    return zip(starts, ends).enumerated().map { number, range in
      let prefix = group.name.map { $0 + "/" } ?? ""
      return Run(group: group.picking(Array(range.0..<range.1), name: prefix + String(number + 1)))
    }
  }

  private func starts(_ group: RowGroup, _ times: [Double]) throws(ReadingError) -> [Int] {
    var starts = [0]
    for sample in 1..<times.count where times[sample] < times[sample - 1] {
      let length = times[sample - 1] - times[starts[starts.count - 1]]
      guard length > 0, times[sample - 1] - times[sample] > length / 2 else {
        throw ReadingError(
          file, line: lines[group.row(sample)],
          .timeGoesBack(from: seconds(times[sample - 1]), to: seconds(times[sample])))
      }
      starts.append(sample)
    }
    return starts
  }

  private func sorted(_ group: RowGroup, _ times: [Double]) -> Run {
    var latest = -Double.infinity
    var late: [Int] = []
    for sample in times.indices {
      if times[sample] < latest { late.append(sample) }
      latest = max(latest, times[sample])
    }
    // By time, then by place in the file: the order of equal times is the file's.
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let cleaning = Trace.Cleaning(
      what: "sample out of order sorted", count: late.count,
      lines: late.prefix(10).map { lines[group.row($0)] })
    return Run(group: group.picking(order, name: group.name), cleaning: [cleaning])
  }
}
