import ResultStore
import ScrollAnalysis
import Synchronization

extension BatchRun {
  /// Works on all inputs whose results the store does not have yet, and stores them.
  ///
  /// - Parameters:
  ///   - options: what the results depend on.
  ///   - groupKeys: what the report groups by; nil for no report.
  func run(
    into path: String, options: String, groupKeys: [String]?
  ) throws(RunFailure) -> (tally: BatchTally, report: BatchReport?) {
    do {
      let store = try ResultStore(writing: path)
      let stored = try StoreRun(store, version: Scrollfit.version, options: options)
      let suspects = Mutex([BatchEntry]())
      _ = try run(
        work: { entry in self.result(of: entry, in: stored, alone: false) },
        deliver: { result, _ in
          if let error = result.storeError { throw error }
          if let suspect = result.suspect { suspects.withLock { $0.append(suspect) } }
        })
      // What was in work when a process ended is done last and alone: if it happens again, it is known which it was.
      for entry in suspects.withLock({ $0 }) {
        let result = result(of: entry, in: stored, alone: true)
        if let error = result.storeError { throw error }
        if result.isUsage { throw RunFailure(.usage, result.problems) }
        result.problems.forEach { $0.print() }
      }
      let outcome = try stored.outcome()
      let report = try groupKeys.map { try self.report(of: stored, groupedBy: $0) }
      try store.close()
      return (
        BatchTally(recordings: outcome.recordings, failed: outcome.failed, incomplete: outcome.incomplete),
        report
      )
    } catch let error as StoreError {
      throw RunFailure(.partial, [Diagnostic(file: path, error.description)])
    } catch let error as RunFailure {
      throw error
    } catch {
      throw RunFailure(.partial, [Diagnostic(file: path, "\(error)")])
    }
  }

  /// Reads and fits one input unless the store has its results.
  private func result(of entry: BatchEntry, in stored: StoreRun, alone: Bool) -> Result {
    do throws(StoreError) {
      let bytes: [UInt8]
      switch content(of: entry) {
      case .failure(let problem):
        try stored.fail(entry, problem)
        return Result([BatchRecord(problem)], of: entry)
      case .success(let content): bytes = content
      }
      switch try stored.admit(entry, hash: ContentHash(of: bytes).bytes, alone: alone) {
      case .known(let recordings, let failed, let incomplete):
        var result = Result([], of: entry)
        result.tally = BatchTally(recordings: recordings, failed: failed, incomplete: incomplete)
        result.isReused = true
        return result
      case .shared: return Result([], of: entry)
      case .suspect:
        var result = Result([], of: entry)
        result.suspect = entry
        return result
      case .begun(let content):
        let records = analyzer.records(of: entry, bytes: bytes)
        let result = Result(records, of: entry)
        // Options that are wrong end the run: there is no result to keep.
        if !result.isUsage { try stored.finish(content, records) }
        return result
      }
    } catch {
      var result = Result([], of: entry)
      result.storeError = error
      return result
    }
  }
}
