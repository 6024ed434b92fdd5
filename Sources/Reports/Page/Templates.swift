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

  static let style = text(PackageResources.page_css)
  /// In a scope of its own.
  static let script =
    "\"use strict\";{"
    + [
      PackageResources.axis_js, PackageResources.picture_js, PackageResources.range_js,
      PackageResources.hands_js, PackageResources.replay_js, PackageResources.legend_js,
      PackageResources.phases_js, PackageResources.thumbnails_js, PackageResources.chooser_js,
      PackageResources.sort_js, PackageResources.curves_js, PackageResources.easings_js,
      PackageResources.frames_js, PackageResources.overscrolls_js, PackageResources.scrollview_js,
      PackageResources.snippets_js, PackageResources.trace_js, PackageResources.session_js,
      PackageResources.feel_js, PackageResources.feel_controls_js,
    ].map(text).joined() + "}"

  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(ScalarEscaping(), named: "SCROLLFIT")
    var library = MustacheLibrary()
    for (name, bytes) in sources {
      do { try library.register(text(bytes), named: name) } catch {
        preconditionFailure("the template \(name) is none: \(error)")
      }
    }
    return library
  }()

  private static var sources: [(String, [UInt8])] {
    [
      ("page", PackageResources.page_mustache), ("verdict", PackageResources.verdict_mustache),
      ("warnings", PackageResources.warnings_mustache), ("heading", PackageResources.heading_mustache),
      ("paragraph", PackageResources.paragraph_mustache), ("facts", PackageResources.facts_mustache),
      ("table", PackageResources.table_mustache), ("picture", PackageResources.picture_mustache),
      ("replay", PackageResources.replay_mustache), ("details", PackageResources.details_mustache),
      ("title", PackageResources.title_mustache), ("feel", PackageResources.feel_mustache),
      ("phases", PackageResources.phases_mustache), ("thumbnails", PackageResources.thumbnails_mustache),
      ("chooser", PackageResources.chooser_mustache),
      ("cards", PackageResources.cards_mustache), ("bars", PackageResources.bars_mustache),
    ]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// In place of the library's own escaping, which goes by characters: a quote followed by a combining mark
/// passes it.
private struct ScalarEscaping: MustacheContentType {
  func escapeText(_ text: String) -> String { Markup.escaped(text) }
}
