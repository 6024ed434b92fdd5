import Foundation
import ScrollFitting

/// Writing to what is open.
enum FileDescriptor {
  /// The system's reason that a call failed.
  struct Failure: Error, Equatable {
    let code: Int32
    var reason: String { String(cString: strerror(code)) }

    /// That of the call before.
    static var last: Failure { Failure(code: errno) }
  }

  /// Writes all of a text in UTF-8.
  static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }
}
