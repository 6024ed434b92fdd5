import ArgumentParser
import Drawing
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting

struct FitCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "fit", abstract: "Fit motion models of scrolling to recordings and report their constants.",
    examples: [
      "session.ndjson --like ios --for flutter --html report.html",
      "bounce.csv --model bounce --frame-rate 60 --fix rest=88",
      "fling.csv --formula \"y = x0 + v0/k*(1 - exp(-k*t))\"",
    ],
    discussion: """
      Without --model and a time range a recording is split into phases, and each phase is fitted with its model. \
      The report answers in about ten lines whether the recording moves like an engine, by how much not, and with which \
      constants; --verbose reports every fit in full.
      """)

  @OptionGroup
  var recordings: RecordingArguments

  @OptionGroup(title: "Answer")
  var answer: AnswerArguments

  @OptionGroup(title: "Fit")
  var fit: FitArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  @OptionGroup(title: "Figure")
  var plot: PlotArguments

  var fitOptions: FitOptions {
    var options = fit.options
    options.threads = Environment.threads
    options.axis = common.axis.axis
    options.reportsSensitivity = !isShort && fit.export == nil && common.format.hasSensitivity
    return options
  }

  /// The largest number of fits with pictures.
  var illustrationLimit: Int {
    page.isAsked ? Analysis.maximumPictures : !plot.isAsked ? 0 : Analysis.maximumFitsOfFigure
  }

  func validate() throws {
    guard fit.export == nil || common.format == .text else {
      throw ValidationError(
        "--export and --format are mutually exclusive: --export writes source code instead of a report")
    }
    if let option = answer.shortReportOption, !isShort || fit.formula != nil {
      throw ValidationError(
        "\(option) is of the short report: without --verbose, --format and --export, and of models: without --formula"
      )
    }
  }

  func run() throws {
    let delivery = try Delivery(
      to: common.file, page: page, beside: [("--plot", plot.plot)], keeping: recordings.files)
    try plot.check()
    let outcome = try fitted()
    if let analysis = outcome.value?.analysis { try draw(analysis) }
    let omitted = (outcome.value?.analysis).flatMap(exportProblem).map { [$0] } ?? []
    try delivery.deliver(
      Outcome(
        outcome.value, problems: outcome.problems + omitted + unconverged(outcome.value?.analysis.fits)),
      others: common.format == .text && !common.quiet && fit.export == nil
        ? [plot.plot].compactMap(\.self) : nil,
      page: {
        $0.analysis.page(
          answers: $0.answers, releases: $0.releases, toolkit: answer.toolkit,
          thumbnails: page.html == nil ? [:] : VideoFile.thumbnails(of: $0.analysis))
      },
      text: render)
  }

  /// Writes the figure for print where one is asked for.
  private func draw(_ analysis: Analysis) throws(RunFailure) {
    guard plot.isAsked else { return }
    guard let figure = analysis.figure(millimeters: plot.millimeters) else {
      let sentence =
        analysis.fits.isEmpty
        ? "--plot: no phase was fitted"
        : "--plot draws up to \(Analysis.maximumFitsOfFigure) fits of one model: choose one phase by --from and --to"
      throw RunFailure(.usage, [Diagnostic(sentence)])
    }
    try plot.write(figure)
  }

  /// True if the report is the short one.
  private var isShort: Bool { common.format == .text && !answer.verbose && fit.export == nil }

  /// The engine that the short report and the page compare with; a formula is no motion of an engine.
  var engine: EngineChoice {
    (isShort || page.isAsked) && fit.formula == nil
      ? (answer.like ?? Settings.current.engine).map(EngineChoice.named) ?? .nearest : .none
  }

  /// The report, or with `--export` the source; nil where no fit can be written.
  private func render(_ found: Found) -> String? {
    if let language = fit.export { return language.render(found.analysis) }
    guard isShort else {
      let report = common.format.render(found.analysis, releases: found.releases, provenance)
      return common.format == .text ? report + closing(constants(found.analysis)) : report
    }
    if common.quiet { return Terminal.colored(found.analysis.lines(found.answers), to: common.destination) }
    let width = Terminal.width(of: common.destination)
    let text = found.analysis.brief(
      found.answers, releases: found.releases, toolkit: answer.toolkit, width: width)
    return Terminal.colored(text, to: common.destination) + closing()
  }

  /// The end of a report: the settings used, then sentences.
  private func closing(_ sentences: [String] = []) -> String {
    let lines = [Settings.current.sentence].compactMap(\.self) + sentences
    return lines.isEmpty ? "" : "\n" + lines.map { $0.visible + "\n" }.joined()
  }

  /// The constants as a text states them.
  private func constants(_ analysis: Analysis) -> [String] {
    analysis.reportSentences.map { "to report: \($0), scrollfit \(Scrollfit.version)" }
  }

  private var provenance: Provenance {
    let files = InputPaths(recordings.files).files
    let inputs = files.filter { $0.path != "-" && $0.problem == nil }.compactMap { file in
      (try? BatchContent(file: file.path)).map { content in
        Provenance.Input(source: FileName.shown(file.path), hash: content.hash.text)
      }
    }
    return Provenance(
      version: Scrollfit.version, options: OptionFingerprint(fit, reading, axis: common.axis).text,
      inputs: inputs)
  }

  private func unconverged(_ fits: [Fit]?) -> [Diagnostic] {
    (fits ?? []).filter { !$0.termination.converged }.map { fit in
      Diagnostic(file: fit.source, "\(fit.position): the fit did not converge: \(fit.termination.phrase)")
    }
  }

  /// The fits that `--export` cannot write.
  private func exportProblem(_ analysis: Analysis) -> Diagnostic? {
    guard let language = fit.export else { return nil }
    guard !analysis.fits.isEmpty else {
      return Diagnostic("--export: no phase was fitted, so there is nothing to write")
    }
    let omitted = language.omitted(of: analysis)
    guard omitted > 0 else { return nil }
    let fits = analysis.fits.count == 1 ? "the fit" : "\(omitted) of \(analysis.fits.count) fits"
    let needs = language == .css ? "finite numbers, and in css time, travel and an end" : "finite numbers"
    return Diagnostic("--export \(language.rawValue) cannot write \(fits): the source needs \(needs)")
  }
}

extension FitCommand {
  private typealias Found = (analysis: Analysis, answers: [Answer], releases: [ReleaseReport])

  /// All recordings: their analysis, and what of them could not be used.
  private func fitted() throws(RunFailure) -> Outcome<Found> {
    var (traces, problems) = try RecordingFiles.read(recordings.files, fit.readingOptions(reading))
    let (analysis, answers, failures) = Analyzer(options: fitOptions).analyze(
      traces, like: engine, illustrating: illustrationLimit)
    // What is wrong with the options is so for every phase.
    var known = Set(problems)
    for failure in failures where known.insert(failure.diagnostic).inserted {
      problems.append(failure.diagnostic)
    }
    if failures.contains(where: \.error.isUsage) { throw RunFailure(.usage, problems) }
    let isEmpty = analysis.fits.isEmpty && analysis.recordings.allSatisfy(\.phases.isEmpty)
    let releases = ReleaseAnalyzer(confidence: fitOptions.confidence, threads: fitOptions.threads).reports(
      traces, analysis)
    return Outcome(isEmpty ? nil : (analysis, answers, releases), problems: problems)
  }
}
