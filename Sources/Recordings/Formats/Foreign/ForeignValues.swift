/// Numbers of a JSON object by the path of their keys.
enum Flattened {
  static func numbers(_ value: JSONValue) -> [(name: String, value: Double)] {
    leaves(value, prefix: "") { $0.double }
  }

  /// The dates and times of day, in seconds since 1970 or since midnight.
  static func clocks(_ value: JSONValue) -> [(name: String, value: Double)] {
    leaves(value, prefix: "") { $0.text.flatMap { WallClock.seconds($0) } }
  }

  /// - Parameter prefix: what the paths begin with.
  private static func leaves(
    _ value: JSONValue, prefix: String, _ number: (JSONValue) -> Double?
  ) -> [(name: String, value: Double)] {
    (value.members ?? []).flatMap { member in
      let path = prefix.isEmpty ? member.key : prefix + "." + member.key
      if let number = number(member.value) { return [(name: path, value: number)] }
      return leaves(member.value, prefix: path, number)
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

/// The position at which a finger came down.
struct FingerTrack {
  let x: Double
  let y: Double

  /// The travel since, in the sense in which it moves the content.
  func travel(x: Double, y: Double, unit: String) -> [(name: String, value: Double)] {
    [("finger_x_\(unit)", self.x - x), ("finger_y_\(unit)", self.y - y)]
  }
}
