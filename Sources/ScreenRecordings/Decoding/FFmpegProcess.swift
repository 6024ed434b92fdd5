internal import CProcess
internal import Foundation

/// FFmpeg as a child process with pipes to this one; killed and waited for when it goes out of scope.
struct FFmpegProcess: ~Copyable {
  /// The ends of the pipes that are read or written here, which never block, in the order of their channels.
  private(set) var ends: [Int32]
  private let id: pid_t
  private var status: Int32?

  /// A descriptor of the child. At most one is above 2, and it is the last.
  enum Channel {
    /// The child writes to it, and this process reads.
    case output(Int32)
    /// The child reads from it, and this process writes.
    case input(Int32)
    /// An open file of this process, which gives no end.
    case file(Int32, Int32)
  }

  /// - Parameters:
  ///   - words: the arguments; `file:` stands for the input.
  ///   - path: the input's name, which need not be UTF-8, ended by 0.
  ///   - channels: what the child has open beside the null device as its standard input.
  init(_ words: [String], input path: [CChar], channels: [Channel]) throws(ScreenRecordingError) {
    let arguments = words.map { word in
      let bytes = Array(word.utf8CString)
      return word == "file:" ? bytes.dropLast() + path : bytes
    }
    var own: [Int32] = []
    var given: [Int32] = []
    var files: [(child: Int32, here: Int32)] = []
    defer { for end in given { close(end) } }
    func closeOwn() { for end in own { close(end) } }
    for channel in channels {
      let child: Int32, isInput: Bool
      switch channel {
      case .file(let number, let here):
        files.append((number, here))
        continue
      case .output(let number): (child, isInput) = (number, false)
      case .input(let number): (child, isInput) = (number, true)
      }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        closeOwn()
        throw .decoderNotStarted(reason: String(cString: strerror(errno)))
      }
      // No other child that this process starts may hold an end open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      widen_pipe(ends[1])
      if isInput { ends.reverse() }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      files.append((child, ends[1]))
      own.append(ends[0])
      given.append(ends[1])
    }
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    // In this order: an end of a pipe may be the last channel's descriptor here.
    for file in files { posix_spawn_file_actions_adddup2(&actions, file.here, file.child) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // It must end by a closed pipe even where this process ignores the signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words = ([Array("ffmpeg".utf8CString)] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "ffmpeg", &actions, &attributes, &words, environ)
    guard code == 0 else {
      closeOwn()
      throw code == ENOENT ? .missingDecoder : .decoderNotStarted(reason: String(cString: strerror(code)))
    }
    id = process
    ends = own
  }

  /// Closes an end, which the child sees as the end of its input.
  mutating func closeEnd(_ index: Int) {
    close(ends[index])
    ends[index] = -1
  }

  /// Reads what a pipe holds; true at its end.
  static func drain(_ descriptor: Int32, _ add: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { block in
      while true {
        let length = read(descriptor, block.baseAddress, block.count)
        if length > 0 {
          add(UnsafeBufferPointer(rebasing: block[..<length]))
        } else {
          return length == 0
        }
      }
    }
  }

  /// Waits for the end; the exit status, or 128 and the signal's number.
  mutating func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7F
    let code = signal == 0 ? raw >> 8 & 0xFF : 128 + signal
    status = code
    return code
  }

  deinit {
    for end in ends where end >= 0 { close(end) }
    guard status == nil else { return }
    kill(id, SIGKILL)
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0, errno == EINTR {}
  }
}

/// The first lines that FFmpeg writes about errors: the cause stands before its consequences.
struct DecoderMessages {
  private var bytes: [UInt8] = []
  private static let maximumSize = 4096

  mutating func add(_ more: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: more.prefix(Self.maximumSize - bytes.count))
  }

  /// The first line without the address of the component that wrote it; empty where nothing was written.
  var reason: String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let first = lines.first else { return "" }
    let end = first.hasPrefix("[") ? first.firstIndex(of: "]").map { first.index(after: $0) } : nil
    let text = first[(end ?? first.startIndex)...].drop { $0 == " " }
    return String(text.prefix(200))
  }
}

/// FFmpeg as a process that is fed through its standard input and writes to an open file, its descriptor 3.
struct FeedingProcess: ~Copyable {
  private var process: FFmpegProcess
  private var messages = DecoderMessages()
  private var hasEnded = false
  /// Seconds without progress after which FFmpeg is given up.
  private static let patience: Int32 = 120

  init(_ words: [String], input path: [CChar], file: Int32) throws(ScreenRecordingError) {
    process = try FFmpegProcess(words, input: path, channels: [.input(0), .output(2), .file(3, file)])
  }

  /// Writes all bytes, as fast as they are taken.
  mutating func write(_ bytes: [UInt8]) throws(ScreenRecordingError) {
    var written = 0
    while written < bytes.count {
      let length = bytes.withUnsafeBytes { bytes in
        Foundation.write(process.ends[0], bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if length > 0 {
        written += length
      } else if errno == EAGAIN {
        try wait(untilFed: true)
      } else if errno != EINTR {
        throw try failure()
      }
    }
  }

  /// Ends the input, and waits until the file is complete.
  mutating func end() throws(ScreenRecordingError) {
    process.closeEnd(0)
    while !hasEnded { try wait(untilFed: false) }
    guard process.wait() == 0 else { throw .notAnnotated(reason: messages.reason) }
  }

  /// The error of a process that takes no more.
  private mutating func failure() throws(ScreenRecordingError) -> ScreenRecordingError {
    try end()
    return .notAnnotated(reason: messages.reason)
  }

  /// Waits until bytes are taken or a message comes, and takes the message.
  private mutating func wait(untilFed: Bool) throws(ScreenRecordingError) {
    var descriptors = [
      pollfd(fd: untilFed ? process.ends[0] : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: hasEnded ? -1 : process.ends[1], events: Int16(POLLIN), revents: 0),
    ]
    if poll(&descriptors, 2, Self.patience * 1000) == 0 { throw .stalled(seconds: Int(Self.patience)) }
    guard descriptors[1].revents != 0 else { return }
    hasEnded = FFmpegProcess.drain(process.ends[1]) { messages.add($0) }
  }
}
