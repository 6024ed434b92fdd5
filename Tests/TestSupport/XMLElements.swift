import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a text that must be well-formed XML.
package final class XMLElements: NSObject, XMLParserDelegate {
  private var found: [(name: String, attributes: [String: String], text: String)] = []
  private var open: [Int] = []

  /// - Throws: what the parser says of a text that is not well-formed.
  package init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderInvalidValue) }
  }

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(found.count)
    found.append((name, attributes, ""))
  }

  package func parser(
    _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  package func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { found[last].text += text }
  }

  package func all(_ name: String) -> [[String: String]] {
    found.filter { $0.name == name }.map(\.attributes)
  }
  package func first(_ name: String) -> [String: String]? { all(name).first }
  package func text(of name: String) -> [String] { found.filter { $0.name == name }.map(\.text) }
}
