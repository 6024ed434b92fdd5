import Foundation
import ScrollFitting

/// Reading from and writing to what is open.
enum FileDescriptor {
  /// The system's reason that a call failed.
  struct Failure: Error, Equatable {
    let code: Int32
    var reason: String { String(cString: strerror(code)) }

    /// The error number of the call before.
    static var last: Failure { Failure(code: errno) }
  }

  /// Writes all of a text in UTF-8.
  static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    try write(Array(text.utf8), to: descriptor)
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Reads as many bytes as asked for; nil where they end before.
  static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      let more = bytes.withUnsafeMutableBytes { bytes in
        Foundation.read(descriptor, bytes.baseAddress.map { $0 + length }, count - length)
      }
      if more > 0 {
        length += more
      } else if more == 0 || errno != EINTR {
        return nil
      }
    }
    return bytes
  }
}
