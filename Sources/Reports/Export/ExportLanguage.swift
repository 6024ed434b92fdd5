import Numerals
import ScrollFitting
import ScrollModels

/// A language that fitted motions can be written in.
///
/// - `swift`, `kotlin`, `dart`, `javascript`: value, velocity and duration of each motion as a small source that needs
///   nothing but the language's own mathematics, and a table with a function that checks the one against the other.
/// - `css`: custom properties with a `linear()` easing, duration and distance; only of motions that end.
package enum ExportLanguage: String, CaseIterable, Sendable {
  case swift, kotlin, dart, javascript, css

  /// The source, ended by a line feed; nil where none of the fits can be written: formulas, parameters that are not
  /// finite, and in CSS models over a finger's travel and motions that never end.
  package func render(_ analysis: Analysis) -> String? {
    let all = analysis.motions
    let motions = self == .css ? all.filter { $0.easing != nil } : all
    guard !motions.isEmpty else { return nil }
    let missing = analysis.fits.count - motions.count
    var comments = [
      "\(counted(motions.count, "motion")) by scrollfit fit --export \(rawValue).",
      unitComment,
    ]
    if missing > 0 {
      comments.append("\(counted(missing, "fit")) cannot be written in this language and left out.")
    }
    return switch self {
    case .swift: SourceWriter(dialect: .swift).write(motions, comments: comments)
    case .kotlin: SourceWriter(dialect: .kotlin).write(motions, comments: comments)
    case .dart: SourceWriter(dialect: .dart).write(motions, comments: comments)
    case .javascript: SourceWriter(dialect: .javascript).write(motions, comments: comments)
    case .css: CSSWriter().write(motions, comments: comments)
    }
  }

  /// The number of of the fits ``render(_:)`` leaves out.
  package func omitted(of analysis: Analysis) -> Int {
    analysis.fits.count - analysis.motions.count { self != .css || $0.easing != nil }
  }

  private var unitComment: String {
    switch self {
    case .css:
      "Use: animation: NAME var(--…-duration) var(--…-easing) forwards, from the offset …-from by …-distance;"
        + " content moves against its offset."
    case .swift, .kotlin, .dart, .javascript:
      "Offsets grow as content scrolls to its end; times are s from the start of each motion."
    }
  }
}

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
