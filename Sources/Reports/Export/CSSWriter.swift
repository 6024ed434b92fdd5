import Numerals
import ScrollFit
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
        "  /* \(easing.stops.count) stops, at most \(Numerals.significant(easing.largestError, 2)) px from the law"
          + " up to the end. */")
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

  /// `DecelerationStopY_2` as `deceleration-stop-y-2`.
  private static func property(_ name: String) -> String {
    name.reduce("") { text, character in
      if character == "_" { return text + "-" }
      return text + (character.isUppercase && !text.isEmpty ? "-" : "") + character.lowercased()
    }
  }
}

extension LinearEasing {
  /// `linear(0, 0.1827 4.2%, …, 1)`.
  var css: String {
    let stops = stops.enumerated().map { index, stop in
      let progress = Numerals.plain(stop.progress)
      let isEnd = index == 0 || index == self.stops.count - 1
      return isEnd ? progress : "\(progress) \(Numerals.fixed(stop.position * 100, 1))%"
    }
    return "linear(\(stops.joined(separator: ", ")))"
  }
}
