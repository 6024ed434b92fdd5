import ArgumentParser
import Reports
import ScrollFitting

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "fit", abstract: "Fit motion models of scrolling to recordings and report their constants.",
    examples: [
      "session.ndjson --html report.html",
      "bounce.csv --model bounce --frame-rate 60 --fix rest=88",
      "fling.csv --formula \"y = x0 + v0/k*(1 - exp(-k*t))\"",
    ],
    discussion: """
      Without --model and a time range a recording is split into phases, and each phase is fitted with its model. \
      Constants of UIKit are set beside the fitted ones.
      """)

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
        "--export and --format are mutually exclusive: --export writes source code instead of a report")
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
