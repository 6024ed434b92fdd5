public import Formula
public import LeastSquares
public import Recordings

/// The way a law's parameters are found.
public enum Estimator: String, CaseIterable, Sendable {
  case auto
  case variableProjection = "variable-projection"
  case levenbergMarquardt = "levenberg-marquardt"
  case gradientDescent = "gradient-descent"
  case compassSearch = "compass-search"
  case compassSearchArticles = "compass-search-articles"
  case linear

  /// The name on the command line; reports keep the raw value.
  public var optionName: String {
    self == .compassSearchArticles ? "compass-search-original" : rawValue
  }
}

/// The options of a fit.
public struct FitOptions: Sendable {
  /// The law's name on the command line, `auto` to weigh several, nil to take what suits the recording.
  public var model: String?
  /// `--formula`: a law of the user's own, in place of a model.
  public var formula: Formula?
  public var estimator = Estimator.auto
  /// `--fix`: parameter or derived name to value.
  public var fixed: [String: Double] = [:]
  /// `--bounds`: parameter or derived name to the values allowed.
  public var bounds: [String: ClosedRange<Double>] = [:]
  /// `--start`: parameter or derived name to where the search begins.
  public var starts: [String: Double] = [:]
  /// `--tie`: parameter to an expression of others.
  public var ties: [String: Expression] = [:]
  /// `--joint`: parameters or derived names with one value for all recordings.
  public var joint: [String] = []
  /// `--starts`: how many further starts of a formula are drawn at random.
  public var furtherStarts = 0
  /// The level of intervals, in 0…1.
  public var confidence = 0.95
  /// `--edge`: the offsets of the content's edges; overrides what the recording names.
  public var edges: ClosedRange<Double>?
  /// `--from`, `--to`: seconds since the recording's first sample, inclusive.
  public var from: Double?
  public var to: Double?
  /// `--axis`: nil for both.
  public var axis: Axis?
  /// `--abscissa`: the column that a polynomial is a function of.
  public var against: String?
  public var keepPath = false
  /// `--loss`: what large residuals cost.
  public var loss = RobustLoss.linear
  /// `--noise`: how far each sample is trusted.
  public var noise = NoiseModel.estimated
  /// `--intervals`: what the errors and intervals are taken from.
  public var intervals = IntervalKind.wald
  /// `--replicates`: how many times a bootstrap fits anew.
  public var replicates = 1000
  /// `--seed`: of everything drawn at random.
  public var seed: UInt64 = 1
  /// True if a kernel looks for the start where one has the law: the same answer in a fraction of the time. The search
  /// over the law's whole range remains for what kernels leave.
  public var usesKernels = false
  /// The number of replicates are fitted at once; the result is the same for every number.
  public var threads = 1
  /// `--keep-curve`: whether the fit carries its bands.
  public var keepCurve = false
  /// `--html`, `--svg`: of how many fits, at most, the analysis holds what a picture needs; of those that are
  /// furthest off where there are more.
  public var illustrations = 0
  /// True if finger, state and events of a recording are left aside when its phases are looked for.
  public var ignoresTouch = false

  /// The phase that a fit is for, where the recording was segmented.
  var phase: PhaseKind?

  public init() {}
}

/// The noise model of the samples.
public enum NoiseModel: String, CaseIterable, Sendable {
  /// All samples alike; their variance is estimated from the residuals.
  case none
  /// σᵢ² = s² grid²/12 + (v(tᵢ) σ_t)², with s ≥ 1 and σ_t, the noise of the recorded times, estimated.
  case estimated
  /// All samples alike, of the known variance grid²/12.
  case grid
  /// The exact likelihood of offsets rounded to the grid, with Gaussian noise of unknown size.
  case interval

  /// The name on the command line; reports keep the raw value.
  public var optionName: String { self == .interval ? "censored" : rawValue }
}

/// The method of confidence intervals.
public enum IntervalKind: String, CaseIterable, Sendable {
  /// ± a quantile of the standard error, from the curvature at the minimum.
  case wald
  /// The value at which the best cost with the parameter fixed has risen by the quantile's square.
  case profile
  /// The spread of fits to the curve with its residuals drawn anew.
  case bootstrap
  /// The spread of fits to samples drawn anew.
  case bootstrapCases = "bootstrap-cases"
}
