import Foundation

/// A file that is there whole or not at all: written beside its name, then given it.
enum NewFile {
  /// - Throws: `POSIXError` where the system refuses.
  static func write(_ blocks: [[UInt8]], to path: String) throws {
    let beside = "\(path).\(getpid()).part"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard descriptor >= 0 else { throw last }
    do {
      defer { close(descriptor) }
      for block in blocks { try write(block, to: descriptor) }
      guard rename(beside, path) == 0 else { throw last }
    } catch {
      unlink(beside)
      throw error
    }
  }

  private static func write(_ block: [UInt8], to descriptor: Int32) throws {
    try block.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Foundation.write(
          descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { throw last }
      }
    }
  }

  private static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
