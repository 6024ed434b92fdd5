import Recordings
import ScrollFitting
import ScrollModels

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
  package func records(of entry: BatchEntry) -> [BatchRecord] {
    if case .unreadable(let sentence) = entry.content { return [BatchRecord(.init(sentence))] }
    do throws(ReadingError) {
      return try traces(of: entry).map { record(of: $0.trace, $0.options) }
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
    let traces = (try? traces(of: entry)) ?? []
    return traces.map { trace, options in
      {
        let choice = options.formula == nil ? engine.map(EngineChoice.named) ?? .nearest : .none
        let (analysis, answers, _) = Analyzer(options: options).analyze(
          [trace], like: choice, illustrating: limit)
        return (analysis, answers)
      }
    }
  }

  /// The recordings of the input, each with the options that it is fitted with.
  func traces(of entry: BatchEntry) throws(ReadingError) -> [(trace: Trace, options: FitOptions)] {
    let bytes: [UInt8]
    switch entry.content {
    case .trace(let trace): return [(trace, options)]
    case .bytes(let read): bytes = read
    case .file, .unreadable: return []
    }
    guard let number = entry.line else {
      return try RecordingReader(options: reading).traces(bytes: bytes, source: entry.source).map {
        ($0, options)
      }
    }
    let line = try TraceLine(bytes, number: number, source: entry.source)
    let own = named(by: line)
    return try line.traces(own.reading).map { ($0, own.options) }
  }

  private func record(of trace: Trace, _ options: FitOptions) -> BatchRecord {
    let (analysis, answers, failures) = Analyzer(options: options).analyze(
      [trace], like: engine.map(EngineChoice.named) ?? .none, illustrating: 0)
    let errors = failures.map { failure in
      (failure.axis.map { "axis \($0.rawValue): " } ?? "") + failure.error.sentence.text(naming: naming)
    }
    let problem = BatchRecord.Problem(
      errors.joined(separator: "; "),
      // A model that the recording itself names may not have what the options name.
      isUsage: self.options.model == options.model && failures.contains { $0.error.isUsage })
    return BatchRecord(
      series: trace.series, recording: analysis.recordings.first, facts: trace.facts, fits: analysis.fits,
      answer: analysis.fits.isEmpty ? nil : answers.first,
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
