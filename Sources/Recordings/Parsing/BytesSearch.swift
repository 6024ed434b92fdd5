internal import Foundation

extension UnsafeBufferPointer<UInt8> {
  /// The position at which a pattern of two bytes or more first begins; nil where it does not occur.
  func place(of pattern: [UInt8]) -> Int? {
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
