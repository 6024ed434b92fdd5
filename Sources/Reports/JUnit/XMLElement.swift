/// An element of an XML 1.0 document.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  var text = ""

  /// The document with this element as its root, ended by a line feed.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + written(indentation: 0) }

  private func written(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    let opening =
      margin + "<" + name + attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    guard !children.isEmpty || !text.isEmpty else { return opening + "/>\n" }
    guard !children.isEmpty else { return opening + ">\(Self.escaped(text))</\(name)>\n" }
    return opening + ">\n" + children.map { $0.written(indentation: indentation + 2) }.joined() + margin
      + "</\(name)>\n"
  }

  /// The text without what would be markup; a character that XML 1.0 does not allow, even escaped, becomes
  /// U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // A reader would make spaces of them in an attribute.
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\0"..<" ", "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
