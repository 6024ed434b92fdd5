import Numerals
import ScrollFitting
import ScrollModels

/// Writes fitted motions as custom properties: an easing of straight pieces, its duration and its distance.
struct CSSWriter {
  /// The style sheet, ended by a line feed.
  func write(_ motions: [FittedMotion], comments: [String]) -> String {
    var lines = comments.map { $0.isEmpty ? "" : "/* \($0) */" }
    lines += ["", ":root {"]
    let pairs = zip(motions, motions.names).map { ($0.0, $0.0.easing, Self.property($0.1)) }
    for case (let motion, let easing?, let name) in pairs {
      lines += motion.description.map { "  /* \($0) */" }
      lines.append(
        "  /* \(easing.stops.count) stops, at most \(Self.error(easing)) px from the model; it ends where \(Numerals.plain(FittedMotion.easingTolerance)) px are left at most. */"
      )
      lines += [
        "  --\(name)-easing: \(easing.css);",
        "  --\(name)-duration: \(Numerals.plain(easing.duration))s;",
        "  --\(name)-from: \(Numerals.plain(easing.start))px;",
        "  --\(name)-distance: \(Numerals.plain(easing.distance))px;",
        "",
      ]
    }
    if lines.last == "" { lines.removeLast() }
    lines.append("}")
    return lines.map { $0 + "\n" }.joined()
  }

  /// Rounded up: it is a promise.
  private static func error(_ easing: LinearEasing) -> String {
    Numerals.fixed((easing.largestError * 1000).rounded(.up) / 1000, 3)
  }

  /// `DecelerationStopY_2` as `deceleration-stop-y-2`.
  private static func property(_ name: String) -> String {
    name.reduce("") { text, character in
      if character == "_" { return text + "-" }
      return text + (character.isUppercase && !text.isEmpty ? "-" : "") + character.lowercased()
    }
  }
}
