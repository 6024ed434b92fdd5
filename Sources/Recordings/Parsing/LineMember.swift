/// A key of an object that is a line, and what it has; keys and texts as they stand between their quotes.
struct LineMember {
  let key: Bytes
  let value: Value

  enum Value {
    case column(NumberColumn)
    case text(Bytes)
    case number(Bytes)
    case other
  }

  /// Returns true if the key is this name.
  func isNamed(_ name: StaticString) -> Bool {
    key.count == name.utf8CodeUnitCount && Bytes(start: name.utf8Start, count: key.count).elementsEqual(key)
  }
}

/// An array whose first element is a number, or a date or a time of day as a text, or that has none.
struct NumberColumn {
  /// The position at which its bracket opens.
  let start: UnsafePointer<UInt8>
  /// True if its elements are dates or times of day; its numbers are seconds since 1970 or since midnight.
  let isClock: Bool
  /// The indices of its numbers in the room; one that is no finite number is NaN there.
  var numbers: Range<Int>
  /// The first number, where it is written as an integer.
  var origin: Int64?
  /// The first element that is no finite number, or no date where the others are.
  var fieldError: UnsafePointer<UInt8>?
}

extension LineCursor {
  /// Moves behind a key and its value; the numbers of an array go into the room.
  mutating func member(_ buffer: inout NumberBuffer) throws(ReadingError) -> LineMember {
    LineMember(key: try key(), value: try memberValue(&buffer))
  }

  private mutating func memberValue(_ buffer: inout NumberBuffer) throws(ReadingError) -> LineMember.Value {
    if p.pointee == Ascii.quote { return .text(try text()) }
    if p.pointee == Ascii.openBracket, let column = try column(&buffer) { return .column(column) }
    let start = p
    if number() != nil { return .number(Bytes(start, p)) }
    if case .decimal = try value() { return .number(Bytes(start, p)) }
    return .other
  }

  /// Moves behind an array that begins with a number or a date, or has no element; nil, and the cursor unmoved,
  /// for any other value.
  ///
  /// - Parameter origin: what whole numbers are subtracted from before they become doubles, so that 19 digits
  ///   of nanoseconds lose nothing; from others its double is.
  mutating func column(_ buffer: inout NumberBuffer, since origin: Int64? = nil) throws(ReadingError)
    -> NumberColumn?
  {
    let start = p
    guard beginNumbers() else { return nil }
    var column = NumberColumn(
      start: start, isClock: p.pointee == Ascii.quote, numbers: buffer.count..<buffer.count)
    if p.pointee == Ascii.closeBracket {
      p += 1
      return column
    }
    column.origin = integer
    repeat {
      if origin == nil { plainNumbers(&buffer) }
      skipBlanks()
      if let value = column.isClock ? clock() : number(since: origin) {
        buffer.append(value)
      } else {
        if column.fieldError == nil { column.fieldError = p }
        // What only looks like no number: a word, a deeper value, too large, or the error.
        _ = try value()
        buffer.append(.nan)
      }
    } while try !isLast(Ascii.closeBracket, "',' or ']'")
    column.numbers = column.numbers.lowerBound..<buffer.count
    return column
  }

  /// Moves to the first element of an array where that is a number or a date, or to the end of one without
  /// elements; else false, and the cursor unmoved.
  mutating func beginNumbers() -> Bool {
    let start = p
    guard p.pointee == Ascii.openBracket else { return false }
    p += 1
    skipBlanks()
    let byte = p.pointee
    if byte == Ascii.closeBracket || byte == Ascii.minus || byte == Ascii.plus || byte == Ascii.point
      || byte &- Ascii.zero < 10
    {
      return true
    }
    var ahead = self
    if byte == Ascii.quote, ahead.clock() != nil { return true }
    p = start
    return false
  }

  /// Moves behind a text that is a date or a time of day; returns its seconds. Nil, and the cursor unmoved, for
  /// any other value.
  private mutating func clock() -> Double? {
    let start = p
    if p.pointee == Ascii.quote, JSONText.skipString(&p),
      let seconds = WallClock.seconds(Bytes(start + 1, p - 1))
    {
      return seconds
    }
    p = start
    return nil
  }
}

/// Room for numbers that grows.
struct NumberBuffer: ~Copyable {
  private var storage = UnsafeMutablePointer<Double>.allocate(capacity: 1024)
  private var capacity = 1024
  var count = 0

  deinit { storage.deallocate() }

  var numbers: UnsafeBufferPointer<Double> { UnsafeBufferPointer(start: storage, count: count) }

  @inline(__always)
  mutating func append(_ number: Double) {
    if count == capacity { grow() }
    storage[count] = number
    count &+= 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Double>.allocate(capacity: 2 * capacity)
    larger.update(from: storage, count: count)
    storage.deallocate()
    storage = larger
    capacity *= 2
  }
}

/// The keys of nested JSON objects, each path once: a key is found by comparing it with the one that followed
/// last time, as the lines of a log have the same keys in the same order.
struct KeyTree {
  private struct Node {
    var parent: Int
    var key: Range<Int>
    var column = -1
    /// The node that came after this one in the last object.
    var follower = -1
  }

  /// Keys beyond this are looked up and not kept: a file whose keys are data must not fill the memory.
  private static let limit = 4096

  private var nodes: [Node] = [Node(parent: -1, key: 0..<0)]
  private var keys: [UInt8] = []

  static let root = 0

  /// The node of a key inside `parent`; `previous` is the last node visited. A key that is not there yet is
  /// added; nil where the tree is full.
  mutating func find(_ key: Bytes, in parent: Int, after previous: Int) -> Int? {
    let guess = nodes[previous].follower
    if guess >= 0, matches(guess, key, parent) { return guess }
    let found =
      nodes.indices.dropFirst().first { matches($0, key, parent) } ?? add(key, in: parent)
    if let found { nodes[previous].follower = found }
    return found
  }

  private mutating func add(_ key: Bytes, in parent: Int) -> Int? {
    guard nodes.count < Self.limit, keys.count + key.count <= Window.lineLimit else { return nil }
    let start = keys.count
    keys.append(contentsOf: key)
    nodes.append(Node(parent: parent, key: start..<keys.count))
    return nodes.count - 1
  }

  @inline(__always)
  private func matches(_ node: Int, _ key: Bytes, _ parent: Int) -> Bool {
    let range = nodes[node].key
    guard nodes[node].parent == parent, range.count == key.count else { return false }
    for offset in 0..<key.count where keys[range.lowerBound + offset] != key[offset] { return false }
    return true
  }

  subscript(column node: Int) -> Int {
    @inline(__always) get { nodes[node].column }
    set { nodes[node].column = newValue }
  }

  /// The keys from the root, joined with points.
  func path(_ node: Int) -> String {
    var parts: [String] = []
    var node = node
    while node > Self.root {
      parts.append(keys[nodes[node].key].withUnsafeBufferPointer { JSONText.unescaped($0) })
      node = nodes[node].parent
    }
    return parts.reversed().joined(separator: ".")
  }
}
