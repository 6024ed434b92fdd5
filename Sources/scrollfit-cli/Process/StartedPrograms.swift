import CProcess
import Drawing
import Foundation
import Reports
import ScrollFitting

/// This program once more, with the same arguments, as a process of its own.
///
/// It is a copy of this process where that has a single thread, and started anew otherwise: a copy has what the loader, the runtime
/// and the reader of the options have done.
struct ChildProcess {
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  let id: pid_t

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - variables: added to the environment.
  ///   - redirected: its descriptor to that of this process.
  ///   - closed: the descriptors that it does not inherit, which close on exec.
  ///   - work: the work of a copy; a process that is started anew comes to it by its variables.
  init(
    variables: [String: String], redirected: [Int32: Int32] = [:], closed: [Int32],
    work: (() throws -> Void)? = nil
  ) throws(FileDescriptor.Failure) {
    if let work {
      let copy = copy_of_process()
      if copy == 0 {
        for (name, value) in variables { setenv(name, value, 1) }
        for (own, other) in redirected { dup2(other, own) }
        for descriptor in closed { close(descriptor) }
        // Swift's locks know a thread by the number that it had at its first lock: a copied thread has its original's, by which
        // those that wait for it find no owner.
        nonisolated(unsafe) let work = work
        Thread.detachNewThread { ExitStatus(of: work).exit() }
        while true { pause() }
      }
      guard copy < 0 else {
        id = copy
        return
      }
    }
    id = try Self.started(variables: variables, redirected: redirected)
  }

  private static func started(
    variables: [String: String], redirected: [Int32: Int32]
  ) throws(FileDescriptor.Failure) -> pid_t {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let path = Self.executable
    var pointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { pointers.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (own, other) in redirected { posix_spawn_file_actions_adddup2(&actions, other, own) }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, CommandLine.unsafeArgv, &pointers)
    guard code == 0 else { throw FileDescriptor.Failure(code: code) }
    return process
  }

  /// Prepares this process for work on recordings, one after the other, which may crash it.
  static func prepareCurrent() {
    // A trap ends the process at once, without seconds spent on a backtrace.
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] {
      Foundation.signal(signal, SIG_DFL)
    }
    keep_freed_memory()
  }

  /// The path of this program.
  private static var executable: String {
    #if os(Linux)
      // Where the file has been replaced meanwhile, the link itself still leads to the one that runs.
      Output.resolved("/proc/self/exe")
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }

  /// Waits until the process has ended.
  func wait() -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}

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

/// librsvg's `rsvg-convert`, which draws the pixels of a figure.
enum Rasterizer {
  private static let program = "rsvg-convert"

  #if os(macOS)
    private static let installation = "brew install librsvg"
  #else
    private static let installation = "apt install librsvg2-bin"
  #endif

  /// Refuses where the program is missing.
  static func check() throws(RunFailure) { _ = try location() }

  /// The file of a figure as a PNG of 600 dpi.
  static func png(_ figure: Figure) throws(RunFailure) -> [UInt8] {
    let (width, height) = figure.pixels()
    let process = Process()
    process.executableURL = try location()
    process.arguments = ["--format=png", "--width=\(width)", "--height=\(height)"]
    let input = Pipe(), output = Pipe(), errors = Pipe()
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    let bytes: Data
    let message: Data
    do {
      try process.run()
      // The program reads everything before it writes. Where it ends early, its status gives the reason.
      try? input.fileHandleForWriting.write(contentsOf: Data(figure.svg.utf8))
      try? input.fileHandleForWriting.close()
      bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      message = try errors.fileHandleForReading.readToEnd() ?? Data()
    } catch {
      throw failure("could not be run: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0, let picture = PNGPicture(Array(bytes), width: width, height: height)
    else {
      let reason = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).first
      throw failure("failed: \(reason ?? "status \(process.terminationStatus)")")
    }
    return picture.file()
  }

  private static func location() throws(RunFailure) -> URL {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let paths = folders.split(separator: ":").map { "\($0)/\(program)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw RunFailure(
        .usage,
        [
          Diagnostic(
            "--plot: a PNG is drawn by \(program), which is not installed (\(installation)); .pdf and .svg need no program"
          )
        ])
    }
    return URL(filePath: path)
  }

  private static func failure(_ sentence: String) -> RunFailure {
    RunFailure(.partial, [Diagnostic("--plot: \(program) \(sentence)")])
  }
}
