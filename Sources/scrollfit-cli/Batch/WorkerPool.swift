import ResultStore
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// The workers of a batch, one for each recording in work at once, started when they are needed.
final class WorkerPool: Sendable {
  private let idle = Mutex([Worker]())
  /// The number of workers that a recording may end before it has failed.
  private static let attempts = StoreRun.maximumAttempts

  /// Works on inputs in a worker. Where they end it, each is tried alone; one that ends it again and again has failed.
  func results(of group: [BatchEntry], in run: BatchRun) -> [BatchRun.Result] {
    do throws(FileDescriptor.Failure) {
      if group.count > 1, let results = try attempt(group) { return results }
    } catch { return group.map { Self.failed($0, error) } }
    return group.map { entry in
      do throws(FileDescriptor.Failure) {
        for _ in 0..<Self.attempts {
          if let result = try attempt([entry])?.first { return result }
        }
      } catch { return Self.failed(entry, error) }
      return run.lines(of: entry, failedFor: .endedProcess(times: Self.attempts))
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
