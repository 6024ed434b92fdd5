/// The bytes of an object on one line, as ``JSONWriter/line(_:)`` has them.
package struct JSONLine: JSONMembers {
  private var bytes: [UInt8] = []
  /// True if a number that is not finite was written as `null`.
  private var hasNotFinite = false
  private var isFirst = true

  /// The object with the members that `body` adds.
  ///
  /// - Parameter capacity: the bytes that it is expected to have.
  package static func object(capacity: Int, _ body: (inout JSONLine) -> Void) -> [UInt8] {
    var line = JSONLine()
    line.bytes.reserveCapacity(capacity)
    line.appendObject(body)
    return line.bytes
  }

  package mutating func add(_ key: StaticString, number: Double?) {
    appendKey(key)
    appendNumber(number)
  }

  package mutating func add(_ key: StaticString, integer: Int?) {
    appendKey(key)
    if let integer { bytes += integer.description.utf8 } else { appendLiteral("null") }
  }

  package mutating func add(_ key: StaticString, text: String?) {
    appendKey(key)
    if let text { JSONWriter.appendQuoted(text, to: &bytes) } else { appendLiteral("null") }
  }

  package mutating func add(_ key: StaticString, flag: Bool) {
    appendKey(key)
    appendLiteral(flag ? "true" : "false")
  }

  package mutating func add(_ key: StaticString, numbers: [Double]?) {
    appendKey(key)
    guard let numbers else { return appendLiteral("null") }
    appendArray(numbers.count) { $1.appendNumber(numbers[$0]) }
  }

  package mutating func add(_ key: StaticString, texts: [String]) {
    appendKey(key)
    appendArray(texts.count) { JSONWriter.appendQuoted(texts[$0], to: &$1.bytes) }
  }

  package mutating func add(_ key: StaticString, object: (inout JSONLine) -> Void) {
    appendKey(key)
    appendObject(object)
  }

  package mutating func add(
    _ key: StaticString, objects count: Int, _ members: (Int, inout JSONLine) -> Void
  ) {
    appendKey(key)
    appendArray(count) { index, line in line.appendObject { members(index, &$0) } }
  }

  package mutating func add(_ key: StaticString, value: JSONValue) {
    appendKey(key)
    hasNotFinite = hasNotFinite || value.hasNotFinite
    JSONWriter.append(value, isSpaced: true, to: &bytes)
  }

  /// Adds an array of objects. One that has a number that is not finite is `tree` in place of its members.
  package mutating func add(
    _ key: StaticString, objects count: Int, _ members: (Int, inout JSONLine) -> Void,
    notFinite tree: (Int) -> JSONValue
  ) {
    appendKey(key)
    appendArray(count) { index, line in
      let start = line.bytes.count
      line.hasNotFinite = false
      line.appendObject { members(index, &$0) }
      guard line.hasNotFinite else { return }
      line.bytes.removeLast(line.bytes.count - start)
      JSONWriter.append(tree(index), isSpaced: true, to: &line.bytes)
    }
  }

  private mutating func appendObject(_ members: (inout JSONLine) -> Void) {
    bytes.append(Ascii.openBrace)
    isFirst = true
    members(&self)
    isFirst = false
    bytes.append(Ascii.closeBrace)
  }

  @inline(__always)
  private mutating func appendArray(_ count: Int, _ append: (Int, inout JSONLine) -> Void) {
    bytes.append(Ascii.openBracket)
    for index in 0..<count {
      if index > 0 { appendLiteral(", ") }
      append(index, &self)
    }
    bytes.append(Ascii.closeBracket)
  }

  /// Keys are written in the code and have nothing to escape.
  private mutating func appendKey(_ key: StaticString) {
    if isFirst { isFirst = false } else { appendLiteral(", ") }
    bytes.append(Ascii.quote)
    appendLiteral(key)
    appendLiteral("\": ")
  }

  private mutating func appendLiteral(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func appendNumber(_ number: Double?) {
    if let number, number.isFinite {
      number.write(to: &self)
    } else {
      if number != nil { hasNotFinite = true }
      appendLiteral("null")
    }
  }
}

extension JSONLine: TextOutputStream {
  package mutating func write(_ text: String) { bytes += text.utf8 }

  /// The standard library's way for the digits of numbers, which makes no text of them.
  package mutating func _writeASCII(_ digits: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: digits) }
}
