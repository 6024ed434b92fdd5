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
