/// A range as it is typed: `0...7300`, `0...`, `...7300`, `-50...0`.
package enum Interval {
  /// The range; a side left out is infinite. Nil where the text is no range: no `...`, no side at all, a side
  /// that is no finite number, or the lower side above the upper.
  package static func parse(_ text: String) -> ClosedRange<Double>? {
    let characters = Array(text.filter { $0 != " " && $0 != "\t" })
    guard let dots = characters.indices.first(where: { characters[$0...].starts(with: "...") }) else {
      return nil
    }
    let sides = (String(characters[..<dots]), String(characters[(dots + 3)...]))
    guard let low = side(sides.0, -.infinity), let high = side(sides.1, .infinity), low <= high,
      low.isFinite || high.isFinite
    else { return nil }
    return low...high
  }

  private static func side(_ text: String, _ open: Double) -> Double? {
    if text.isEmpty { return open }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
