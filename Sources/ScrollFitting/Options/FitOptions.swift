import Formula
import LeastSquares
import Recordings
import ScrollModels

/// The way a model's parameters are found.
package enum Estimator: String, CaseIterable, Sendable {
  case auto
  case variableProjection = "variable-projection"
  case levenbergMarquardt = "levenberg-marquardt"
  case gradientDescent = "gradient-descent"
  case compassSearch = "compass-search"
  case compassSearchArticles = "compass-search-articles"
  case linear

  /// The name on the command line; reports keep the raw value.
  package var optionName: String {
    self == .compassSearchArticles ? "compass-search-original" : rawValue
  }
}

/// The choice of a fit's model.
package enum ModelSelection: Equatable, Sendable {
  /// By the information criteria of several models.
  case automatic
  case model(MotionModel)

  /// The word that chooses among several models on the command line.
  package static let automaticID = "auto"

  /// The selection as the command line names it: `auto`, `bounce`, `polynomial:2`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    if text == Self.automaticID {
      self = .automatic
    } else if let model = MotionModel(text) {
      self = .model(model)
    } else {
      return nil
    }
  }

  /// The name on the command line.
  package var id: String {
    switch self {
    case .automatic: Self.automaticID
    case .model(let model): model.id
    }
  }

  /// The names that the command line accepts, for help and errors.
  package static let known = MotionModel.all.map(\.id) + ["polynomial:N", automaticID]
}

/// The options of a fit.
public struct FitOptions: Sendable {
  /// A model or a choice among several; nil to take what suits the recording.
  package var model: ModelSelection?
  /// `--formula`: a law of the user's own, in place of a model.
  package var formula: Formula?
  package var estimator = Estimator.auto
  /// `--fix`: parameter or derived name to value.
  public var fixed: [String: Double] = [:]
  /// `--bounds`: parameter or derived name to the values allowed.
  public var bounds: [String: ClosedRange<Double>] = [:]
  /// `--start`: parameter or derived name to where the search begins.
  public var starts: [String: Double] = [:]
  /// `--tie`: parameter to an expression of others.
  package var ties: [String: Expression] = [:]
  /// `--joint`: parameters or derived names with one value for all recordings.
  package var joint: [String] = []
  /// `--starts`: the number of further starts of a formula, drawn at random.
  package var furtherStarts = 0
  /// The level of intervals, in 0…1.
  public var confidence = 0.95
  /// `--edge`: the offsets of the content's edges; overrides what the recording names.
  public var edges: ClosedRange<Double>?
  /// `--from`: seconds since the recording's first sample, inclusive.
  public var from: Double?
  /// `--to`: seconds since the recording's first sample, inclusive.
  public var to: Double?
  /// `--axis`: nil for both.
  package var axis: Axis?
  /// `--abscissa`: the column that a polynomial is a function of.
  package var against: String?
  package var keepPath = false
  /// `--loss`: the loss function; every one but linear is robust to outliers.
  public var loss = RobustLoss.linear
  /// `--noise`: the noise model of the samples.
  public var noise = NoiseModel.estimated
  /// `--intervals`: the method of errors and intervals.
  public var intervals = IntervalKind.wald
  /// `--replicates`: the number of bootstrap replicates.
  public var replicates = 1000
  /// `--seed`: the random seed.
  public var seed: UInt64 = 1
  /// True if a kernel gives the start where one has the model: the same answer in a fraction of the time. A fit that it
  /// cannot decide falls back to the search over the model's whole range.
  package var usesKernels = false
  /// The number of replicates that are fitted at once; the result is the same for every number.
  public var threads = 1
  /// `--keep-curve`: whether the fit carries its bands.
  package var keepCurve = false
  /// True if fits carry the sensitivity of their constants to other choices of the analysis.
  package var reportsSensitivity = false
  /// True if finger, state and events of a recording are ignored when it is split into phases.
  package var ignoresTouch = false

  /// The phase that a fit is for, where the recording was segmented.
  package var phase: PhaseKind?

  /// Creates the options that the command line has by default.
  public init() {}
}

extension FitOptions {
  /// Evaluations of one model for the search from all starts, for the noise, and for all profiles, each: an ordinary
  /// search takes a hundredth of them, and 100 samples of the slowest model a second. A formula, whose cost nobody has
  /// looked at before, may take twice as many, and as many again for every further start that is asked for.
  var evaluationBudget: Int { 10_000 * (formula == nil ? 1 : 2 * (1 + furtherStarts)) }

  /// Evaluations of one model for all replicates of a bootstrap: in proportion to their number only where that is above
  /// the default.
  var bootstrapBudget: Int { 6 * evaluationBudget / 1000 * max(1000, replicates) }
}
