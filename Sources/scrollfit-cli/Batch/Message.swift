/// A message between a batch and its workers: numbers and texts one after the other, their length before them.
struct Message {
  private(set) var bytes: [UInt8] = []
  private var position = 0

  init() {}

  /// Reads a message; nil where the other side has closed its end.
  init?(from descriptor: Int32) {
    guard let length = FileDescriptor.read(8, from: descriptor),
      let content = FileDescriptor.read(Self.number(length[...]), from: descriptor)
    else { return nil }
    bytes = content
  }

  func send(to descriptor: Int32) throws(FileDescriptor.Failure) {
    var framed = Message()
    framed.append(bytes)
    try FileDescriptor.write(framed.bytes, to: descriptor)
  }

  mutating func append(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ content: [UInt8]) {
    append(content.count)
    bytes += content
  }

  mutating func append(_ text: String) { append(Array(text.utf8)) }

  mutating func append(_ number: Int?) {
    append(number == nil ? 0 : 1)
    append(number ?? 0)
  }

  mutating func append(_ text: String?) {
    append(text == nil ? 0 : 1)
    append(text ?? "")
  }

  /// Takes the parts in the order in which they were appended.
  mutating func takeNumber() -> Int {
    defer { position += 8 }
    return Self.number(bytes[position..<position + 8])
  }

  mutating func takeBytes() -> [UInt8] {
    let count = takeNumber()
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func takeText() -> String { String(decoding: takeBytes(), as: UTF8.self) }

  mutating func takeOptionalNumber() -> Int? {
    let isThere = takeNumber() == 1
    let number = takeNumber()
    return isThere ? number : nil
  }

  mutating func takeOptionalText() -> String? {
    let isThere = takeNumber() == 1
    let text = takeText()
    return isThere ? text : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = UInt64(0)
    for byte in bytes.reversed() { number = number << 8 | UInt64(byte) }
    return Int(truncatingIfNeeded: number)
  }
}
