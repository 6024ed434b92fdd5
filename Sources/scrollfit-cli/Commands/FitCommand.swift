import ArgumentParser
import Reports
import ScrollFit

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Read recordings, fit a law of scrolling to them, report.")

  @Argument(help: ArgumentHelp("Recordings in any format known; - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup(title: "Fit")
  var fit: FitArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  var fitOptions: FitOptions {
    var options = FitOptions()
    options.model = fit.model?.name
    options.formula = fit.formula
    options.estimator = fit.estimator
    for fix in fit.fix { options.fixed[fix.name] = fix.value }
    for bound in fit.bounds { options.bounds[bound.name] = bound.range }
    for start in fit.start { options.starts[start.name] = start.value }
    for tie in fit.tie { options.ties[tie.name] = tie.expression }
    options.joint = fit.joint
    options.loss = fit.loss
    options.noise = fit.noise ?? .estimated
    options.threads = Environment.threads
    options.keepCurve = fit.keepCurve
    options.intervals = fit.intervals
    options.replicates = fit.replicates
    options.furtherStarts = fit.starts
    options.seed = fit.seed
    options.confidence = fit.confidence
    options.edges = fit.edge?.range
    options.from = fit.from?.value
    options.to = fit.to?.value
    options.axis = common.axis.axis
    options.against = fit.against
    options.keepPath = fit.keepPath
    options.illustrations = page.isAsked ? Analysis.mostPictures : 0
    return options
  }

  func validate() throws {
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input (-) can be read once")
    }
  }

  func run() throws {
    let files = PageFiles(arguments: page, replacing: common.force)
    try common.destination.check()
    try files.check(beside: common.destination)
    let outcome = try Work.fit(self)
    try Delivery(
      report: outcome.value.map(common.format.render),
      isComplete: outcome.value?.fits.allSatisfy(\.termination.converged) ?? false,
      problems: outcome.problems, page: page.isAsked ? outcome.value.map { ($0.page, files) } : nil
    ).deliver(to: common.destination)
  }
}
