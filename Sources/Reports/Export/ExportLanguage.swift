import ScrollFitting

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
