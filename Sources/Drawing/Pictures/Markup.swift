/// Text made harmless for HTML and SVG, in content and in quoted attributes.
///
/// It goes by scalars: of characters, a quote followed by a combining mark would be another character than a
/// quote, and pass. What XML does not allow at all is written out.
package enum Markup {
  package static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "\u{fffe}", "\u{ffff}": safe += "\u{fffd}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// An element with attributes in order; without content it closes itself.
  static func element(_ name: String, _ attributes: [(String, String)] = [], _ content: String? = nil)
    -> String
  {
    let list = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    return content.map { "<\(name)\(list)>\($0)</\(name)>" } ?? "<\(name)\(list)/>"
  }
}
