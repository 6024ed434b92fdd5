internal import Dispatch
import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
internal import Synchronization

/// Reads and fits one input of a batch: every recording in it by itself.
package struct BatchAnalyzer: Sendable {
  package let reading: ReadingOptions
  package private(set) var options: FitOptions
  /// The engine that every recording is compared with; nil for none.
  package let engine: ScrollEngine?
  /// Gives the name of a setting in the sentences of errors.
  let naming: @Sendable (String) -> String

  package init(
    reading: ReadingOptions, options: FitOptions, like engine: ScrollEngine? = nil,
    naming: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.reading = reading
    self.naming = naming
    self.engine = engine
    self.options = options
    // Another estimator, and a search that is to be shown, have to do it all themselves.
    self.options.usesKernels = [.auto, .variableProjection].contains(options.estimator) && !options.keepPath
  }

  /// The recordings of an input that was read, in its order; one that has failed where it cannot be used.
  ///
  /// - Parameter hasSummaries: true if the records are to have the facts of the recordings.
  package func records(of entry: BatchEntry, hasSummaries: Bool = true) -> [BatchRecord] {
    if case .unreadable(let sentence) = entry.content { return [BatchRecord(.init(sentence))] }
    do throws(ReadingError) {
      let (traces, options) = try traces(of: entry)
      let analyzer = Analyzer(options: options, hasSummaries: hasSummaries)
      // One alone is handed on as it is: a copy would retain each of its parts.
      guard traces.count > 1 else { return traces.isEmpty ? [] : [record(of: traces, analyzer)] }
      return traces.map { record(of: [$0], analyzer) }
    } catch {
      return [
        BatchRecord(
          .init(
            error.sentence.text(naming: naming), line: error.line, column: error.column,
            isUsage: error.isUsage))
      ]
    }
  }

  /// The work for each recording of an input, in the order of its records: its analysis with what pictures need, and
  /// its comparison with an engine, the nearest where none was named. Empty where the input cannot be read.
  ///
  /// - Parameter limit: the largest number of illustrated fits.
  package func illustrations(
    of entry: BatchEntry, limit: Int
  ) -> [() -> (analysis: Analysis, answers: [Answer])] {
    guard let (traces, options) = try? traces(of: entry) else { return [] }
    return traces.map { trace in
      {
        let choice = options.formula == nil ? engine.map(EngineChoice.named) ?? .nearest : .none
        let (analysis, answers, _) = Analyzer(options: options).analyze(
          [trace], like: choice, illustrating: limit)
        return (analysis, answers)
      }
    }
  }

  /// The recordings of the input, and the options that they are fitted with.
  func traces(of entry: BatchEntry) throws(ReadingError) -> (traces: [Trace], options: FitOptions) {
    let bytes: [UInt8]
    switch entry.content {
    case .trace(let trace): return ([trace], options)
    case .bytes(let read): bytes = read
    case .file, .unreadable: return ([], options)
    }
    guard let number = entry.line else {
      return (try RecordingReader(options: reading).traces(bytes: bytes, source: entry.source), options)
    }
    let line = try TraceLine(bytes, number: number, source: entry.source)
    let own = named(by: line)
    return (try line.traces(own.reading), own.options)
  }

  /// - Parameter trace: one recording, in an array as it is analyzed.
  private func record(of trace: [Trace], _ analyzer: Analyzer) -> BatchRecord {
    let (analysis, answers, failures) = analyzer.analyze(
      trace, like: engine.map(EngineChoice.named) ?? .none, illustrating: 0)
    let errors = failures.map { failure in
      (failure.axis.map { "axis \($0.rawValue): " } ?? "") + failure.error.sentence.text(naming: naming)
    }
    let problem = BatchRecord.Problem(
      errors.joined(separator: "; "),
      // A model that the recording itself names may not have what the options name.
      isUsage: options.model == analyzer.options.model && failures.contains { $0.error.isUsage })
    return BatchRecord(
      series: trace[0].series, recording: analysis.recordings.first, facts: trace[0].facts,
      fits: analysis.fits,
      answer: answers.first.flatMap { analysis.fits.isEmpty && $0.comparison == nil ? nil : $0 },
      problem: errors.isEmpty ? nil : problem)
  }

  /// The options for a line that names its law under `model`, where the user named none. A pull past the edge has the finger's
  /// travel where others have times.
  private func named(by line: TraceLine) -> (reading: ReadingOptions, options: FitOptions) {
    guard options.model == nil, options.formula == nil, let name = line.facts["model"] else {
      return (reading, options)
    }
    var reading = reading, options = options
    options.model = MotionModel(name).map(ModelSelection.model)
    if options.model == .model(.rubberBand), reading.columns["finger"] == nil, line.hasColumn("t") {
      reading.columns["finger"] = "t"
      reading.columns["time"] = "none"
    }
    return (reading, options)
  }
}

extension Trace {
  /// The metadata of the recording: the texts and numbers of its header by their path, and its own.
  fileprivate var facts: [String: String] {
    var facts = metadata
    for member in header { facts.merge(member.facts) { _, header in header } }
    return facts
  }
}

extension JSONMember {
  fileprivate var facts: [String: String] {
    switch value {
    case .object(let members):
      var facts: [String: String] = [:]
      for member in members {
        for (path, text) in member.facts { facts["\(key).\(path)"] = text }
      }
      return facts
    case .string(let text): return [key: text]
    case .bool, .integer, .number, .decimal: return [key: value.json]
    case .null, .array: return [:]
    }
  }
}

extension BatchAnalyzer {
  /// The most recordings whose samples are fitted at once.
  ///
  /// Reading them again costs what the batch itself did, and every joint fit keeps their samples in memory.
  package static let maximumJointRecordings = 2000

  /// One value of every constant that distinguishes engines for all recordings of a group, and for all: the samples of a
  /// group are fitted at once, the constants of a model together. The same at any number of `jobs`.
  ///
  /// - Parameter next: the next of the inputs with recordings, read again; nil behind the last. One that is not what
  ///   was fitted is left out.
  package func jointValues(
    of collection: BatchCollection, jobs: Int, next: @Sendable () -> BatchEntry?
  ) -> JointValues {
    guard collection.recordings.count <= Self.maximumJointRecordings else {
      return JointValues(reason: .tooMany(most: Self.maximumJointRecordings))
    }
    if options.loss != .linear { return JointValues(reason: .robustLoss) }
    if options.intervals != .wald { return JointValues(reason: .searchedIntervals) }
    var values = JointValues(reason: .notThere)
    let shares = collection.shares
    guard !shares.isEmpty else { return values }
    let fits = fittedAgain(jobs: jobs, next: next)
    let solved = Parallel.map(shares.count, threads: jobs) { index in
      solve(shares[index], of: shares[index].references.compactMap { fits[$0] })
    }
    for (share, outcome) in zip(shares, solved) {
      switch outcome {
      case .success(let estimates):
        for (name, estimate) in zip(share.constants, estimates) {
          values.found[.init(constant: name, group: share.group)] = JointValue(
            estimate, count: share.references.count)
        }
      case .failure(let reason):
        for name in share.constants { values.reasons[.init(constant: name, group: share.group)] = reason }
      }
    }
    return values
  }

  private func solve(_ share: JointShare, of fits: [FittedRecording]) -> Result<
    [JointEstimate], JointValue.Reason
  > {
    guard fits.count == share.references.count else { return .failure(.notThere) }
    let fitting = JointFitting(
      members: fits.map { .init(candidate: $0.candidate, solution: $0.solution) },
      names: share.constants.map(\.name), options: options)
    do throws(FitError) { return .success(try fitting.estimates(fitting.outcome())) } catch {
      return .failure(.failed(error.sentence.text(naming: naming)))
    }
  }

  /// Every fit of the inputs, by its place.
  private func fittedAgain(jobs: Int, next: @Sendable () -> BatchEntry?) -> [FitReference: FittedRecording] {
    let all = Mutex([FitReference: FittedRecording]())
    InOrder.forEach(
      jobs: jobs, window: jobs * 16, next: next,
      work: { fitted($0) },
      deliver: { fits in all.withLock { $0.merge(fits) { $1 } } })
    return all.withLock { $0 }
  }

  private func fitted(_ entry: BatchEntry) -> [FitReference: FittedRecording] {
    guard let (traces, options) = try? traces(of: entry) else { return [:] }
    var fits: [FitReference: FittedRecording] = [:]
    for (part, trace) in traces.enumerated() {
      for (fit, recording) in Analyzer(options: options).analyzed([trace]).fitted.enumerated() {
        fits[FitReference(position: entry.position, part: part, fit: fit)] = recording
      }
    }
    return fits
  }
}

/// Work on a stream in several threads, its results in the order of the stream.
package enum InOrder {
  /// Calls `work` for every item and `deliver` for every result, in the order of the items, one at a time.
  ///
  /// - Parameters:
  ///   - jobs: how many items are worked on at once, at most.
  ///   - window: how many items may be taken and not delivered: what bounds the memory while one of them takes long.
  ///   - next: the next item, nil behind the last; never called by two threads at once, and not after `deliver` has
  ///     thrown.
  /// - Throws: what `deliver` threw first; what follows is not delivered.
  package static func forEach<Item: Sendable, Value: Sendable, Failure: Error>(
    jobs: Int, window: Int, next: @Sendable () -> Item?, work: @Sendable (Item) -> Value,
    deliver: @Sendable (Value) throws(Failure) -> Void
  ) throws(Failure) {
    let permits = DispatchSemaphore(value: max(jobs, window))
    let taken = Mutex(0)
    let output = Mutex((ready: [Int: Value](), delivered: 0, failure: Failure?.none))
    DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
      while true {
        permits.wait()
        let item = taken.withLock { count -> (reference: Int, item: Item)? in
          guard output.withLock({ $0.failure == nil }), let item = next() else { return nil }
          count += 1
          return (count - 1, item)
        }
        guard let item else {
          permits.signal()
          return
        }
        let value = work(item.item)
        output.withLock { output in
          output.ready[item.reference] = value
          while let value = output.ready.removeValue(forKey: output.delivered) {
            if output.failure == nil {
              do throws(Failure) { try deliver(value) } catch { output.failure = error }
            }
            output.delivered += 1
            permits.signal()
          }
        }
      }
    }
    if let failure = output.withLock({ $0.failure }) { throw failure }
  }
}
