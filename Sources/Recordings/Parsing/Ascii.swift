internal import Foundation

/// The bytes that the formats are made of.
enum Ascii {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let e: UInt8 = 0x65
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D
}

/// A run of bytes inside the reader's buffer.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
  /// The bytes in [start, end).
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    self.init(start: start, count: end - start)
  }

  /// Without blanks, tabs and carriage returns at either end.
  var trimmed: Bytes {
    var low = startIndex, high = endIndex
    func isBlank(_ byte: UInt8) -> Bool {
      byte == Ascii.space || byte == Ascii.tab || byte == Ascii.carriageReturn
    }
    while low < high, isBlank(self[low]) { low += 1 }
    while low < high, isBlank(self[high - 1]) { high -= 1 }
    return Bytes(rebasing: self[low..<high])
  }

  /// The text; bytes that are no UTF-8 become the replacement character.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Without the first and the last byte.
  var inner: Bytes { Bytes(rebasing: dropFirst().dropLast()) }

  /// The text between quotes where there are any, doubled quotes halved; else the text as it stands.
  var unquoted: String {
    guard count >= 2, first == Ascii.quote, last == Ascii.quote else { return text }
    var bytes: [UInt8] = []
    var index = 1
    while index < count - 1 {
      bytes.append(self[index])
      index += self[index] == Ascii.quote && self[index + 1] == Ascii.quote && index + 1 < count - 1 ? 2 : 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The position at which a pattern of two bytes or more first begins; nil where it does not occur.
  func position(of pattern: [UInt8]) -> Int? {
    guard let base = baseAddress, pattern.count > 1, count >= pattern.count else { return nil }
    // Many patterns begin with a quote or a bracket, as much does: their second byte is rarer.
    let last = count - pattern.count + 1
    var next = 1
    while next <= last, let found = memchr(base + next, Int32(pattern[1]), last - next + 1) {
      let start = UnsafeRawPointer(found) - UnsafeRawPointer(base) - 1
      if base[start] == pattern[0], memcmp(base + start, pattern, pattern.count) == 0 { return start }
      next = start + 2
    }
    return nil
  }
}
