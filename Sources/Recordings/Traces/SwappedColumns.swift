/// Columns of times and offsets that are probably each other's: the offsets rise by equal steps, as a clock's numbers do, and
/// the times do not.
package struct SwappedColumns: Equatable, Sendable {
  /// The name of the column that is read as times.
  let time: String
  /// The name of the column that is read as offsets.
  let offset: String
  let axis: Axis

  /// The smallest number of samples that is judged: fewer may be a table made by hand.
  private static let minimumSamples = 9

  /// The columns that are swapped; nil where none are.
  ///
  /// - Parameter column: the numbers of a column of the table.
  static func find(_ roles: ColumnRoles, names: [String], column: (Int) -> [Double]?) -> SwappedColumns? {
    guard roles.basis == .recorded, let time = roles.time, let times = column(time) else { return nil }
    for axis in [Axis.y, .x] {
      guard let index = roles.offsets[axis], let offsets = column(index),
        isClock(offsets, rather: times)
      else { continue }
      return SwappedColumns(time: names[time], offset: names[index], axis: axis)
    }
    return nil
  }

  /// True if numbers are those of a clock rather than the times are: the times go back, or the numbers have the step of a
  /// display and the times stand still or are uneven.
  static func isClock(_ numbers: [Double], rather times: [Double]) -> Bool {
    guard numbers.count >= minimumSamples, numbers.isIncreasing, let step = evenStep(numbers) else {
      return false
    }
    guard times.isNondecreasing else { return true }
    return isOfDisplay(step) && (!times.isIncreasing || evenStep(times) == nil)
  }

  /// The median step, where most steps are within 15 % of it; otherwise nil.
  private static func evenStep(_ numbers: [Double]) -> Double? {
    let (median, deviation) = numbers.typicalStep
    return deviation <= 0.15 * median ? median : nil
  }

  /// True if the step is that of a usual rate in s, ms, µs or ns.
  private static func isOfDisplay(_ step: Double) -> Bool {
    TimeUnit.allCases.contains { unit in
      FrameClock.usualRates.contains { abs($0 * step / unit.rawValue - 1) <= 0.025 }
    }
  }
}

extension SwappedColumns {
  var sentence: Sentence {
    "columns '\(time)' and '\(offset)' look swapped: '\(offset)' rises by equal steps as a clock does, '\(time)' does not; "
      + "\(setting: "columns \(ShellWord.quoted("time=\(offset),\(axis)=\(time)"))") swaps them"
  }
}
