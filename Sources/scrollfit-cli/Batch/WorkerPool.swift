import ResultStore
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// The workers of a batch, one for each recording in work at once, started when they are needed.
final class WorkerPool: Sendable {
  private let idle = Mutex([Worker]())
  /// The number of workers that a recording may end before it has failed.
  private static let attempts = StoreRun.mostAttempts

  /// Works on an input in a worker; one that ends it is tried again, then has failed.
  func result(of entry: BatchEntry, in run: BatchRun) -> BatchRun.Result {
    for _ in 0..<Self.attempts {
      let worker: Worker
      do throws(FileDescriptor.Failure) {
        if let waiting = idle.withLock({ $0.popLast() }) { worker = waiting } else { worker = try Worker() }
      } catch {
        var result = BatchRun.Result([], of: entry)
        result.error = RunFailure(.partial, [Diagnostic("cannot start a worker: \(error.reason)")])
        return result
      }
      if let result = worker.result(of: entry) {
        idle.withLock { $0.append(worker) }
        return result
      }
      worker.end()
    }
    return run.lines(of: entry, failedFor: .endedProcess(times: Self.attempts))
  }

  /// Ends all workers.
  func end() {
    for worker in idle.withLock({ $0 }) { worker.end() }
  }
}
