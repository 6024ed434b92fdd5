import ArgumentParser
import Formula
import LeastSquares
import Recordings
import Reports
import ScrollFitting

/// The model that is fitted, and the way to fit it.
struct FitArguments: ParsableArguments {
  @Option(help: "Model to fit; auto selects one by AICc. Default: the model of each phase.")
  var model: ModelSelection?

  @Option(
    help: ArgumentHelp(
      "Model of your own, an equation of columns and parameters; t is time in seconds: \"y = a + b*exp(-k*t)\".",
      valueName: "equation"),
    transform: Formula.init(argument:))
  var formula: Formula?

  @Option(help: ArgumentHelp("Algorithm that finds the parameters.", visibility: .uncommon))
  var estimator = Estimator.auto

  @Option(
    help: ArgumentHelp(
      "Hold a parameter (or a derived quantity that determines one) at a value. Repeatable.",
      valueName: "name=value"))
  var fix: [NamedNumber] = []

  @Option(
    help: ArgumentHelp(
      "Bounds of a parameter; either end is optional. Repeatable.", valueName: "name=low...high",
      visibility: .uncommon))
  var bounds: [NamedRange] = []

  @Option(
    help: ArgumentHelp(
      "Initial value of a parameter. Repeatable.", valueName: "name=value", visibility: .uncommon))
  var start: [NamedNumber] = []

  @Option(
    help: ArgumentHelp(
      "Give a parameter as an expression of others. Repeatable.", valueName: "name=expression",
      visibility: .uncommon),
    transform: NamedExpression.init(argument:))
  var tie: [NamedExpression] = []

  @Option(
    help: ArgumentHelp(
      "Loss function; every loss but linear is robust to outliers.", visibility: .uncommon))
  var loss = RobustLoss.linear

  @Option(
    help: ArgumentHelp(
      "Noise model. Default: estimated (quantization and timestamp jitter); none for polynomials and formulas.",
      visibility: .uncommon))
  var noise: NoiseModel?

  @Option(
    help: ArgumentHelp(
      "Fit one value of a parameter for all recordings. Repeatable.", valueName: "name",
      visibility: .uncommon))
  var joint: [String] = []

  @Option(help: ArgumentHelp("Method of the confidence intervals.", visibility: .uncommon))
  var intervals = IntervalKind.wald

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of bootstrap replicates.", valueName: "count", visibility: .uncommon))
  var replicates = 1000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of additional random initial values, for a formula.", valueName: "count", visibility: .uncommon)
  )
  var starts = 0

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Random seed.", valueName: "number", visibility: .uncommon))
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Confidence level, between 0 and 1.", valueName: "level", visibility: .uncommon))
  var confidence = 0.95

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Offsets of the content's edges, pt; either end is optional.", valueName: "low...high",
      visibility: .uncommon))
  var edge: NumberRange?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Start of the time range, s since the first sample.", valueName: "s", visibility: .uncommon))
  var from: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End of the time range, s since the first sample.", valueName: "s", visibility: .uncommon))
  var to: Number?

  @Option(
    name: [.long, .customLong("against")],
    help: ArgumentHelp(
      "Column that a polynomial is a function of. Default: time.", valueName: "column",
      visibility: .uncommon))
  var abscissa: String?

  @Flag(help: ArgumentHelp("Report the samples, the curve and its bands (JSON).", visibility: .uncommon))
  var keepCurve = false

  @Flag(help: ArgumentHelp("Report every accepted point of the search (JSON).", visibility: .uncommon))
  var keepPath = false

  @Option(
    help: "Write the fitted motions as source code instead of a report; css as linear() easings.")
  var export: ExportLanguage?

  /// A quantile of 0.1 % is then known to a tenth of its probability.
  private static let maximumReplicates = 100_000
  /// A lower minimum that so many starts miss is found by bounds, not by more of them.
  private static let maximumStarts = 100_000

  /// The content's edges: those of `--edge`, else of the settings.
  var edges: ClosedRange<Double>? { edge?.range ?? Settings.current.edges }

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
    options.edges = edges
    options.from = from?.value
    options.to = to?.value
    options.against = abscissa
    options.keepPath = keepPath
    return options
  }

  /// Reading options with the columns that the formula and `--abscissa` name.
  func readingOptions(_ reading: ReadingArguments) -> ReadingOptions {
    reading.options(
      others: abscissa.map { [$0] } ?? [],
      formulaNames: formula.map { $0.left.names + $0.right.names + $0.reservedWords } ?? [])
  }

  func validate() throws {
    guard export == nil || formula == nil else {
      throw ValidationError("--export does not support --formula: choose a --model")
    }
    guard confidence > 0, confidence < 1 else {
      throw ValidationError(
        "--confidence must be between 0 and 1, not \(confidence)\(ConfidenceLevel.hint(confidence))")
    }
    guard formula == nil || model == nil else {
      throw ValidationError("--formula and --model are mutually exclusive")
    }
    guard replicates >= 100 else {
      throw ValidationError("--replicates must be at least 100, not \(replicates)")
    }
    guard replicates <= Self.maximumReplicates else {
      throw ValidationError("--replicates \(replicates) is more than \(Self.maximumReplicates)")
    }
    guard starts >= 0 else { throw ValidationError("--starts must not be negative: \(starts)") }
    guard starts <= Self.maximumStarts else {
      throw ValidationError("--starts \(starts) is more than \(Self.maximumStarts)")
    }
    if let from, let to, from.value > to.value {
      throw ValidationError("--from \(from.value) is after --to \(to.value)")
    }
    try Repeated.refuse(fix.map(\.name), option: "--fix")
    try Repeated.refuse(bounds.map(\.name), option: "--bounds")
    try Repeated.refuse(start.map(\.name), option: "--start")
    try Repeated.refuse(tie.map(\.name), option: "--tie")
    try Repeated.refuse(joint, option: "--joint")
  }
}
