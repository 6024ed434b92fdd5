/// The columns of one recording by their role, on the way from a table to a ``Trace``.
struct Samples {
  /// s since the first sample.
  var times: [Double]
  var offsets: [Axis: [Double]]
  var fingers: [Axis: [Double]]
  var others: [String: [Double]]
  /// The index of the ``TouchState`` of each sample, −1 for none; empty where the file has no states.
  var states: [Double]

  /// From numbers in the unit of the time column to seconds since the first sample; the first number is
  /// returned.
  mutating func startClock(_ roles: ColumnRoles) -> Double {
    let first = times.first ?? 0
    for sample in times.indices {
      times[sample] = (times[sample] - first) * roles.secondsPerUnit / roles.unitsPerSecond
    }
    return first
  }

  /// Times of evenly spaced rows, from 0.
  mutating func countRows(_ count: Int, _ roles: ColumnRoles) {
    times = (0..<count).map { Double($0) * roles.secondsPerUnit / roles.unitsPerSecond }
  }

  /// Offsets from the changes of every event: the offset after an event is the sum up to and including it.
  ///
  /// - Parameter factors: what each change is multiplied by; empty for 1.
  mutating func integrate(_ factors: [Double]) {
    for axis in offsets.keys {
      guard var column = offsets.removeValue(forKey: axis) else { continue }
      var sum = 0.0
      for sample in column.indices {
        sum += factors.isEmpty ? column[sample] : column[sample] * factors[sample]
        column[sample] = sum
      }
      offsets[axis] = column
    }
  }

  /// Turns the offsets' direction around.
  mutating func flip() {
    // 0 − x, not −x: no offset becomes −0.
    for axis in offsets.keys { offsets[axis]?.withEach { $0 = 0 - $0 } }
  }

  /// Leaves out the samples that repeat the one before, time and offsets; without offsets, time and further columns.
  ///
  /// - Returns: the samples left out, by their index before.
  /// - Parameter conflict: the error for a sample that has another offset at the same time.
  mutating func dropRepeated(
    conflict: (_ sample: Int, _ time: Double) -> ReadingError
  ) throws(ReadingError) -> [Int] {
    guard !times.isIncreasing else { return [] }
    var repeated: [Int] = []
    let decisive = offsets.isEmpty ? Array(others.values) : Array(offsets.values)
    for sample in times.indices.dropFirst() where times[sample] == times[sample - 1] {
      guard decisive.allSatisfy({ $0[sample] == $0[sample - 1] }) else {
        throw conflict(sample, times[sample])
      }
      repeated.append(sample)
    }
    drop(repeated)
    return repeated
  }

  /// Leaves out the samples that another one at the same time follows: of several events at one time the last has the offset
  /// that they led to.
  ///
  /// - Returns: the samples left out, by their index before.
  mutating func keepLastOfEqualTimes() -> [Int] {
    let earlier = times.indices.dropLast().filter { times[$0] == times[$0 + 1] }
    drop(earlier)
    return earlier
  }

  /// Leaves out the first of two offsets at one time, as a scroll view reports them that moves twice in a frame; the last is
  /// what was shown. Where that would leave out more than a third of the samples, the clock is too coarse: nothing is.
  ///
  /// - Returns: the samples left out, by their index before.
  mutating func keepLastOfFrames() -> [Int] {
    guard !times.isIncreasing, !offsets.isEmpty else { return [] }
    let columns = Array(offsets.values)
    let earlier = times.indices.dropLast().filter { sample in
      times[sample] == times[sample + 1] && columns.contains { $0[sample] != $0[sample + 1] }
    }
    guard earlier.count * 3 <= times.count else { return [] }
    drop(earlier)
    return earlier
  }

  /// - Parameter dropped: increasing.
  /// Leaves out samples alone that are far from both neighbors: no content goes somewhere and back within a frame, but a view that is laid
  /// out may report an offset of 0 for one. Where that would leave out more than one sample in a hundred, they are noise: nothing is.
  ///
  /// - Returns: the samples left out, by their index before.
  mutating func dropGlitches() -> [Int] {
    let columns = offsets.values.filter(Self.hasPeak)
    guard !columns.isEmpty else { return [] }
    let glitches = times.indices.dropFirst().dropLast().filter { sample in
      columns.contains { Self.isGlitch($0, sample) }
    }
    guard !glitches.isEmpty, glitches.count <= max(1, times.count / 100) else { return [] }
    drop(Array(glitches))
    return Array(glitches)
  }

  /// Returns true if a sample is beyond both neighbors by more than 50.
  private static func hasPeak(_ offsets: [Double]) -> Bool {
    guard offsets.count > 2 else { return false }
    return offsets.withUnsafeBufferPointer { offsets in
      // Counted, as a loop without exits runs on whole vectors.
      var peaks = 0
      for sample in 1..<offsets.count - 1 {
        let (own, before, after) = (offsets[sample], offsets[sample - 1], offsets[sample + 1])
        let isAbove = (own - before > 50) && (own - after > 50)
        let isBelow = (before - own > 50) && (after - own > 50)
        peaks += isAbove || isBelow ? 1 : 0
      }
      return peaks > 0
    }
  }

  /// Returns true if a sample is beyond both neighbors, by more than 50 and ten times as far as any step near it.
  private static func isGlitch(_ offsets: [Double], _ sample: Int) -> Bool {
    let (before, after) = (offsets[sample - 1], offsets[sample + 1])
    let distance = max(min(before, after) - offsets[sample], offsets[sample] - max(before, after))
    guard distance > 50, distance > 10 * abs(after - before) else { return false }
    let near = max(0, sample - 5)..<min(offsets.count, sample + 6)
    return near.dropFirst().allSatisfy { other in
      (sample...sample + 1).contains(other) || 10 * abs(offsets[other] - offsets[other - 1]) < distance
    }
  }

  private mutating func drop(_ dropped: [Int]) {
    guard !dropped.isEmpty else { return }
    func drop<Element>(_ column: inout [Element]) {
      var next = 0, kept = 0
      for sample in column.indices {
        if next < dropped.count, dropped[next] == sample {
          next += 1
        } else {
          column[kept] = column[sample]
          kept += 1
        }
      }
      column.removeLast(column.count - kept)
    }
    drop(&times)
    for axis in Axis.allCases {
      if offsets[axis] != nil { drop(&offsets[axis, default: []]) }
      if fingers[axis] != nil { drop(&fingers[axis, default: []]) }
    }
    if !states.isEmpty { drop(&states) }
    for name in others.keys { drop(&others[name, default: []]) }
  }
}

extension [Double] {
  /// Changes every element in place.
  mutating func withEach(_ change: (inout Double) -> Void) {
    for index in indices { change(&self[index]) }
  }
}

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
