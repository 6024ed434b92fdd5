import FitJSON
import Hashing
import Recordings
import Reports
import ResultStore
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// The inputs of a batch as a stream of work, whose results go on in their order.
struct BatchStream: Sendable {
  let files: [InputPaths.File]
  let plan: BatchPlan

  /// The largest number of messages about single recordings on standard error; all are in the rows.
  private static let maximumProblems = 20

  /// Works on all inputs.
  ///
  /// - Parameters:
  ///   - work: on inputs that are handed over together; a result for each.
  ///   - deliver: takes the results in the order of the input, with what came to before them.
  /// - Returns: what all came to, not told yet.
  /// - Throws: options that are wrong whatever the input, and what `deliver` throws.
  func run(
    work: @Sendable ([BatchEntry]) -> [BatchRun.Result],
    deliver: @Sendable ([BatchRun.Result], BatchTally) throws -> Void
  ) throws -> Ending {
    let (jobs, isQuiet) = (plan.jobs, plan.isQuiet)
    let input = Mutex(
      BatchInput(
        files, standardInputIsLines: plan.standardInputIsLines, isFormatKnown: plan.isFormatKnown))
    let size = input.withLock { $0.size }
    let passed = Atomic(0)
    let state = Mutex(
      (tally: BatchTally(), reused: 0, told: 0, progress: BatchProgress(isShown: !isQuiet)))
    try InOrder.forEach(
      jobs: jobs, window: jobs * 16,
      next: {
        input.withLock { input -> [BatchEntry]? in
          let group = input.nextGroup(jobs: jobs)
          passed.store(input.passed, ordering: .relaxed)
          return group.isEmpty ? nil : group
        }
      },
      work: work,
      deliver: { (results: [BatchRun.Result]) throws -> Void in
        try state.withLock { state in
          let failing = results.firstIndex { $0.error != nil || $0.isUsage }
          let good = results[..<(failing ?? results.count)]
          try deliver(Array(good), state.tally)
          for result in good {
            state.tally += result.tally
            if result.isReused { state.reused += result.tally.recordings }
            if !result.problems.isEmpty, state.told < Self.maximumProblems { state.progress.clear() }
            for problem in result.problems {
              if state.told < Self.maximumProblems { problem.print() }
              state.told += 1
            }
          }
          if let failing {
            throw results[failing].error ?? RunFailure(.usage, results[failing].problems)
          }
          state.progress.update(
            state.tally, share: size > 0 ? Double(passed.load(ordering: .relaxed)) / Double(size) : nil)
        }
      })
    return state.withLock { state in
      if state.told > Self.maximumProblems {
        Diagnostic("\(state.told - Self.maximumProblems) more problems; all are in the results").print()
      }
      return Ending(
        tally: state.tally, reused: state.reused, engine: plan.engine, progress: state.progress)
    }
  }

  /// The outcome of a run.
  struct Ending: Sendable {
    let tally: BatchTally
    /// Recordings of which an earlier run had the results.
    let reused: Int
    /// The engine that the recordings were compared with; nil for none.
    fileprivate let engine: String?
    fileprivate let progress: BatchProgress

    /// Tells on standard error what the batch came to.
    func tell(_ tally: BatchTally) { progress.end(tally, reused: reused, engine: engine) }
  }
}

/// The work of `batch`: every input is read and fitted.
struct BatchRun: Sendable {
  let stream: BatchStream
  let analyzer: BatchAnalyzer

  var jobs: Int { stream.plan.jobs }
  var isQuiet: Bool { stream.plan.isQuiet }

  /// The result of one input.
  struct Result: Sendable {
    var tally: BatchTally
    /// The messages on standard error.
    var problems: [Diagnostic]
    /// The lines of the output.
    var lines: [BatchLine] = []
    var isReused = false
    var isUsage = false
    /// The input where it is to be worked on behind all others.
    var postponed: BatchEntry?
    /// The reason that the run cannot go on.
    var error: (any Error)?
  }

  /// Reads and fits one input, for a line of output each recording.
  func lines(of entry: BatchEntry) -> Result {
    Result(of: entry) { analyzer.records(of: $0.read(entry, analyzer.reading), hasSummaries: false) }
  }
}

extension BatchRun.Result {
  init(_ records: [BatchRecord], of entry: BatchEntry) {
    self.init(
      tally: BatchTally(records), problems: records.compactMap { $0.diagnostic(of: entry) },
      isUsage: records.contains { $0.problem?.isUsage == true })
  }

  /// The lines of an input.
  ///
  /// - Parameter read: the recordings of its content.
  fileprivate init(of entry: BatchEntry, _ read: (BatchContent) -> [BatchRecord]) {
    let records: [BatchRecord]
    var hash: ContentHash?
    do throws(BatchRecord.Problem) {
      let content = try entry.readContent()
      hash = content.hash
      records = read(content)
    } catch {
      records = [BatchRecord(error)]
    }
    self.init(records, of: entry)
    lines = records.map { BatchLine($0, answer: $0.answer?.json, of: entry, contentHash: hash?.text) }
  }

  /// The line of an input that is not to be fitted.
  init(of entry: BatchEntry, failedFor problem: BatchRecord.Problem) {
    self.init(of: entry) { _ in [BatchRecord(problem)] }
  }
}

extension BatchEntry {
  /// The content of an input that was not read yet.
  func readContent() throws(BatchRecord.Problem) -> BatchContent {
    switch content {
    case .unreadable(let sentence): throw BatchRecord.Problem(sentence)
    case .bytes(let bytes): BatchContent(bytes)
    case .file, .trace: try BatchContent(file: source)
    }
  }
}

extension BatchRecord {
  /// The error of an entry, with its place; nil where all could be used.
  func diagnostic(of entry: BatchEntry) -> Diagnostic? {
    problem.map { problem in
      Diagnostic(
        file: entry.sourceName, line: entry.line ?? problem.line, column: problem.column,
        (series.map { "series \($0): " } ?? "") + problem.sentence)
    }
  }
}

extension BatchRun {
  /// The report on the recordings of a run, and those that have a fit; small groups are fitted at once, from the recordings read again.
  func report(
    of stored: StoreRun, groupedBy keys: [String]
  ) throws(StoreError) -> (BatchReport, of: [BatchCollection.Recording]) {
    let collection = try stored.collection(groupedBy: keys)
    let inputs = Mutex(InputRereader(collection.recordings, analyzer.reading))
    let joint = analyzer.jointValues(of: collection, jobs: jobs) { inputs.withLock { $0.next() } }
    let report = BatchReport(
      collection, poorFits: try stored.poorFits(), failures: try stored.failures(),
      comparison: try stored.engineComparison(), joint: joint)
    return (report, collection.recordings)
  }

  /// Fits made again for their curves; those of standard input, or of a file that has changed, are left out.
  func rereadFits(at references: [BatchCollection.FitIdentity]) -> [BatchCollection.FitIdentity: Fit] {
    var inputs = InputRereader(
      references.map(\.recording).sorted { $0.position < $1.position }, analyzer.reading)
    var fits: [BatchCollection.FitIdentity: Fit] = [:]
    let progress = BatchProgress(isShown: !isQuiet)
    progress.redraw(0, of: references.count)
    defer { progress.clear() }
    while let entry = inputs.next() {
      let records = analyzer.records(of: entry, hasSummaries: false)
      for reference in references where reference.recording.position == entry.position {
        let own = records.dropFirst(reference.recording.part).first?.fits ?? []
        fits[reference] = own.dropFirst(reference.fit).first
      }
      progress.redraw(fits.count, of: references.count)
    }
    return fits
  }
}

extension BatchRun {
  /// Writes the page of each recording that has none yet. Standard input, and files that have changed, are left out.
  ///
  /// Each page is written whole or not at all: a run that is ended is continued by the same command. A worker that is watched makes one page at a time.
  ///
  /// - Parameters:
  ///   - recordings: in the order of the command.
  ///   - replacing: true to write those anew that are there.
  func writePages(
    of recordings: [BatchCollection.Recording], into folder: PageFolder, replacing: Bool
  ) throws(RunFailure) -> RecordingPages {
    try folder.folder.make()
    let names = Dictionary(recordings.map { ($0, folder.name(of: $0)) }) { first, _ in first }
    let watch = PageWatch.inherited
    let crashed = Set(recordings.filter { watch?.crashed.contains(names[$0] ?? "") ?? false })
    let waiting = recordings.filter {
      !crashed.contains($0) && (replacing || !folder.hasPage(names[$0] ?? ""))
    }
    let waitingAt = Dictionary(grouping: waiting, by: \.position)
    let inputs = Mutex(InputRereader(waiting, analyzer.reading))
    let state = Mutex((written: Set<BatchCollection.Recording>(), progress: BatchProgress(isShown: !isQuiet)))
    let jobs = watch == nil ? jobs : 1
    // A page is made by one of many threads, and written before its thread makes another: memory holds one for each.
    try InOrder.forEach(
      jobs: jobs, window: jobs,
      next: { inputs.withLock { $0.next() } },
      work: { entry -> RunFailure? in
        func note(_ recording: BatchCollection.Recording?) {
          watch?.note(recording.map { PageWatch.Page(name: names[$0] ?? "", recording: $0.title) })
        }
        let own = waitingAt[entry.position] ?? []
        note(own.first)
        let illustrations = analyzer.illustrations(of: entry, limit: Analysis.maximumPictures)
        do throws(RunFailure) {
          for recording in own where recording.part < illustrations.count {
            note(recording)
            let (analysis, answers) = illustrations[recording.part]()
            let text = analysis.page(answers: answers).html()
            let output = Output(path: folder.path(of: names[recording] ?? ""), replacing: true)
            try state.withLock { state throws(RunFailure) in
              try output.write(text)
              state.written.insert(recording)
              state.progress.pages(state.written.count, of: waiting.count)
            }
          }
        } catch { return error }
        note(nil)
        return nil
      },
      deliver: { (failure: RunFailure?) throws(RunFailure) in
        if let failure { throw failure }
      })
    let (written, progress) = state.withLock { $0 }
    let missing = Set(waiting).subtracting(written)
    let linked = recordings.filter { !missing.contains($0) && !crashed.contains($0) }
    progress.endPages(
      written.count, known: linked.count - written.count,
      others: folder.pages.subtracting(linked.map { names[$0] ?? "" }).count, folder: folder.folder.path)
    return RecordingPages(
      linked.map { ($0, folder.address(of: names[$0] ?? "")) }, missing: missing.count, crashed: crashed.count
    )
  }
}
