/// The bytes of an object on one line, as ``JSONWriter/line(_:)`` has them.
package struct JSONLine: JSONMembers {
  /// The text, and room behind it. No array: every byte appended to one asks whether the array is its only owner. Freed by ``object``,
  /// which no line outlives: what is noncopyable is no `TextOutputStream`.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes that the text has.
  private var count = 0
  /// True if a number that is not finite was written as `null`.
  private var hasNotFinite = false
  private var isFirst = true

  private init(capacity: Int) {
    bytes = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  /// The object with the members that `body` adds.
  ///
  /// - Parameter capacity: the bytes that it is expected to have.
  package static func object(capacity: Int, _ body: (inout JSONLine) -> Void) -> [UInt8] {
    var line = JSONLine(capacity: capacity)
    defer { line.bytes.deallocate() }
    line.appendObject(body)
    return Array(UnsafeBufferPointer(start: line.bytes, count: line.count))
  }

  package mutating func add(_ key: StaticString, number: Double?) {
    appendKey(key)
    appendNumber(number)
  }

  package mutating func add(_ key: StaticString, integer: Int?) {
    appendKey(key)
    if let integer { appendInteger(integer) } else { appendLiteral("null") }
  }

  package mutating func add(_ key: StaticString, text: String?) {
    appendKey(key)
    if let text { appendQuoted(text) } else { appendLiteral("null") }
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

  package mutating func add(_ key: StaticString, interval: ClosedRange<Double>?) {
    appendKey(key)
    guard let interval else { return appendLiteral("null") }
    append(Ascii.openBracket)
    appendNumber(interval.lowerBound)
    appendLiteral(", ")
    appendNumber(interval.upperBound)
    append(Ascii.closeBracket)
  }

  package mutating func add(_ key: StaticString, texts: [String]) {
    appendKey(key)
    appendArray(texts.count) { $1.appendQuoted(texts[$0]) }
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
    append(tree: value)
  }

  /// Adds an array of objects. One that has a number that is not finite is `tree` in place of its members.
  package mutating func add(
    _ key: StaticString, objects count: Int, _ members: (Int, inout JSONLine) -> Void,
    notFinite tree: (Int) -> JSONValue
  ) {
    appendKey(key)
    appendArray(count) { index, line in
      let start = line.count
      line.hasNotFinite = false
      line.appendObject { members(index, &$0) }
      guard line.hasNotFinite else { return }
      line.count = start
      line.append(tree: tree(index))
    }
  }

  private mutating func appendObject(_ members: (inout JSONLine) -> Void) {
    append(Ascii.openBrace)
    isFirst = true
    members(&self)
    isFirst = false
    append(Ascii.closeBrace)
  }

  @inline(__always)
  private mutating func appendArray(_ count: Int, _ append: (Int, inout JSONLine) -> Void) {
    self.append(Ascii.openBracket)
    for index in 0..<count {
      if index > 0 { appendLiteral(", ") }
      append(index, &self)
    }
    self.append(Ascii.closeBracket)
  }

  private mutating func append(tree: JSONValue) {
    if case .null = tree { return appendLiteral("null") }
    JSONWriter.bytes(ofLine: tree).withUnsafeBufferPointer { append($0) }
  }

  /// Keys are written in the code and have nothing to escape.
  private mutating func appendKey(_ key: StaticString) {
    let length = key.utf8CodeUnitCount
    reserve(length + 6)
    var end = bytes + count
    if !isFirst {
      end[0] = Ascii.comma
      end[1] = Ascii.space
      end += 2
    }
    isFirst = false
    end[0] = Ascii.quote
    (end + 1).update(from: key.utf8Start, count: length)
    end += length + 1
    end[0] = Ascii.quote
    end[1] = Ascii.colon
    end[2] = Ascii.space
    count = end + 3 - bytes
  }

  private mutating func appendNumber(_ number: Double?) {
    if let number, number.isFinite {
      number.write(to: &self)
    } else {
      if number != nil { hasNotFinite = true }
      appendLiteral("null")
    }
  }

  private mutating func appendInteger(_ integer: Int) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var left = integer.magnitude
    repeat {
      first -= 1
      digits[first] = Ascii.zero + UInt8(truncatingIfNeeded: left % 10)
      left /= 10
    } while left > 0
    if integer < 0 { append(Ascii.minus) }
    for index in first..<digits.count { append(digits[index]) }
  }

  private mutating func appendQuoted(_ text: String) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard JSONWriter.isPlain(utf8) else { return false }
      append(Ascii.quote)
      append(utf8)
      append(Ascii.quote)
      return true
    }
    guard !isPlain else { return }
    var quoted: [UInt8] = []
    JSONWriter.appendQuoted(text, to: &quoted)
    quoted.withUnsafeBufferPointer { append($0) }
  }

  private mutating func appendLiteral(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count)
    guard let source = text.baseAddress else { return }
    (bytes + count).update(from: source, count: text.count)
    count += text.count
  }

  /// Makes room for so many further bytes.
  @inline(__always)
  private mutating func reserve(_ further: Int) {
    if count + further > capacity { grow(further) }
  }

  @inline(never)
  private mutating func grow(_ further: Int) {
    capacity += max(capacity, further)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}

extension JSONLine: TextOutputStream {
  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// The standard library's way for the digits of numbers, which makes no text of them.
  package mutating func _writeASCII(_ digits: UnsafeBufferPointer<UInt8>) { append(digits) }
}
