/// Reads the elements of an XML text (W3C XML 1.0) one after the other, without document types, namespaces and validation.
struct XMLScanner {
  enum Token {
    case open(name: String, attributes: [String: String])
    /// Also behind the opening of an element without content.
    case close(name: String)
    case text(String)
  }

  /// The expectation that failed, and the byte, from 0, where it is missing.
  struct Failure: Error {
    let position: Int
    let expected: String
  }

  private let bytes: Bytes
  private(set) var position = 0
  /// The names of the elements that are open.
  private var open: [String] = []
  /// The name of an element without content, whose end comes next.
  private var closing: String?

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// The next token; nil at the end.
  mutating func next() throws(Failure) -> Token? {
    if let name = closing {
      closing = nil
      return .close(name: name)
    }
    while position < bytes.count {
      guard byte() == UInt8(ascii: "<") else {
        let start = position
        while position < bytes.count, byte() != UInt8(ascii: "<") { position += 1 }
        return .text(Self.decoded(Bytes(rebasing: bytes[start..<position])))
      }
      if try skip("<!--", to: "-->") { continue }
      if try skip("<?", to: "?>") { continue }
      if begins(with: "<![CDATA[") {
        let start = position + 9
        _ = try skip("<![CDATA[", to: "]]>")
        return .text(Bytes(rebasing: bytes[start..<(position - 3)]).text)
      }
      guard !begins(with: "<!") else { throw failure("an element") }
      return try begins(with: "</") ? endTag() : startTag()
    }
    guard open.isEmpty else { throw failure("</\(open[open.count - 1])>") }
    return nil
  }

  private mutating func startTag() throws(Failure) -> Token {
    position += 1
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      if begins(with: "/>") {
        position += 2
        closing = name
        return .open(name: name, attributes: attributes)
      }
      if byte() == UInt8(ascii: ">") {
        position += 1
        guard open.count < ReadingLimits.maximumDepth else { throw failure("an element nested less deeply") }
        open.append(name)
        return .open(name: name, attributes: attributes)
      }
      let key = try self.name()
      skipBlanks()
      guard byte() == UInt8(ascii: "=") else { throw failure("'='") }
      position += 1
      skipBlanks()
      let quote = byte()
      guard quote == Ascii.quote || quote == UInt8(ascii: "'") else { throw failure("a quote") }
      let start = position + 1
      position = start
      while position < bytes.count, byte() != quote { position += 1 }
      guard position < bytes.count else { throw failure("the value's closing quote") }
      attributes[key] = Self.decoded(Bytes(rebasing: bytes[start..<position]))
      position += 1
    }
  }

  private mutating func endTag() throws(Failure) -> Token {
    let start = position
    position += 2
    let name = try name()
    skipBlanks()
    guard byte() == UInt8(ascii: ">"), open.last == name else {
      position = start
      throw failure(open.last.map { "</\($0)>" } ?? "the end of the text")
    }
    position += 1
    open.removeLast()
    return .close(name: name)
  }

  private mutating func name() throws(Failure) -> String {
    let start = position
    while let byte = byte(),
      JSONText.isLetter(byte) || (0x2D...0x3A).contains(byte) && byte != 0x2F
        || byte == UInt8(ascii: "_") || byte >= 0x80
    {
      position += 1
    }
    guard position > start else { throw failure("a name") }
    return Bytes(rebasing: bytes[start..<position]).text
  }

  /// Skips what begins with `start` up to and with `end`; false where something else stands here.
  private mutating func skip(_ start: StaticString, to end: String) throws(Failure) -> Bool {
    guard begins(with: start) else { return false }
    let rest = Bytes(rebasing: bytes[position...])
    guard let index = rest.position(of: Array(end.utf8)) else { throw failure("'\(end)'") }
    position += index + end.utf8.count
    return true
  }

  private func begins(with text: StaticString) -> Bool {
    bytes.count - position >= text.utf8CodeUnitCount
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  private func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = byte(), byte == Ascii.space || (0x09...0x0D).contains(byte) { position += 1 }
  }

  private func failure(_ expected: String) -> Failure { Failure(position: position, expected: expected) }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// A text with its entities replaced; unknown ones stay as they stand.
  private static func decoded(_ bytes: Bytes) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes.text }
    var result = ""
    var rest = Substring(bytes.text)
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      let name = rest.dropFirst().prefix { $0 != ";" && $0 != "&" }
      var replaced = entities[String(name)]
      if replaced == nil, name.first == "#" {
        let digits = name.dropFirst()
        let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        replaced = code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
      }
      if let replaced, rest.dropFirst(name.count + 1).first == ";" {
        result += replaced
        rest = rest.dropFirst(name.count + 2)
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
