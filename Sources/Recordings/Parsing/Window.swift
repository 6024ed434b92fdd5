internal import Foundation

/// The part of the source that is in memory: the reader's only buffer, whatever the size of the file.
struct Window: ~Copyable {
  /// The longest line that is read, in bytes without its end.
  static let lineLimit = ReadingLimits.maximumLineLength
  private static let capacity = lineLimit + 1 << 18

  private let storage: UnsafeMutablePointer<UInt8>
  /// Bytes held.
  private(set) var count = 0
  /// The source has no more bytes than those held.
  private(set) var atEnd = false
  /// The position of a NUL byte among those held: no text has one.
  private(set) var nul: Int?

  init() {
    // One byte more than is read, for the newline that ends the last line; behind it what a number's last
    // word may reach.
    storage = .allocate(capacity: Self.capacity + 1 + Decimal.lookahead)
  }

  deinit { storage.deallocate() }

  var start: UnsafePointer<UInt8> { UnsafePointer(storage) }
  var end: UnsafePointer<UInt8> { UnsafePointer(storage) + count }
  var isFull: Bool { count == Self.capacity }

  /// Drops the first `consumed` bytes and fills the rest from the source.
  mutating func advance(past consumed: Int, _ source: inout ByteSource) throws(ReadingError) {
    let rest = count - consumed
    if consumed > 0, rest > 0 { memmove(storage, storage + consumed, rest) }
    count = rest
    while count < Self.capacity, !atEnd {
      let length = try source.read(into: storage + count, count: Self.capacity - count)
      atEnd = length == 0
      count += length
    }
    if let found = memchr(storage + rest, 0, count - rest) {
      nul = found - UnsafeMutableRawPointer(storage)
    }
  }

  /// The end of the last complete line: behind its newline; the window's start where there is none.
  var endOfLines: UnsafePointer<UInt8> {
    var p = end
    while p > start, p[-1] != Ascii.newline { p -= 1 }
    return p
  }

  /// Ends the last line of the file with a newline, as the parsers expect of every line.
  mutating func terminate() {
    storage[count] = Ascii.newline
    count += 1
  }

  /// Takes back the newline of ``terminate()``.
  mutating func unterminate() { count -= 1 }

  /// The first newline in [p, end); nil where there is none.
  static func newline(_ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard p < end, let found = memchr(p, Int32(Ascii.newline), end - p) else { return nil }
    return p + (UnsafeRawPointer(found) - UnsafeRawPointer(p))
  }
}
