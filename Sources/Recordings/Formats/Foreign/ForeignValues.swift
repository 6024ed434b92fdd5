/// Numbers of a JSON object by the path of their keys.
enum Flattened {
  /// - Parameter prefix: what the paths begin with.
  static func numbers(_ value: JSONValue, prefix: String = "") -> [(name: String, value: Double)] {
    (value.members ?? []).flatMap { member in
      let path = prefix.isEmpty ? member.key : prefix + "." + member.key
      if let number = member.value.double { return [(name: path, value: number)] }
      return numbers(member.value, prefix: path)
    }
  }

  /// A number of times, as nanoseconds; whole numbers stay exact.
  ///
  /// - Parameter unit: nanoseconds in one.
  static func time(_ value: JSONValue?, unit: Int64) -> Int64? {
    guard case .decimal(let text)? = value else { return nil }
    if let whole = Int64(text) { return Nanoseconds.of(whole, unit: unit) }
    return value?.double.flatMap { Nanoseconds.of($0, unit: unit) }
  }
}

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

/// The position at which a finger came down.
struct FingerTrack {
  let x: Double
  let y: Double

  /// The travel since, in the sense in which it moves the content.
  func travel(x: Double, y: Double, unit: String) -> [(name: String, value: Double)] {
    [("finger_x_\(unit)", self.x - x), ("finger_y_\(unit)", self.y - y)]
  }
}
