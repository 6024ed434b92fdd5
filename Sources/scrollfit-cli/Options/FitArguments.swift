import ArgumentParser
import Formula
import LeastSquares
import Recordings
import Reports
import ScrollFitting

/// What is fitted, and how.
struct FitArguments: ParsableArguments {
  @Option(help: "The law; auto weighs several, without a model the one that suits the recording is taken.")
  var model: ModelSelection?

  @Option(
    help: ArgumentHelp(
      "A law of your own, an equation of column names and parameters: y = a + b*exp(-k*t). t is seconds.",
      valueName: "equation"),
    transform: Formula.init(argument:))
  var formula: Formula?

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

  @Option(
    help: ArgumentHelp(
      "A parameter as an expression of others; repeats.", valueName: "name=expression"),
    transform: NamedExpression.init(argument:))
  var tie: [NamedExpression] = []

  @Option(help: "What large residuals cost: all but linear keep outliers from pulling the curve.")
  var loss = RobustLoss.linear

  @Option(
    help:
      "The noise of the samples: estimated from the grid and the recorded times for the laws of scrolling, none for polynomials and formulas."
  )
  var noise: NoiseModel?

  @Option(help: ArgumentHelp("A parameter with one value for all recordings; repeats.", valueName: "name"))
  var joint: [String] = []

  @Option(help: "What the intervals are taken from.")
  var intervals = IntervalKind.wald

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many times a bootstrap fits anew.", valueName: "count"))
  var replicates = 1000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Further starts drawn at random, for a formula.", valueName: "count"))
  var starts = 0

  @Option(parsing: .unconditional, help: ArgumentHelp("The seed of everything drawn.", valueName: "number"))
  var seed: UInt64 = 1

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

  @Flag(help: "Report the samples with the curve and its bands (JSON).")
  var keepCurve = false

  @Flag(help: "Report every point that the search accepted.")
  var keepPath = false

  @Option(
    help:
      "Write the fitted motions as source code in place of the report; css as linear() easings.")
  var export: ExportLanguage?

  /// A quantile of 0.1 % is then known to a tenth of its probability.
  private static let maximumReplicates = 100_000
  /// A lower minimum that so many starts miss is found by bounds, not by more of them.
  private static let maximumStarts = 100_000

  var options: FitOptions {
    var options = FitOptions()
    options.model = model
    options.formula = formula
    options.estimator = estimator
    for fix in fix { options.fixed[fix.name] = fix.value }
    for bound in bounds { options.bounds[bound.name] = bound.range }
    for start in start { options.starts[start.name] = start.value }
    for tie in tie { options.ties[tie.name] = tie.expression }
    options.joint = joint
    options.loss = loss
    options.noise = noise ?? .estimated
    options.keepCurve = keepCurve
    options.intervals = intervals
    options.replicates = replicates
    options.furtherStarts = starts
    options.seed = seed
    options.confidence = confidence
    options.edges = edge?.range
    options.from = from?.value
    options.to = to?.value
    options.against = against
    options.keepPath = keepPath
    return options
  }

  /// What the formula and the options name beyond the columns that have a role.
  func readingOptions(_ reading: ReadingArguments) -> ReadingOptions {
    reading.options(
      others: against.map { [$0] } ?? [],
      formulaNames: formula.map { $0.left.names + $0.right.names + $0.reservedWords } ?? [])
  }

  func validate() throws {
    guard export == nil || formula == nil else {
      throw ValidationError("--export writes the laws of scrolling, not a formula")
    }
    guard confidence > 0, confidence < 1 else {
      throw ValidationError("--confidence lies between 0 and 1, not at \(confidence)")
    }
    guard formula == nil || model == nil else {
      throw ValidationError("--formula and --model both name the law: give one of them")
    }
    guard replicates >= 100 else {
      throw ValidationError("--replicates \(replicates) are too few for an interval: 100 at least")
    }
    guard replicates <= Self.maximumReplicates else {
      throw ValidationError("--replicates \(replicates) is more than \(Self.maximumReplicates)")
    }
    guard starts >= 0 else { throw ValidationError("--starts \(starts) is negative") }
    guard starts <= Self.maximumStarts else {
      throw ValidationError("--starts \(starts) is more than \(Self.maximumStarts)")
    }
    if let from, let to, from.value > to.value {
      throw ValidationError("--from \(from.value) lies after --to \(to.value)")
    }
    try Repeated.refuse(fix.map(\.name), option: "--fix")
    try Repeated.refuse(bounds.map(\.name), option: "--bounds")
    try Repeated.refuse(start.map(\.name), option: "--start")
    try Repeated.refuse(tie.map(\.name), option: "--tie")
    try Repeated.refuse(joint, option: "--joint")
  }
}
