import CProcess
import Foundation
import ResultStore
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// Runs a batch that stores in a process of its own, so that a recording that brings it down is known, and the others go on.
///
/// The first worker takes the lock of its store itself. Workers after a crash store every step at once, so that the store shows what
/// was in work when they crashed, under the lock of this process. A first worker that reads standard input stores every step at once too,
/// and notes the page in work: no second one can read it again.
///
/// Whoever ends the supervisor ends the worker too, and no recording is blamed for it: only what was in work when the
/// worker ended by itself, or when the system took it for its memory, is.
struct Supervisor {
  let store: String
  /// Standard input cannot be read again by another worker.
  let readsStandardInput: Bool

  /// The variable that names to a worker which descriptor ends with its supervisor.
  private static let variable = "SCROLLFIT_WORKER"
  /// The variable that makes a worker store every step at once, under its supervisor's lock.
  private static let cautiousVariable = "SCROLLFIT_CAUTIOUS_WORKER"

  /// True if this worker is to store every step at once.
  static var isCautious: Bool { getenv(cautiousVariable) != nil }

  /// Returns true if this process is a worker that has not begun; it then ends when its supervisor does.
  static func isWorker() -> Bool {
    guard let text = getenv(variable), let lifeline = Int32(String(cString: text)) else { return false }
    unsetenv(variable)
    ChildProcess.prepareCurrent()
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(lifeline, &byte, 1) < 0, errno == EINTR {}
      _exit(ExitStatus.partial.rawValue)
    }
    return true
  }

  /// Runs workers until one ends as it should.
  ///
  /// - Parameter work: the work of one.
  /// - Throws: what the last worker has said with its status; of a first worker that has read standard input, how it ended.
  func run(_ work: @escaping () throws -> Void) throws(RunFailure) {
    var watch = readsStandardInput ? PageWatch() : nil
    defer { watch?.close() }
    let first = try Self.end(ofWorkerWith: watch?.variables ?? [:], work)
    guard case .crashed(let signal) = first else { return }
    let lock = try StoreLock(store)
    defer { lock.release() }
    guard !readsStandardInput else { throw try failure(ofReaderOfStandardInput: signal, &watch) }
    // What was in work may have gone with the last transaction: if it crashes again, the store shows it.
    try withStore { store throws(StoreError) in try store.release() }
    watch = PageWatch()
    while true {
      let end = try Self.end(ofWorkerWith: Self.cautious(watch), lock: lock, work)
      guard case .crashed(let signal) = end else {
        if watch?.crashed.isEmpty == false { throw RunFailure(.partial) }
        return
      }
      let (sentence, isPage) = try crash(signal, &watch)
      Diagnostic("\(sentence); continuing with the remaining \(isPage ? "pages" : "inputs")").print()
    }
  }

  /// The sentence about a crash, with the recording or the page that was in work, which are not tried again and again.
  ///
  /// - Throws: a crash outside of any recording.
  private func crash(
    _ signal: Int32, _ watch: inout PageWatch?
  ) throws(RunFailure) -> (sentence: String, isPage: Bool) {
    let what = "signal \(signal), \(String(cString: strsignal(signal)))"
    let count = try withStore { store throws(StoreError) in try store.blame() }
    let page = count == 0 ? watch?.takeCrashed() : nil
    guard count > 0 || page != nil else {
      throw RunFailure(
        .partial, [Diagnostic(file: store, "the worker crashed (\(what)) outside of any recording")])
    }
    let work = page.map { "making the page of \($0.recording)" } ?? "processing a recording"
    return ("worker crashed (\(what)) while \(work)", page != nil)
  }

  private func failure(
    ofReaderOfStandardInput signal: Int32, _ watch: inout PageWatch?
  ) throws(RunFailure) -> RunFailure {
    let sentence = try crash(signal, &watch).sentence
    return RunFailure(.partial, [Diagnostic("\(sentence); run the same command again to continue")])
  }

  /// The environment of a worker that shows what was in work when it crashed.
  private static func cautious(_ watch: PageWatch?) -> [String: String] {
    [cautiousVariable: "1"].merging(watch?.variables ?? [:]) { $1 }
  }

  private enum End {
    case done
    /// By a signal that neither the user nor the system sends to end a process.
    case crashed(Int32)
  }

  /// Runs a worker until it ends; what a user or the system ended it by ends this process too.
  ///
  /// - Parameters:
  ///   - variables: added to the worker's environment.
  ///   - lock: released before a signal ends this process.
  ///   - work: its work.
  /// - Throws: what the worker has said with its status.
  private static func end(
    ofWorkerWith variables: [String: String], lock: StoreLock? = nil, _ work: @escaping () throws -> Void
  ) throws(RunFailure) -> End {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure(errno) }
    defer { close(ends[1]) }
    // The worker has the end to read; that to write ends with this process alone.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let started = Result { () throws(FileDescriptor.Failure) in
      try ChildProcess(
        variables: variables.merging([variable: "\(ends[0])"]) { $1 }, closed: [ends[1]], work: work)
    }
    close(ends[0])
    let end: ChildProcess.End
    do { end = try started.get().wait() } catch { throw failure(error.code) }
    switch end {
    case .status(0): return .done
    case .status(let status): throw RunFailure(ExitStatus(rawValue: status) ?? .partial)
    case .signal(let signal):
      guard [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal) else { return .crashed(signal) }
      lock?.release()
      Foundation.signal(signal, SIG_DFL)
      raise(signal)
      return .crashed(signal)
    }
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

  private static func failure(_ code: Int32) -> RunFailure {
    RunFailure(.partial, [Diagnostic("cannot start a worker: \(FileDescriptor.Failure(code: code).reason)")])
  }
}

/// The workers of a batch, one for each recording in work at once, started when they are needed.
final class WorkerPool: Sendable {
  private let idle: Mutex<[Worker]>
  /// The number of workers that a recording may end before it has failed.
  private static let attempts = StoreRun.maximumAttempts

  /// - Parameter first: a worker that waits for work already.
  init(first: Worker?) { idle = Mutex(first.map { [$0] } ?? []) }

  /// Works on inputs in a worker. Where they end it, each is tried alone; one that ends it again and again has failed.
  func results(of group: [BatchEntry]) -> [BatchRun.Result] {
    do throws(FileDescriptor.Failure) {
      if group.count > 1, let results = try attempt(group) { return results }
    } catch { return group.map { Self.failed($0, error) } }
    return group.map { entry in
      do throws(FileDescriptor.Failure) {
        for _ in 0..<Self.attempts {
          if let result = try attempt([entry])?.first { return result }
        }
      } catch { return Self.failed(entry, error) }
      return BatchRun.Result(of: entry, failedFor: .endedProcess(times: Self.attempts))
    }
  }

  /// The results from a worker; nil where the inputs have ended it.
  private func attempt(_ group: [BatchEntry]) throws(FileDescriptor.Failure) -> [BatchRun.Result]? {
    let worker: Worker
    if let waiting = idle.withLock({ $0.popLast() }) { worker = waiting } else { worker = try Worker() }
    guard let results = worker.results(of: group) else {
      worker.end()
      return nil
    }
    idle.withLock { $0.append(worker) }
    return results
  }

  private static func failed(_ entry: BatchEntry, _ error: FileDescriptor.Failure) -> BatchRun.Result {
    var result = BatchRun.Result([], of: entry)
    result.error = RunFailure(.partial, [Diagnostic("cannot start a worker: \(error.reason)")])
    return result
  }

  /// Ends all workers.
  func end() {
    for worker in idle.withLock({ $0 }) { worker.end() }
  }
}

/// A process that works on a few inputs at a time: what brings it down takes nothing else with it.
struct Worker {
  private let process: ChildProcess
  private let requests: Int32
  private let results: Int32

  /// The variable that makes a process a worker.
  private static let variable = "SCROLLFIT_RECORDING_WORKER"
  /// Pipes are made and handed over one at a time: a worker must not inherit another one's.
  private static let start = Mutex(())

  /// - Parameter work: that of a copy of this process: to serve.
  init(_ work: (() throws -> Void)? = nil) throws(FileDescriptor.Failure) {
    (process, requests, results) = try Self.start.withLock { _ throws(FileDescriptor.Failure) in
      let request = try Self.pipe(), result = try Self.pipe()
      defer {
        close(request.reading)
        close(result.writing)
      }
      let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
      defer { close(null) }
      let process = try ChildProcess(
        variables: [Self.variable: "1"],
        redirected: [
          STDIN_FILENO: request.reading, STDOUT_FILENO: result.writing, STDERR_FILENO: null,
        ],
        closed: [request.reading, request.writing, result.reading, result.writing, null], work: work)
      return (process, request.writing, result.reading)
    }
  }

  /// The results of inputs; nil where the process has ended over them.
  func results(of group: [BatchEntry]) -> [BatchRun.Result]? {
    do { try Message(group).send(to: requests) } catch { return nil }
    var message = Message(from: results)
    return message?.takeResults()
  }

  /// Ends the process, which has nothing in work.
  @discardableResult
  func end() -> ChildProcess.End {
    close(requests)
    close(results)
    return process.wait()
  }

  private static func pipe() throws(FileDescriptor.Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    widen_pipe(ends[1])
    return (ends[0], ends[1])
  }
}

extension Worker {
  /// True if this process is one.
  static var isCurrentProcess: Bool { getenv(variable) != nil }

  /// Works on what comes in until the other side closes; ends then at once, also in the middle of an input.
  static func serve(_ run: BatchRun) {
    ChildProcess.prepareCurrent()
    let requests = Mutex([Message]())
    let arrived = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while let message = Message(from: STDIN_FILENO) {
        requests.withLock { $0.append(message) }
        arrived.signal()
      }
      _exit(ExitStatus.done.rawValue)
    }
    while true {
      arrived.wait()
      var message = requests.withLock { $0.removeFirst() }
      let results = message.takeGroup().map { run.lines(of: $0) }
      do { try Message(results).send(to: STDOUT_FILENO) } catch { return }
    }
  }
}
