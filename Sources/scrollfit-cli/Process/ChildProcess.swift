import Foundation

/// This program once more, with the same arguments, as a process of its own.
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
  ///   - redirected: its descriptor to that of this process; all others are inherited unless they close on exec.
  init(
    variables: [String: String], redirected: [Int32: Int32] = [:]
  ) throws(FileDescriptor.Failure) {
    // A trap ends the process at once, without seconds spent on a backtrace.
    let own = ["SWIFT_BACKTRACE": "enable=no"]
    let environment = own.merging(ProcessInfo.processInfo.environment) { $1 }.merging(variables) { $1 }
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var pointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { pointers.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (own, other) in redirected { posix_spawn_file_actions_adddup2(&actions, other, own) }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, CommandLine.unsafeArgv, &pointers)
    guard code == 0 else { throw FileDescriptor.Failure(code: code) }
    id = process
  }

  /// Waits until the process has ended.
  func wait() -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}
