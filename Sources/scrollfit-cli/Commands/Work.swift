import Certification
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting
import ScrollModels
import ScrollSegmentation
import ScrollSimulation

/// The calls into the library, one for each verb: everything else here is words.
///
/// An input that cannot be used is a problem of the outcome; options that are wrong whatever the input end the run.
enum Work {
  /// All recordings: their analysis, and what of them could not be used.
  static func fit(
    _ command: FitCommand
  ) throws(RunFailure) -> Outcome<(analysis: Analysis, answers: [Answer])> {
    var (traces, problems) = try read(command.recordings.files, command.fit.readingOptions(command.reading))
    let (analysis, answers, failures) = Analyzer(options: command.fitOptions).analyze(
      traces, like: command.engine, illustrating: command.illustrationLimit)
    problems += failures.map(\.diagnostic)
    if failures.contains(where: \.error.isUsage) { throw RunFailure(.usage, problems) }
    let isEmpty = analysis.fits.isEmpty && analysis.recordings.allSatisfy(\.phases.isEmpty)
    return Outcome(isEmpty ? nil : (analysis, answers), problems: problems)
  }

  /// The engines that all recordings move like.
  static func identify(_ command: IdentifyCommand) throws(RunFailure) -> Outcome<Identification> {
    var (traces, problems) = try read(command.recordings.files, command.reading.options())
    var recordings: [RecordingIdentification] = []
    for trace in traces {
      let (recording, failures) = command.identifier.identify(trace)
      if let recording { recordings.append(recording) }
      problems += failures.map(\.diagnostic)
    }
    return Outcome(
      recordings.isEmpty ? nil : Identification(recordings: recordings), problems: problems)
  }

  /// The phases of all recordings.
  static func segment(_ command: SegmentCommand) throws(RunFailure) -> Outcome<Segmentation> {
    var (traces, problems) = try read(command.recordings.files, command.reading.options())
    let segmenter = Segmenter(ignoresTouch: command.segmentation.ignoreTouch, threads: Environment.threads)
    var recordings: [RecordingSummary] = []
    for trace in traces {
      do {
        recordings.append(
          try segmenter.summary(
            of: trace, axis: command.common.axis.axis, edges: command.segmentation.edge?.range))
      } catch {
        problems.append(
          Failure(source: trace.source, series: trace.series, axis: command.common.axis.axis, error: error)
            .diagnostic)
      }
    }
    return Outcome(recordings.isEmpty ? nil : Segmentation(recordings: recordings), problems: problems)
  }

  /// The recordings that a scenario makes, as scrolltrace.
  static func simulate(_ command: SimulateCommand) -> Outcome<String> {
    do {
      var scenario = try ScenarioFile.read(command.scenario)
      if let seed = command.seed { scenario.recording.seed = seed }
      if let engine = try command.scrollEngine() { scenario.engine = engine }
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

  /// The recording of a video, as scrolltrace.
  static func video(_ command: VideoCommand) -> Outcome<String> {
    guard var video = VideoFile(path: command.file) else {
      return Outcome(nil, problems: [Diagnostic(file: command.file, VideoFile.problem(of: command.file))])
    }
    video.reader = command.reader
    video.scale = command.scale?.value
    video.clock = command.clock
    do { return Outcome(ScrolltraceWriter().text(try video.trace())) } catch {
      return Outcome(nil, problems: [Diagnostic(file: command.file, error.description)])
    }
  }

  /// The recordings of all files, and the files that could not be read.
  static func read(
    _ files: [String], _ options: ReadingOptions
  ) throws(RunFailure) -> (traces: [Trace], problems: [Diagnostic]) {
    let reader = RecordingReader(options: options)
    var traces: [Trace] = []
    var problems: [Diagnostic] = []
    for file in InputPaths(files, extensions: InputPaths.recordingsAndVideos).files {
      if let problem = file.problem {
        problems.append(Diagnostic(file: file.path, problem))
        continue
      }
      if let video = VideoFile(path: file.path) {
        do { traces.append(try video.trace()) } catch {
          problems.append(Diagnostic(file: file.path, error.description))
        }
        continue
      }
      do { traces += try reader.traces(at: file.path) } catch {
        problems += (try unusable(error) as Outcome<Analysis>).problems
      }
    }
    return (traces, problems)
  }

  /// The table of both formulas, with the regression of `--data`.
  static func project(_ command: ProjectCommand) throws(RunFailure) -> Outcome<ProjectionAnalysis> {
    let table = ProjectionAnalysis.table(decelerationRates: command.rates, velocities: command.velocities)
    func analysis(_ regressions: [ProjectionAnalysis.Regression], of flings: [Fling]) -> ProjectionAnalysis {
      let illustration =
        command.page.isAsked
        ? ProjectionIllustration(
          regressions, of: flings, decelerationRate: command.rates[0], velocity: command.velocities[0]) : nil
      return ProjectionAnalysis(table: table, regressions: regressions, illustration: illustration)
    }
    guard let file = command.data else { return Outcome(analysis([], of: [])) }
    let recorded: Table
    do {
      recorded = try RecordingReader(options: command.reading.options()).table(at: file)
    } catch { return try unusable(error) }
    do {
      let flings = try Fling.read(recorded, velocityUnit: command.reading.velocityUnit)
      let regressions = try ProjectionAnalysis.regressions(
        of: flings, assumedRate: command.rates[0], confidence: 0.95)
      return Outcome(analysis(regressions, of: flings))
    } catch {
      let problem = Diagnostic(file: file, error.description)
      if error.isUsage { throw RunFailure(.usage, [problem]) }
      return Outcome(nil, problems: [problem])
    }
  }

  /// The constants in every parametrisation and engine.
  static func convert(_ command: ConvertCommand) throws(RunFailure) -> Conversion {
    do {
      return try Conversion(
        command.constants.map { NamedConstants.Given($0.name, $0.value) }, motion: command.motion)
    } catch {
      throw RunFailure(.usage, [Diagnostic(error.description)])
    }
  }

  /// Every claim, from the data built in or that of `--data`.
  static func reproduce(_ command: ReproduceCommand) throws(RunFailure) -> Outcome<[Claim]> {
    do { return Outcome(try Reproduction.claims(from: command.articleData)) } catch {
      if case .reading(let error) = error { return try unusable(error) }
      return Outcome(nil, problems: [Diagnostic(file: error.file, error.description)])
    }
  }

  /// The page of claims, with the articles' pictures from the same data.
  static func page(_ command: ReproduceCommand, of claims: [Claim]) throws(RunFailure) -> Page {
    do { return claims.page(try Reproduction.illustration(from: command.articleData)) } catch {
      throw RunFailure(.noInput, [Diagnostic(file: error.file, error.description)])
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

extension Failure {
  /// The failure with the place it happened at.
  var diagnostic: Diagnostic {
    let place = [series.map { "series \($0)" }, axis.map { "axis \($0.rawValue)" }].compactMap(\.self)
    let prefix = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return Diagnostic(file: source, prefix + error.description)
  }
}
