import Drawing
import EmbeddedTexts
import Foundation
import Mustache

/// The templates in the binary, compiled once.
enum Templates {
  /// - Parameter values: texts, lists and objects by the names that the template uses.
  static func render(_ name: String, _ values: [String: Any]) -> String {
    guard let text = library.render(values, withTemplate: name) else {
      preconditionFailure("no template \(name)")
    }
    return text
  }

  static let style = String(cString: EmbeddedTexts.page_css)
  /// In a scope of its own.
  static let script = "\"use strict\";{" + scripts.map { String(cString: $0) }.joined() + "}"

  private static var scripts: [UnsafePointer<CChar>] {
    [
      EmbeddedTexts.axis_js, EmbeddedTexts.picture_js, EmbeddedTexts.range_js,
      EmbeddedTexts.pointer_js, EmbeddedTexts.replay_js, EmbeddedTexts.legend_js,
      EmbeddedTexts.phases_js, EmbeddedTexts.thumbnails_js, EmbeddedTexts.chooser_js,
      EmbeddedTexts.sort_js, EmbeddedTexts.curves_js, EmbeddedTexts.easings_js,
      EmbeddedTexts.frames_js, EmbeddedTexts.overscrolls_js, EmbeddedTexts.scrollview_js,
      EmbeddedTexts.snippets_js, EmbeddedTexts.trace_js, EmbeddedTexts.session_js,
      EmbeddedTexts.feel_js, EmbeddedTexts.feel_controls_js,
    ]
  }

  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(ScalarEscaping(), named: "SCROLLFIT")
    var library = MustacheLibrary()
    for (name, text) in sources {
      do { try library.register(String(cString: text), named: name) } catch {
        preconditionFailure("the template \(name) is none: \(error)")
      }
    }
    return library
  }()

  private static var sources: [(String, UnsafePointer<CChar>)] {
    [
      ("page", EmbeddedTexts.page_mustache), ("verdict", EmbeddedTexts.verdict_mustache),
      ("warnings", EmbeddedTexts.warnings_mustache), ("heading", EmbeddedTexts.heading_mustache),
      ("paragraph", EmbeddedTexts.paragraph_mustache), ("facts", EmbeddedTexts.facts_mustache),
      ("table", EmbeddedTexts.table_mustache), ("picture", EmbeddedTexts.picture_mustache),
      ("replay", EmbeddedTexts.replay_mustache), ("details", EmbeddedTexts.details_mustache),
      ("title", EmbeddedTexts.title_mustache), ("feel", EmbeddedTexts.feel_mustache),
      ("phases", EmbeddedTexts.phases_mustache), ("thumbnails", EmbeddedTexts.thumbnails_mustache),
      ("chooser", EmbeddedTexts.chooser_mustache),
      ("cards", EmbeddedTexts.cards_mustache), ("bars", EmbeddedTexts.bars_mustache),
    ]
  }
}

/// In place of the library's own escaping, which goes by characters: a quote followed by a combining mark
/// passes it.
private struct ScalarEscaping: MustacheContentType {
  func escapeText(_ text: String) -> String { Markup.escaped(text) }
}
