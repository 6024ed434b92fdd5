/// Brings the samples of a series into the order of their times.
struct SampleOrder {
  /// The slot of the times; nil where rows are evenly spaced.
  let slot: Int?
  /// `--repair`: sort instead of refusing.
  let repair: Bool
  let file: String
  let lines: LineNumbers
  /// The time, s, of a number in the column of times.
  let seconds: (Double) -> Double

  /// One series, in order.
  struct Run {
    var piece: Piece
    var cleaning: [Trace.Cleaning] = []
  }

  /// The recordings of a piece. A jump back by more than half of the recording so far begins another one,
  /// named `1`, `2`, … or `NAME/1`, `NAME/2`, …; a smaller one is an error or, with `repair`, sorted.
  ///
  /// Takes the columns out of the piece.
  func runs(_ piece: inout Piece) throws(ReadingError) -> [Run] {
    defer { piece.columns = [] }
    guard let slot else { return [Run(piece: piece)] }
    let times = piece.columns[slot]
    guard times.indices.dropFirst().contains(where: { times[$0] < times[$0 - 1] }) else {
      return [Run(piece: piece)]
    }
    if repair { return [sorted(piece, times)] }
    let starts = try starts(piece, times)
    let ends = starts.dropFirst() + [times.count]
    return zip(starts, ends).enumerated().map { number, range in
      let prefix = piece.name.map { $0 + "/" } ?? ""
      return Run(piece: piece.picking(Array(range.0..<range.1), name: prefix + String(number + 1)))
    }
  }

  private func starts(_ piece: Piece, _ times: [Double]) throws(ReadingError) -> [Int] {
    var starts = [0]
    for sample in 1..<times.count where times[sample] < times[sample - 1] {
      let length = times[sample - 1] - times[starts[starts.count - 1]]
      guard length > 0, times[sample - 1] - times[sample] > length / 2 else {
        throw ReadingError(
          file, line: lines[piece.row(sample)],
          .timeGoesBack(from: seconds(times[sample - 1]), to: seconds(times[sample])))
      }
      starts.append(sample)
    }
    return starts
  }

  private func sorted(_ piece: Piece, _ times: [Double]) -> Run {
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
      lines: late.prefix(10).map { lines[piece.row($0)] })
    return Run(piece: piece.picking(order, name: piece.name), cleaning: [cleaning])
  }
}
