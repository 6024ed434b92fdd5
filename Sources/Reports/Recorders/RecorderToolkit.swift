import EmbeddedTexts

/// A toolkit that there is a recorder for: source code that writes the scrolling of an app as scrolltrace.
package enum RecorderToolkit: String, CaseIterable, Sendable {
  case uikit, swiftui, appkit, compose, android, flutter
  case reactNative = "react-native"
  case web, gtk, qt, unity, godot, electron, windows

  /// Nil for a name of no toolkit; letters' case, spaces and hyphens are ignored, as in ``Toolkit``.
  package init?(_ name: String) {
    func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "-" } }
    guard let known = Self.allCases.first(where: { plain($0.rawValue) == plain(name) }) else { return nil }
    self = known
  }

  /// The source code; the comment at its top describes its use, the place of its file and its check.
  package var source: String {
    let own = String(cString: text)
    return [.web, .electron].contains(self) ? own + String(cString: EmbeddedTexts.page_recorder_js) : own
  }

  /// The views that the recorder is for, with toolkit and language: `NSScrollView (AppKit, macOS 14, Swift)`.
  package var subject: String { line(after: "scrolltrace recorder for ") }

  /// The check of the recorder: `run`, `type-checked`, `parsed` or `untested`.
  package var check: String {
    String(line(after: "Checked: ").prefix { $0.isLetter || $0 == "-" })
  }

  /// The toolkits, each on a line with the check of its recorder and the views that it is for.
  package static var list: String {
    let table = Document.Table(
      allCases,
      [
        ("toolkit", .left, { $0.rawValue }),
        ("checked", .left, { $0.check }),
        ("records", .left, { $0.subject }),
      ])
    return TextWriter().write(Document(blocks: [.table(table)]))
  }

  /// The rest of the first line that has a phrase; empty where none has it.
  private func line(after phrase: String) -> String {
    for line in source.split(separator: "\n") {
      if let range = line.firstRange(of: phrase) { return String(line[range.upperBound...]) }
    }
    return ""
  }

  /// Swift's sources end in `.txt`, so that they are neither compiled nor formatted as a part of the package.
  private var text: UnsafePointer<CChar> {
    switch self {
    case .uikit: EmbeddedTexts.uikit_swift_txt
    case .swiftui: EmbeddedTexts.swiftui_swift_txt
    case .appkit: EmbeddedTexts.appkit_swift_txt
    case .compose: EmbeddedTexts.compose_kt
    case .android: EmbeddedTexts.android_kt
    case .flutter: EmbeddedTexts.flutter_dart
    case .reactNative: EmbeddedTexts.react_native_tsx
    case .web: EmbeddedTexts.web_js
    case .gtk: EmbeddedTexts.gtk_py
    case .qt: EmbeddedTexts.qt_qml
    case .unity: EmbeddedTexts.unity_cs
    case .godot: EmbeddedTexts.godot_gd
    case .electron: EmbeddedTexts.electron_js
    case .windows: EmbeddedTexts.windows_cs
    }
  }
}
