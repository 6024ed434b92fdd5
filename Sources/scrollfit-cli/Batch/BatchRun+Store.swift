import Foundation
import Hashing
import ResultStore
import ScrollAnalysis
import ScrollFitting
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
      let store = try ResultStore(
        writing: path, isCautious: Supervisor.isCautious || stream.plan.readsStandardInput)
      let stored = try StoreRun(store, version: Scrollfit.version, options: options)
      let postponed = Mutex([BatchEntry]())
      let begun = Mutex(Set<[UInt8]>())
      let total = try stream.run(
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
      do { content = try entry.readContent() } catch {
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
        let records = analyzer.records(of: content.read(entry, analyzer.reading))
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

/// The right of one batch to write in a store, from here to the end of the process and of those it has started.
///
/// SQLite keeps single writes apart; two batches at once would take each other's recordings in work for their own.
struct StoreLock {
  private let path: String
  private let descriptor: Int32

  /// The maximum wait for another batch, s: one that was killed may still be ending.
  private static let patience = 5.0

  /// - Throws: a store that another batch is writing in, or a folder that cannot be written.
  init(_ store: String) throws(RunFailure) {
    path = store + "-lock"
    let end = ContinuousClock.now + .seconds(Self.patience)
    while true {
      // Those that are started inherit it: the lock ends with the last of them.
      let descriptor = open(path, O_RDWR | O_CREAT, 0o666)
      guard descriptor >= 0 else {
        throw Self.failure(store, "cannot be written: \(FileDescriptor.Failure.last.reason)")
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The one before may have taken the file away after it was opened here.
        var held = stat(), named = stat()
        if fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
          self.descriptor = descriptor
          return
        }
      }
      close(descriptor)
      guard ContinuousClock.now < end else {
        throw Self.failure(store, "another batch is writing to this database")
      }
      usleep(20_000)
    }
  }

  func release() {
    unlink(path)
    close(descriptor)
  }

  private static func failure(_ store: String, _ sentence: String) -> RunFailure {
    RunFailure(.partial, [Diagnostic(file: store, sentence)])
  }
}
