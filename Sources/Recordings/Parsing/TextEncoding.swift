internal import Foundation

/// An encoding of texts that readers do not take as it is.
enum TextEncoding: String {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"
  /// UTF-8 whose lines end in carriage returns alone.
  case carriageReturns = "UTF-8"

  /// The encoding that the first bytes of a text show; nil for UTF-8 with line feeds.
  init?(_ beginning: [UInt8]) {
    if beginning.starts(with: [0xFF, 0xFE, 0, 0]) || beginning.starts(with: [0, 0, 0xFE, 0xFF]) {
      self = .utf32
    } else if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      self = .utf16
    } else if beginning.contains(Ascii.carriageReturn), !beginning.contains(Ascii.newline),
      !beginning.contains(0)
    {
      self = .carriageReturns
    } else {
      return nil
    }
  }

  /// The text in UTF-8 with line feeds, without its byte order mark; nil where the bytes are not of the encoding.
  func text(_ bytes: [UInt8]) -> [UInt8]? {
    let decoded: [UInt8]?
    switch self {
    case .utf16:
      guard let units: [UInt16] = Self.units(bytes, isBigEndian: bytes[0] == 0xFE) else { return nil }
      decoded = String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    case .utf32:
      guard let units: [UInt32] = Self.units(bytes, isBigEndian: bytes[0] == 0) else { return nil }
      decoded = String(validating: units, as: UTF32.self).map { Array($0.utf8) }
    case .carriageReturns: decoded = bytes
    }
    guard var text = decoded else { return nil }
    if text.contains(Ascii.carriageReturn), !text.contains(Ascii.newline) {
      for index in text.indices where text[index] == Ascii.carriageReturn { text[index] = Ascii.newline }
    }
    return text
  }

  /// The code units behind the byte order mark.
  private static func units<Unit: FixedWidthInteger>(_ bytes: [UInt8], isBigEndian: Bool) -> [Unit]? {
    let size = Unit.bitWidth / 8
    guard bytes.count.isMultiple(of: size) else { return nil }
    return stride(from: size, to: bytes.count, by: size).map { start in
      bytes[start..<start + size].enumerated().reduce(Unit.zero) { unit, byte in
        unit | Unit(byte.element) << Unit(8 * (isBigEndian ? size - 1 - byte.offset : byte.offset))
      }
    }
  }
}

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

/// The line in the file of every row, kept as runs of evenly spaced lines: one run for a file without
/// interruptions.
package struct LineNumbers: Equatable, Sendable {
  private struct Run: Equatable {
    var row: Int
    var line: Int
    /// Lines from one row to the next; 0 until the run's second row shows it.
    var stride: Int
  }

  private var runs: [Run] = []
  package private(set) var count = 0
  /// The line of the next row if the run goes on.
  private var expected = 0
  /// The line of the last run.
  private var stride = 0

  package init() {}

  /// Rows that all stand in one line.
  init(repeating line: Int, count: Int) {
    runs = [Run(row: 0, line: line, stride: 0)]
    self.count = count
    expected = line + 1
  }

  @inline(__always)
  mutating func append(_ line: Int) {
    if line != expected || stride == 0 { interrupt(line) }
    expected = line + max(stride, 1)
    count += 1
  }

  @inline(never)
  private mutating func interrupt(_ line: Int) {
    if let last = runs.last, stride == 0, line > last.line {
      stride = line - last.line
      runs[runs.count - 1].stride = stride
    } else {
      stride = 0
      runs.append(Run(row: count, line: line, stride: 0))
    }
  }

  /// The line, from 1, of a row, from 0. The row must be one of the `count`.
  ///
  /// - Complexity: O(log of the number of runs).
  package subscript(row: Int) -> Int {
    precondition(row >= 0 && row < count, "row \(row) of \(count)")
    var low = 0, high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].row <= row { low = middle } else { high = middle }
    }
    return runs[low].line + (row - runs[low].row) * runs[low].stride
  }
}
