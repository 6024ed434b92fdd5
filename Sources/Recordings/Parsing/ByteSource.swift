internal import Foundation

/// The source of a recording's bytes: a file, standard input, or memory; packed by gzip or not.
struct ByteSource: ~Copyable {
  /// The source as the user named it.
  let name: String
  /// The number of bytes, where it is known beforehand.
  private(set) var size: Int?
  private var raw: RawBytes
  private var inflater: Inflater?
  /// The beginning of the text, while it was looked at and not read yet.
  private var peeked: ArraySlice<UInt8> = []
  /// The reason that a gzip stream ended before its end; what came before that was read.
  private(set) var defect: Inflater.Failure?

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: a missing file and what else keeps it from being opened.
  init(path: String) throws(ReadingError) {
    name = FileName.shown(path)
    raw = try RawBytes(path: path)
    size = raw.size
  }

  /// A file's bytes as they are stored.
  static func bytes(of path: String) throws(ReadingError) -> [UInt8] {
    var source = try ByteSource(path: path)
    return try source.readAll()
  }

  init(bytes: [UInt8], name: String) {
    self.name = name
    raw = RawBytes(bytes: bytes, name: name)
    size = bytes.count
  }

  /// The first bytes of the text, at most `count`; they are read again afterwards.
  mutating func peek(_ count: Int) throws(ReadingError) -> [UInt8] {
    if inflater == nil, Inflater.isGzip(try raw.head()) {
      inflater = Inflater(.gzip)
      size = nil
    }
    var beginning = Array(peeked)
    peeked = []
    while beginning.count < count {
      let block = try read(atMost: count - beginning.count)
      if block.isEmpty { break }
      beginning += block
    }
    peeked = beginning[...]
    return beginning
  }

  /// Makes UTF-8 with line feeds of a text that begins with the byte order mark of UTF-16 or UTF-32, or whose lines end in carriage
  /// returns alone. Such a text is read whole.
  ///
  /// - Throws: a text that is not of the encoding that its mark names, and one that is too large.
  mutating func decodeText(_ beginning: [UInt8]) throws(ReadingError) {
    guard let encoding = TextEncoding(beginning) else { return }
    guard let text = encoding.text(try readAll()) else {
      throw ReadingError(name, .otherKind("a damaged text in \(encoding.rawValue)"))
    }
    size = text.count
    peeked = text[...]
  }

  /// Reads up to `count` bytes; 0 means that there are no more.
  mutating func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ReadingError) -> Int {
    if !peeked.isEmpty { return peeked.move(to: target, count: count) }
    guard inflater != nil else { return try raw.read(into: target, count: count) }
    return try unpack(into: target, count: count)
  }

  /// Everything that is left.
  ///
  /// - Throws: more than ``ReadingLimits/maximumWholeSize``, and a source that cannot be read on.
  mutating func readAll() throws(ReadingError) -> [UInt8] {
    let limit = ReadingLimits.maximumWholeSize
    guard size ?? 0 <= limit else { throw ReadingError(name, .tooLarge(limit: limit)) }
    var all: [UInt8] = []
    if let size { all.reserveCapacity(size) }
    while true {
      let block = try read(atMost: 1 << 20)
      if block.isEmpty { return all }
      all += block
      guard all.count <= limit else { throw ReadingError(name, .tooLarge(limit: limit)) }
    }
  }

  private mutating func read(atMost count: Int) throws(ReadingError) -> [UInt8] {
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    defer { target.deallocate() }
    let length = try read(into: target, count: count)
    return Array(UnsafeBufferPointer(start: target, count: length))
  }

  private mutating func unpack(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ReadingError)
    -> Int
  {
    guard defect == nil else { return 0 }
    let result = try inflater?.read(into: target, count: count) { (input, length) throws(ReadingError) in
      try raw.read(into: input, count: length)
    }
    switch result {
    case .success(let length): return length
    case .failure(let failure):
      defect = failure
      return 0
    case nil: return 0
    }
  }
}

/// The bytes as they are stored.
struct RawBytes: ~Copyable {
  let size: Int?
  private let name: String
  private let descriptor: Int32
  private let closes: Bool
  private let memory: [UInt8]
  private var position = 0
  private var peeked: ArraySlice<UInt8> = []

  init(path: String) throws(ReadingError) {
    name = FileName.shown(path)
    memory = []
    closes = path != "-"
    descriptor = path == "-" ? STDIN_FILENO : open(FileName.bytes(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadingError(name, Self.problem(errno)) }
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

  /// The first three bytes; they are read again afterwards.
  mutating func head() throws(ReadingError) -> [UInt8] {
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
    defer { target.deallocate() }
    var length = 0
    while length < 3 {
      let more = try read(into: target + length, count: 3 - length)
      if more == 0 { break }
      length += more
    }
    let head = Array(UnsafeBufferPointer(start: target, count: length))
    peeked = head[...]
    return head
  }

  mutating func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ReadingError) -> Int {
    if !peeked.isEmpty { return peeked.move(to: target, count: count) }
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
      if length >= 0 {
        position += length
        if length == 0, count > 0, let size, position < size {
          throw ReadingError(name, .unreadable(reason: "it became shorter while it was read"))
        }
        return length
      }
      // A signal that interrupts the call is no failure of the file.
      if errno != EINTR { throw ReadingError(name, Self.problem(errno)) }
    }
  }

  static func problem(_ code: Int32) -> ReadingError.Problem {
    switch code {
    case ENOENT, ENOTDIR: .missingFile
    case EISDIR: .directory
    default: .unreadable(reason: String(cString: strerror(code)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Takes up to `count` elements off the front.
  fileprivate mutating func move(to target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    let block = prefix(count)
    block.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { target.update(from: base, count: bytes.count) }
    }
    removeFirst(block.count)
    return block.count
  }
}

/// A file's bytes in memory, read by the system as they are touched; behind the last one stand a newline and
/// zeros.
///
/// A file that another process cuts short meanwhile takes its pages away, and the process with them: for
/// files of one's own.
// Sendable: it cannot be copied, so its one owner gives the pages back, after every borrow; `base` is private and
// constant, nothing writes through it after `init`, and `start` hands out a pointer that cannot be written through.
package struct MappedFile: ~Copyable, @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let length: Int
  package let count: Int

  /// - Throws: a file that is missing or no file, as a pipe is none.
  package init(path: String) throws(ReadingError) {
    (base, length, count) = try Self.mapped(path)
  }

  private static func mapped(
    _ path: String
  ) throws(ReadingError) -> (base: UnsafeMutableRawPointer, length: Int, count: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadingError(path, RawBytes.problem(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadingError(path, RawBytes.problem(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ReadingError(path, .unreadable(reason: "not a regular file"))
    }
    let count = Int(status.st_size)
    // Room for the file and at least a page of zeros, then the file over the front of it.
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let length = (count / page + 2) * page
    let rights = PROT_READ | PROT_WRITE
    guard let base = mmap(nil, length, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), base != MAP_FAILED else {
      throw ReadingError(path, RawBytes.problem(errno))
    }
    guard count == 0 || mmap(base, count, rights, MAP_PRIVATE | MAP_FIXED, descriptor, 0) != MAP_FAILED else {
      let code = errno
      munmap(base, length)
      throw ReadingError(path, RawBytes.problem(code))
    }
    // The page is this process's own from now on; the file stays as it is.
    base.storeBytes(of: Ascii.newline, toByteOffset: count, as: UInt8.self)
    return (base, length, count)
  }

  deinit { munmap(base, length) }

  /// The first byte.
  package var start: UnsafePointer<UInt8> { UnsafePointer(base.assumingMemoryBound(to: UInt8.self)) }

  /// The boundaries of parts of whole lines, each of about `size` bytes: from `[i]` to `[i + 1]`.
  package func parts(of size: Int) -> [Int] {
    var bounds = [0]
    while let last = bounds.last, last < count {
      let next = Window.newline(start + min(count, last + size), start + count)
      bounds.append(next.map { $0 - start + 1 } ?? count)
    }
    return bounds
  }
}
