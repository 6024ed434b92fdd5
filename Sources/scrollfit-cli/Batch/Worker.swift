import Foundation
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// A process that works on a few inputs at a time: what brings it down takes nothing else with it.
struct Worker {
  private let process: ChildProcess
  private let requests: Int32
  private let results: Int32

  /// The variable that makes a process a worker.
  private static let variable = "SCROLLFIT_RECORDING_WORKER"
  /// Pipes are made and handed over one at a time: a worker must not inherit another one's.
  private static let start = Mutex(())

  init() throws(FileDescriptor.Failure) {
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
        ])
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
    return (ends[0], ends[1])
  }
}

extension Worker {
  /// True if this process is one.
  static var isCurrentProcess: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  /// Works on what comes in until the other side closes; ends then at once, also in the middle of an input.
  static func serve(_ run: BatchRun) {
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
