/// The line in the file of every row, kept as runs of evenly spaced lines: one run for a file without
/// interruptions.
package struct LineNumbers: Equatable, Sendable {
  private struct Run: Equatable {
    var row: Int
    var line: Int
    /// Lines from one row to the next; 0 until the run's second row shows it.
    var stride: Int
  }

  private var runs: [Run] = []
  package private(set) var count = 0
  /// The line of the next row if the run goes on.
  private var expected = 0
  /// The line of the last run.
  private var stride = 0

  package init() {}

  /// Rows that all stand in one line.
  init(repeating line: Int, count: Int) {
    runs = [Run(row: 0, line: line, stride: 0)]
    self.count = count
    expected = line + 1
  }

  @inline(__always)
  mutating func append(_ line: Int) {
    if line != expected || stride == 0 { interrupt(line) }
    expected = line + max(stride, 1)
    count += 1
  }

  @inline(never)
  private mutating func interrupt(_ line: Int) {
    if let last = runs.last, stride == 0, line > last.line {
      stride = line - last.line
      runs[runs.count - 1].stride = stride
    } else {
      stride = 0
      runs.append(Run(row: count, line: line, stride: 0))
    }
  }

  /// The line, from 1, of a row, from 0. The row must be one of the `count`.
  ///
  /// - Complexity: O(log of the number of runs).
  package subscript(row: Int) -> Int {
    precondition(row >= 0 && row < count, "row \(row) of \(count)")
    var low = 0, high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].row <= row { low = middle } else { high = middle }
    }
    return runs[low].line + (row - runs[low].row) * runs[low].stride
  }
}
