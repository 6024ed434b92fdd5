import Foundation

/// Opens a file in the program that the user reads such files with.
enum PageOpener {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// The time after which a program that still runs counts as having opened the file: some stay as long as the file is
  /// open. In steps of 20 ms.
  private static let steps = 250

  private enum Failure {
    case absent
    case status(Int32)
    case other(reason: String)

    var sentence: String {
      switch self {
      case .absent: "\(program) is not installed"
      case .status(let status): "\(program) ended with status \(status)"
      case .other(let reason): "\(program): \(reason)"
      }
    }
  }

  /// Opens the file; where that fails, a note reports it.
  static func open(_ path: String) {
    // An absolute path is no option of the program, whatever its name.
    guard let failure = failure(opening: URL(filePath: path).path) else { return }
    Diagnostic(file: path, "was written but not opened: \(failure.sentence)").print()
  }

  private static func failure(opening path: String) -> Failure? {
    #if os(macOS)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Standard output has the report.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own and no file of this program's caller: what ends this program leaves a browser open, and nobody
    // waits for the browser to close a pipe.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    for descriptor in STDERR_FILENO + 1..<min(getdtablesize(), 4096) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    posix_spawnattr_setpgroup(&attributes, 0)
    var arguments = [strdup(program), strdup(path), nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, program, &actions, &attributes, &arguments, environ)
    guard code == 0 else {
      return code == ENOENT ? .absent : .other(reason: FileDescriptor.Failure(code: code).reason)
    }
    for _ in 0..<steps {
      var status: Int32 = 0
      let ended = waitpid(process, &status, WNOHANG)
      if ended < 0, errno != EINTR { return nil }
      if ended == process {
        guard status & 0x7F == 0 else { return .status(128 + status & 0x7F) }
        let code = status >> 8 & 0xFF
        return code == 0 ? nil : .status(code)
      }
      usleep(20_000)
    }
    return nil
  }
}
