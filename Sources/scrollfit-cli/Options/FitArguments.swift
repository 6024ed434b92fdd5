import ArgumentParser
import ScrollFit

/// What is fitted, and how.
struct FitArguments: ParsableArguments {
  @Option(help: "The law; auto weighs several, without a model the one that suits the recording is taken.")
  var model: ModelChoice?

  @Option(help: "How the parameters are found.")
  var estimator = Estimator.auto

  @Option(
    help: ArgumentHelp(
      "A parameter, or what determines one, that is known; repeats.", valueName: "name=value"))
  var fix: [NamedNumber] = []

  @Option(
    help: ArgumentHelp(
      "The values a parameter may take; a side may be left out; repeats.", valueName: "name=low...high"))
  var bounds: [NamedRange] = []

  @Option(help: ArgumentHelp("Where the search begins; repeats.", valueName: "name=value"))
  var start: [NamedNumber] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The level of the intervals.", valueName: "level"))
  var confidence = 0.95

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The offsets of the content's edges; a side may be left out.", valueName: "low...high")
  )
  var edge: NumberRange?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first time used, seconds since the recording's first sample.", valueName: "s"))
  var from: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last time used, seconds since the recording's first sample.", valueName: "s"))
  var to: Number?

  @Option(help: ArgumentHelp("The column that a polynomial is fitted over.", valueName: "column"))
  var against: String?

  @Flag(help: "Report every point that the search accepted.")
  var keepPath = false

  func validate() throws {
    guard confidence > 0, confidence < 1 else {
      throw ValidationError("--confidence lies between 0 and 1, not at \(confidence)")
    }
    if let from, let to, from.value > to.value {
      throw ValidationError("--from \(from.value) lies after --to \(to.value)")
    }
    try Repeated.refuse(fix.map(\.name), option: "--fix")
    try Repeated.refuse(bounds.map(\.name), option: "--bounds")
    try Repeated.refuse(start.map(\.name), option: "--start")
  }
}
