import Hashing
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
  ) throws(RunFailure) -> (tally: BatchTally, report: (BatchReport, of: [BatchCollection.Recording])?) {
    do {
      let store = try ResultStore(writing: path, isCautious: Supervisor.isCautious)
      let stored = try StoreRun(store, version: Scrollfit.version, options: options)
      let postponed = Mutex([BatchEntry]())
      let begun = Mutex(Set<[UInt8]>())
      let total = try run(
        work: { group in
          group.map { self.result(of: $0, in: stored, begun: begun, alone: false) }
        },
        deliver: { results, _ in
          postponed.withLock { $0 += results.compactMap(\.postponed) }
        })
      // What was in work when a process ended is done last and alone: if it happens again, it is known which it was.
      for entry in postponed.withLock({ $0 }) {
        let result = result(of: entry, in: stored, begun: begun, alone: true)
        if let error = result.error { throw error }
        if result.isUsage { throw RunFailure(.usage, result.problems) }
        result.problems.forEach { $0.print() }
      }
      let outcome = try stored.outcome()
      var tally = total.tally
      (tally.recordings, tally.failed, tally.incomplete) =
        (outcome.recordings, outcome.failed, outcome.incomplete)
      tally.verdicts = try stored.verdicts()
      total.tell(tally)
      let report = try groupKeys.map { try self.report(of: stored, groupedBy: $0) }
      try store.close()
      return (tally, report)
    } catch let error as StoreError {
      throw RunFailure(.partial, [Diagnostic(file: path, error.description)])
    } catch let error as RunFailure {
      throw error
    } catch {
      throw RunFailure(.partial, [Diagnostic(file: path, "\(error)")])
    }
  }

  /// Reads and fits one input unless the store has its results.
  ///
  /// - Parameter begun: the hashes of the contents that this run works on.
  private func result(
    of entry: BatchEntry, in stored: StoreRun, begun: borrowing Mutex<Set<[UInt8]>>, alone: Bool
  ) -> Result {
    do throws(StoreError) {
      let content: BatchContent
      do { content = try self.content(of: entry) } catch {
        try stored.fail(entry, error)
        return Result([BatchRecord(error)], of: entry)
      }
      let hash = content.hash.bytes
      switch try stored.admit(entry, hash: hash, alone: alone) {
      case .known(let recordings, let failed, let incomplete, let problems):
        var result = Result(problems, of: entry)
        result.tally = BatchTally(recordings: recordings, failed: failed, incomplete: incomplete)
        result.isReused = !begun.withLock { $0.contains(hash) }
        return result
      case .shared, .suspect:
        var result = Result([], of: entry)
        result.postponed = entry
        return result
      case .begun(let id):
        begun.withLock { _ = $0.insert(hash) }
        let records = analyzer.records(of: content.read(entry))
        let result = Result(records, of: entry)
        // Options that are wrong end the run: there is no result to keep.
        if !result.isUsage { try stored.finish(id, records) }
        return result
      }
    } catch {
      var result = Result([], of: entry)
      result.error = error
      return result
    }
  }
}
