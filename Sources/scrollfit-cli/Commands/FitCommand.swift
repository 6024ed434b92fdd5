import ArgumentParser
import Reports
import ScrollFitting

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Read recordings, fit a law of scrolling to them, report.")

  @OptionGroup
  var recordings: RecordingArguments

  @OptionGroup(title: "Fit")
  var fit: FitArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  var fitOptions: FitOptions {
    var options = fit.options
    options.threads = Environment.threads
    options.axis = common.axis.axis
    return options
  }

  /// The largest number of fits with pictures.
  var illustrationLimit: Int { page.isAsked ? Analysis.mostPictures : 0 }

  func validate() throws {
    guard fit.export == nil || common.format == .text else {
      throw ValidationError(
        "--export writes source code in place of the report: --format has no meaning beside it")
    }
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, page: page)
    let outcome = try Work.fit(self)
    let omitted = outcome.value.flatMap(exportProblem).map { [$0] } ?? []
    try delivery.deliver(
      Outcome(outcome.value, problems: outcome.problems + omitted),
      isComplete: { $0.fits.allSatisfy(\.termination.converged) }, page: \.page, text: render)
  }

  /// The report, or with `--export` the source; nil where no fit can be written.
  private func render(_ analysis: Analysis) -> String? {
    guard let language = fit.export else { return common.format.render(analysis) }
    return language.render(analysis)
  }

  /// What `--export` leaves out.
  private func exportProblem(_ analysis: Analysis) -> Diagnostic? {
    guard let language = fit.export else { return nil }
    guard !analysis.fits.isEmpty else { return Diagnostic("no phase was fitted: nothing to export") }
    let omitted = language.omitted(of: analysis)
    guard omitted > 0 else { return nil }
    let fits = analysis.fits.count == 1 ? "the fit" : "\(omitted) of \(analysis.fits.count) fits"
    let needs = language == .css ? "finite numbers, and in css time, travel and an end" : "finite numbers"
    return Diagnostic("--export \(language.rawValue) cannot write \(fits): a motion needs \(needs)")
  }
}
