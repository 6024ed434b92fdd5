internal import Foundation

/// FFmpeg as a child process that writes frames, times and errors into three pipes; killed and waited for when it goes out of scope.
struct DecoderProcess: ~Copyable {
  /// The ends of the pipes that are read here.
  let frames: Int32
  let times: Int32
  let errors: Int32
  private let id: pid_t
  private var status: Int32?

  /// - Parameter arguments: texts ended by 0.
  init(arguments: [[CChar]]) throws(ScreenRecordingError) {
    var pipes: [(read: Int32, write: Int32)] = []
    defer { for pipe in pipes { close(pipe.write) } }
    func closeReading() { for pipe in pipes { close(pipe.read) } }
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        closeReading()
        throw .decoderNotStarted(reason: String(cString: strerror(errno)))
      }
      // No other child that this process starts may hold an end open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      pipes.append((ends[0], ends[1]))
    }
    #if os(Linux)
      // A larger pipe lets the decoder run ahead; where the system refuses, the usual size does. 1031 is F_SETPIPE_SZ.
      _ = fcntl(pipes[0].write, 1031, 1 << 20)
    #endif
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
    for (descriptor, pipe) in zip([1, 3, 2] as [Int32], pipes) where descriptor != 3 {
      posix_spawn_file_actions_adddup2(&actions, pipe.write, descriptor)
    }
    // Last, as the write end of another pipe may be descriptor 3 here.
    posix_spawn_file_actions_adddup2(&actions, pipes[1].write, 3)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The decoder must end by a closed pipe even where this process ignores the signal.
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
      closeReading()
      throw code == ENOENT ? .missingDecoder : .decoderNotStarted(reason: String(cString: strerror(code)))
    }
    id = process
    (frames, times, errors) = (pipes[0].read, pipes[1].read, pipes[2].read)
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
    for end in [frames, times, errors] { close(end) }
    guard status == nil else { return }
    kill(id, SIGKILL)
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0, errno == EINTR {}
  }
}
