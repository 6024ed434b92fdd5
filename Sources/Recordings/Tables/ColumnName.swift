/// A column's name taken apart: what it is and the unit behind it.
package struct ColumnName: Equatable, Sendable {
  /// The name as written in the file.
  package let written: String
  /// Lower case, words joined with `_`, without the unit: `content_offset_y` of `contentOffset.y (pt)`.
  package let base: String
  /// The unit at its end; nil where it names none.
  package let unit: Unit?

  package enum Unit: Equatable, Sendable {
    /// The number of of it are a second: 1000 for `ms`.
    case time(perSecond: Double)
    /// Points.
    case points
    /// Pixels, physical or logical.
    case pixels
    /// The number of times a length a second: 1000 for `pt_per_ms`.
    case velocity(perSecond: Double)
  }

  package init(_ written: String) {
    self.written = written
    var words = written
    var unit: Unit?
    if let last = written.last, last == ")" || last == "]",
      let opening = written.lastIndex(of: last == ")" ? "(" : "[")
    {
      let inside = written[written.index(after: opening)...].dropLast()
      unit = Self.units[Self.snake(inside.map { $0 == "/" ? "_per_" : String($0) }.joined())]
      if unit != nil { words = String(written[..<opening]) }
    }
    var base = Self.snake(words)
    if unit == nil, base.utf8.contains(UInt8(ascii: "_")),
      let suffix = Self.units.keys.filter({ base.hasSuffix("_" + $0) }).max(by: { $0.count < $1.count })
    {
      unit = Self.units[suffix]
      base.removeLast(suffix.count + 1)
    }
    self.base = base
    self.unit = unit
  }

  private static let units: [String: Unit] = {
    var units: [String: Unit] = ["pt": .points, "points": .points]
    for name in ["px", "lpx", "pixels"] { units[name] = .pixels }
    let times: [(perSecond: Double, names: [String])] = [
      (1, ["s", "sec", "seconds"]), (1e3, ["ms", "milliseconds"]), (1e6, ["us", "µs", "microseconds"]),
      (1e9, ["ns", "nanoseconds"]),
    ]
    for time in times {
      for name in time.names { units[name] = .time(perSecond: time.perSecond) }
    }
    for length in ["pt", "px", "lpx"] {
      units[length + "_per_s"] = .velocity(perSecond: 1)
      units[length + "_per_ms"] = .velocity(perSecond: 1000)
    }
    return units
  }()

  /// `contentOffset.y`, `Content Offset-Y` and `content_offset_y` all become `content_offset_y`.
  private static func snake(_ name: String) -> String {
    let characters = Array(name)
    var result = ""
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !result.isEmpty, result.last != "_" { result.append("_") }
        continue
      }
      if character.isUppercase, index > 0 {
        let previous = characters[index - 1]
        let isNextLower = index + 1 < characters.count && characters[index + 1].isLowercase
        let begins = previous.isLowercase || previous.isNumber || (previous.isUppercase && isNextLower)
        if begins, result.last != "_" { result.append("_") }
      }
      result += character.lowercased()
    }
    while result.last == "_" { result.removeLast() }
    return result
  }
}
