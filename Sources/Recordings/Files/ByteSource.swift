internal import Foundation

/// Where a recording's bytes come from: a file, standard input, or memory.
struct ByteSource: ~Copyable {
  /// The source as the user named it.
  let name: String
  /// The number of bytes, where it is known beforehand.
  let size: Int?
  private let descriptor: Int32
  private let closes: Bool
  private let memory: [UInt8]
  private var position = 0

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: a missing file and what else keeps it from being opened.
  init(path: String) throws(ReadingError) {
    name = path
    memory = []
    closes = path != "-"
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadingError(path, Self.problem(errno)) }
    var status = stat()
    size = fstat(descriptor, &status) == 0 && status.st_size > 0 ? Int(status.st_size) : nil
  }

  init(bytes: [UInt8], name: String) {
    self.name = name
    size = bytes.count
    descriptor = -1
    closes = false
    memory = bytes
  }

  deinit {
    if closes, descriptor >= 0 { close(descriptor) }
  }

  /// Reads up to `count` bytes; 0 means that there are no more.
  mutating func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ReadingError) -> Int {
    guard descriptor >= 0 else {
      let length = min(count, memory.count - position)
      memory.withUnsafeBufferPointer { bytes in
        if length > 0, let base = bytes.baseAddress { target.update(from: base + position, count: length) }
      }
      position += length
      return length
    }
    while true {
      let length = Foundation.read(descriptor, target, count)
      if length >= 0 { return length }
      // A signal that interrupts the call is no failure of the file.
      if errno != EINTR { throw ReadingError(name, Self.problem(errno)) }
    }
  }

  private static func problem(_ code: Int32) -> ReadingError.Problem {
    switch code {
    case ENOENT, ENOTDIR: .missingFile
    case EISDIR: .directory
    default: .unreadable(reason: String(cString: strerror(code)))
    }
  }
}
