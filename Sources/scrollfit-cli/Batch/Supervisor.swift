import Foundation
import ResultStore
import ScrollFitting

/// Runs a batch in a process of its own, so that a recording that brings it down is known, and the others go on.
///
/// Whoever ends the supervisor ends the worker too, and no recording is blamed for it: only what was in work when the
/// worker ended by itself, or when the system took it for its memory, is.
struct Supervisor {
  let store: String
  /// Standard input cannot be read again by another worker.
  let readsStandardInput: Bool

  /// The variable that names to a worker which descriptor ends with its supervisor.
  private static let variable = "SCROLLFIT_WORKER"
  /// The variable that makes a worker store every step at once, so that the store shows what was in work when it crashed.
  private static let cautiousVariable = "SCROLLFIT_CAUTIOUS_WORKER"

  /// True if this worker is to store every step at once.
  static var isCautious: Bool { ProcessInfo.processInfo.environment[cautiousVariable] != nil }

  /// Returns true if this process is a worker; it then ends when its supervisor does.
  static func isWorker() -> Bool {
    guard let text = ProcessInfo.processInfo.environment[variable], let lifeline = Int32(text) else {
      return false
    }
    unsetenv(variable)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(lifeline, &byte, 1) < 0, errno == EINTR {}
      _exit(ExitStatus.partial.rawValue)
    }
    return true
  }

  /// Runs workers until one ends as it should.
  ///
  /// - Throws: what the last worker has said with its status.
  func run() throws(RunFailure) {
    let lock = try StoreLock(store)
    defer { lock.release() }
    // A second worker can only go on with inputs that can be read again.
    var isCautious = readsStandardInput
    var watch = isCautious ? PageWatch() : nil
    defer { watch?.close() }
    while true {
      switch try worker(variables: isCautious ? Self.cautious(watch) : [:]) {
      case .exited(let code):
        guard code != 0 else {
          if watch?.crashed.isEmpty == false { throw RunFailure(.partial) }
          return
        }
        throw RunFailure(ExitStatus(rawValue: code) ?? .partial)
      case .interrupted(let signal):
        lock.release()
        Foundation.signal(signal, SIG_DFL)
        raise(signal)
      case .broken where !isCautious:
        // What was in work may have gone with the last transaction: if it crashes again, the store shows it.
        isCautious = true
        watch = PageWatch()
        try withStore { store throws(StoreError) in try store.release() }
      case .broken(let signal):
        let what = "signal \(signal), \(String(cString: strsignal(signal)))"
        let count = try withStore { store throws(StoreError) in try store.blame() }
        let page = count == 0 ? watch?.takeCrashed() : nil
        guard count > 0 || page != nil else {
          throw RunFailure(
            .partial, [Diagnostic(file: store, "the worker crashed (\(what)) outside of any recording")])
        }
        let work = page.map { "making the page of \($0.recording)" } ?? "processing a recording"
        guard !readsStandardInput else {
          throw RunFailure(
            .partial,
            [Diagnostic("worker crashed (\(what)) while \(work); run the same command again to continue")])
        }
        let rest = page == nil ? "inputs" : "pages"
        Diagnostic("worker crashed (\(what)) while \(work); continuing with the remaining \(rest)").print()
      }
    }
  }

  /// The environment of a worker that shows what was in work when it crashed.
  private static func cautious(_ watch: PageWatch?) -> [String: String] {
    [cautiousVariable: "1"].merging(watch?.variables ?? [:]) { $1 }
  }

  private enum End {
    case exited(Int32)
    /// A user or the system asked the process to end.
    case interrupted(Int32)
    case broken(Int32)
  }

  /// - Parameter variables: added to the worker's environment.
  private func worker(variables: [String: String]) throws(RunFailure) -> End {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure(errno) }
    defer { close(ends[1]) }
    // The worker has the end to read; that to write ends with this process alone.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let started = Result { () throws(FileDescriptor.Failure) in
      try ChildProcess(variables: variables.merging([Self.variable: "\(ends[0])"]) { $1 })
    }
    close(ends[0])
    let end: ChildProcess.End
    do { end = try started.get().wait() } catch { throw failure(error.code) }
    guard case .signal(let signal) = end else {
      if case .status(let status) = end { return .exited(status) }
      return .exited(0)
    }
    return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal) ? .interrupted(signal) : .broken(signal)
  }

  private func withStore<Value>(
    _ body: (ResultStore) throws(StoreError) -> Value
  ) throws(RunFailure) -> Value {
    do {
      let store = try ResultStore(writing: store)
      let value = try body(store)
      try store.close()
      return value
    } catch { throw RunFailure(.partial, [Diagnostic(file: store, error.description)]) }
  }

  private func failure(_ code: Int32) -> RunFailure {
    RunFailure(.partial, [Diagnostic("cannot start a worker: \(FileDescriptor.Failure(code: code).reason)")])
  }
}
