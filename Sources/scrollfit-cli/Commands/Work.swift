import Certification
import Recordings
import ScrollFit

/// The calls into the library, one for each verb: everything else here is words.
///
/// An input that cannot be used is a problem of the outcome; options that are wrong whatever the input end the run.
enum Work {
  /// All recordings: their analysis, and what of them could not be used.
  static func fit(_ command: FitCommand) throws(RunFailure) -> Outcome<Analysis> {
    let formula = command.fit.formula
    let options = command.reading.options(
      others: command.fit.against.map { [$0] } ?? [],
      formulaNames: formula.map { $0.left.names + $0.right.names + $0.reservedWords } ?? [])
    var (traces, problems) = try read(command.files, options)
    let (analysis, failures) = Analyzer(options: command.fitOptions).analyze(traces)
    problems += failures.map(diagnostic)
    if failures.contains(where: \.error.isUsage) { throw RunFailure(.usage, problems) }
    let isEmpty = analysis.fits.isEmpty && analysis.recordings.allSatisfy(\.phases.isEmpty)
    return Outcome(isEmpty ? nil : analysis, problems: problems)
  }

  /// What of a recording could not be used, and where.
  static func diagnostic(_ failure: Failure) -> Diagnostic {
    let place = [failure.series.map { "series \($0)" }, failure.axis.map { "axis \($0.rawValue)" }]
      .compactMap(\.self)
    let prefix = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return Diagnostic(file: failure.source, prefix + failure.error.description)
  }

  /// The phases of all recordings.
  static func segment(_ command: SegmentCommand) throws(RunFailure) -> Outcome<Segmentation> {
    let (traces, problems) = try read(command.files, command.reading.options())
    let segmenter = Segmenter(ignoresTouch: command.ignoreTouch, threads: Environment.threads)
    let recordings = traces.map {
      segmenter.summary(of: $0, axis: command.common.axis.axis, edges: command.edge?.range)
    }
    return Outcome(recordings.isEmpty ? nil : Segmentation(recordings: recordings), problems: problems)
  }

  /// The recordings that a scenario makes, as scrolltrace.
  static func simulate(_ command: SimulateCommand) -> Outcome<String> {
    do {
      var scenario = try ScenarioFile.read(command.scenario)
      if let seed = command.seed { scenario.recording.seed = seed }
      var writer = ScrolltraceWriter()
      writer.writesTouch = !command.stripTouch
      let simulations = try Simulator(scenario).run(source: command.scenario)
      return Outcome(
        simulations.map { writer.text(command.stripTruth ? $0.trace : $0.traceWithTruth) }.joined())
    } catch let error as Diagnostic {
      return Outcome(nil, problems: [error])
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: command.scenario, "\(error)")])
    }
  }

  /// The recordings of all files, and the files that could not be read.
  static func read(
    _ files: [String], _ options: ReadingOptions
  ) throws(RunFailure) -> (traces: [Trace], problems: [Diagnostic]) {
    let reader = RecordingReader(options: options)
    var traces: [Trace] = []
    var problems: [Diagnostic] = []
    for file in files {
      do { traces += try reader.traces(at: file) } catch {
        problems += (try unusable(error) as Outcome<Analysis>).problems
      }
    }
    return (traces, problems)
  }

  /// The table of both formulas, with the regression of `--data`.
  static func project(_ command: ProjectCommand) throws(RunFailure) -> Outcome<ProjectionAnalysis> {
    let table = ProjectionAnalysis.table(decelerationRates: command.rates, velocities: command.velocities)
    guard let file = command.data else { return Outcome(ProjectionAnalysis(table: table, regressions: [])) }
    let recorded: Table
    do {
      recorded = try RecordingReader(options: command.reading.options()).table(at: file)
    } catch { return try unusable(error) }
    do {
      let flings = try Fling.read(recorded, velocityUnit: command.reading.velocityUnit)
      let regressions = try ProjectionAnalysis.regressions(
        of: flings, assumedRate: command.rates[0], confidence: 0.95)
      return Outcome(ProjectionAnalysis(table: table, regressions: regressions))
    } catch {
      let problem = Diagnostic(file: file, error.description)
      if error.isUsage { throw RunFailure(.usage, [problem]) }
      return Outcome(nil, problems: [problem])
    }
  }

  /// Every claim, from the data built in or that of `--data`.
  static func reproduce(_ command: ReproduceCommand) throws(RunFailure) -> Outcome<[Claim]> {
    let data = command.data.map(ArticleData.folder) ?? .embedded
    do { return Outcome(try Reproduction.claims(from: data)) } catch {
      if case .reading(let error) = error { return try unusable(error) }
      return Outcome(nil, problems: [Diagnostic(file: error.file, error.description)])
    }
  }

  /// Every reference dataset of a folder, solved from each of its starts.
  static func certify(_ command: CertifyCommand) -> Outcome<Certification> {
    let paths: [String]
    do { paths = try ReferenceFiles(in: command.folder, extensions: ["dat"]).paths } catch {
      return Outcome(nil, problems: [error])
    }
    var datasets: [ReferenceDataset] = []
    var problems: [Diagnostic] = []
    for path in paths {
      do {
        datasets.append(try ReferenceDataset(bytes: ReferenceFiles.bytes(of: path), file: path))
      } catch let error as ReferenceError {
        problems.append(
          Diagnostic(file: error.file, line: error.line, column: error.column, error.description))
      } catch let error as Diagnostic {
        problems.append(error)
      } catch {
        problems.append(Diagnostic(file: path, "\(error)"))
      }
    }
    let (certification, failures) = Certifier(command.options).certify(datasets)
    problems += failures.map { failure in
      let start = failure.start.map { "from start \($0): " } ?? ""
      return Diagnostic(file: failure.file, line: failure.line, start + "\(failure.error)")
    }
    return Outcome(certification.fits.isEmpty ? nil : certification, problems: problems)
  }

  /// A file that cannot be read; an error of the options ends the run.
  private static func unusable<Value>(_ error: ReadingError) throws(RunFailure) -> Outcome<Value> {
    let problem = Diagnostic(file: error.file, line: error.line, column: error.column, error.description)
    if error.isUsage { throw RunFailure(.usage, [problem]) }
    return Outcome(nil, problems: [problem])
  }
}
