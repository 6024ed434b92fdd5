/// The fields of a message in the wire format of protocol buffers, in their order; groups are refused.
struct WireMessage: Sequence, IteratorProtocol {
  enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    case bytes(WireMessage)
  }

  private let all: [UInt8]
  private var position: Int
  private let end: Int
  /// True where the message goes on after the bytes that there are: its last field may, and is no damage where it does.
  let isCut: Bool
  /// True once something that is no field was met; nothing comes after it.
  private(set) var isMalformed = false

  init(_ bytes: [UInt8]) {
    all = bytes
    position = 0
    end = bytes.count
    isCut = false
  }

  /// - Parameter bytes: the beginning of a message that may go on.
  init(beginning bytes: [UInt8]) {
    all = bytes
    position = 0
    end = bytes.count
    isCut = true
  }

  private init(_ bytes: [UInt8], from start: Int, to end: Int, isCut: Bool) {
    all = bytes
    position = start
    self.end = end
    self.isCut = isCut
  }

  /// The next field; nil at the end and where no field is.
  mutating func next() -> (number: Int, value: Value)? {
    guard !isMalformed, position < end else { return nil }
    if let key = varint(), key >> 3 > 0, key >> 3 < 1 << 29, let value = value(type: key & 7) {
      return (Int(key >> 3), value)
    }
    isMalformed = !isCut || position < end
    return nil
  }

  private mutating func value(type: UInt64) -> Value? {
    switch type {
    case 0: return varint().map { .varint($0) }
    case 1: return fixed(8).map { .fixed64($0) }
    case 5: return fixed(4).map { .fixed32(UInt32($0)) }
    case 2:
      guard let length = varint(), isCut || length <= UInt64(end - position) else { return nil }
      let start = position, isWhole = length <= UInt64(end - position)
      position = isWhole ? position + Int(length) : end
      return .bytes(WireMessage(all, from: start, to: position, isCut: !isWhole))
    default: return nil
    }
  }

  private mutating func varint() -> UInt64? {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < end else { return nil }
      let byte = all[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
    }
    return nil
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard end - position >= count else {
      position = end
      return nil
    }
    defer { position += count }
    return all[position..<position + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The fields; nil where something is none.
  var fields: [(number: Int, value: Value)]? {
    var rest = self, fields: [(number: Int, value: Value)] = []
    while let field = rest.next() { fields.append(field) }
    return rest.isMalformed ? nil : fields
  }

  var bytes: ArraySlice<UInt8> { all[position..<end] }

  /// The bytes as a text.
  var text: String { String(decoding: all[position..<end], as: UTF8.self) }

  /// The last value of a field; nil where there is none.
  subscript(number: Int) -> Value? {
    var found: Value?
    for (field, value) in self where field == number { found = value }
    return found
  }

  /// Every message of a repeated field.
  func messages(_ number: Int) -> [WireMessage] {
    compactMap { $0.number == number ? $0.value.message : nil }
  }
}

extension WireMessage.Value {
  var whole: UInt64? { if case .varint(let value) = self { value } else { nil } }

  /// A double, or a whole number as a double.
  var number: Double? {
    switch self {
    case .varint(let value): Double(Int64(bitPattern: value))
    case .fixed64(let bits): Double(bitPattern: bits)
    case .fixed32(let bits): Double(Float(bitPattern: bits))
    case .bytes: nil
    }
  }

  var message: WireMessage? { if case .bytes(let message) = self { message } else { nil } }

  var text: String? { message?.text }
}
