/// The times of formats that have them in their own form: whole nanoseconds, so far from the ends of the integers that the
/// difference of any two is one too.
enum Nanoseconds {
  private static let range = -(Int64.max / 2)...(Int64.max / 2)

  /// A number of units as nanoseconds; nil where that is no time.
  ///
  /// - Parameter unit: nanoseconds in one.
  static func of(_ count: Double, unit: Int64) -> Int64? {
    Int64(exactly: (count * Double(unit)).rounded()).flatMap(inRange)
  }

  static func of(_ count: Int64, unit: Int64) -> Int64? {
    let (time, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? nil : inRange(time)
  }

  private static func inRange(_ time: Int64) -> Int64? { range.contains(time) ? time : nil }
}
