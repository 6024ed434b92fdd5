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
    guard case .number(let text)? = value else { return nil }
    if let whole = Int64(text) { return Nanoseconds.of(whole, unit: unit) }
    return value?.double.flatMap { Nanoseconds.of($0, unit: unit) }
  }
}
