import ArgumentParser
import ScrollFit

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Read recordings, fit a law of scrolling to them, report.")

  @Argument(help: ArgumentHelp("Recordings (CSV, TSV or NDJSON); - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup(title: "Fit")
  var fit: FitArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  var fitOptions: FitOptions {
    var options = FitOptions()
    options.model = fit.model?.name
    options.estimator = fit.estimator
    for fix in fit.fix { options.fixed[fix.name] = fix.value }
    for bound in fit.bounds { options.bounds[bound.name] = bound.range }
    for start in fit.start { options.starts[start.name] = start.value }
    options.confidence = fit.confidence
    options.edges = fit.edge?.range
    options.from = fit.from?.value
    options.to = fit.to?.value
    options.axis = common.axis.axis
    options.against = fit.against
    options.keepPath = fit.keepPath
    return options
  }

  func validate() throws {
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input (-) can be read once")
    }
  }

  func run() throws {
    try common.destination.check()
    let outcomes = try files.map { try Work.fit($0, self) }
    let analyses = outcomes.compactMap(\.value)
    let analysis = Analysis(recordings: analyses.flatMap(\.recordings), fits: analyses.flatMap(\.fits))
    try Delivery(
      report: analyses.isEmpty ? nil : common.format.render(analysis),
      isComplete: analysis.fits.allSatisfy(\.termination.converged),
      problems: outcomes.flatMap(\.problems)
    ).deliver(to: common.destination)
  }
}
