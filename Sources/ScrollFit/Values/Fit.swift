public import LeastSquares
public import Recordings

/// A number with its error: one parameter or derived quantity as reported.
public struct Estimate: Equatable, Sendable {
  public let name: String
  public let unit: String
  /// Not finite where the quantity does not exist (a destination of a motion that speeds up).
  public let value: Double
  /// Nil where none was estimated: the parameter was fixed, or the data do not determine it.
  public let standardError: Double?
  /// The confidence interval at ``Fit/confidence``; nil where there is no standard error.
  public let interval: ClosedRange<Double>?
  /// Given by the user or the recording, not estimated.
  public let fixed: Bool
  /// One value for several recordings.
  public let shared: Bool

  public init(
    name: String, unit: String, value: Double, standardError: Double?, interval: ClosedRange<Double>?,
    fixed: Bool = false, shared: Bool = false
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.standardError = standardError
    self.interval = interval
    self.fixed = fixed
    self.shared = shared
  }
}

/// What the fit leaves over.
public struct ResidualSummary: Equatable, Sendable {
  public let count: Int
  public let degreesOfFreedom: Int
  /// Squared unit of the offsets.
  public let sumOfSquares: Double
  /// √(sumOfSquares / count).
  public let rms: Double
  /// The largest absolute residual.
  public let maximum: Double
  /// Nil where every residual is 0.
  public let durbinWatson: Double?
  /// Two-sided p-value of the runs test; nil where it is undefined.
  public let runsP: Double?
  /// The detected pixel grid; nil for none.
  public let grid: Double?
  /// grid / √12; 0 for no grid.
  public let floor: Double

  public init(
    count: Int, degreesOfFreedom: Int, sumOfSquares: Double, rms: Double, maximum: Double,
    durbinWatson: Double?,
    runsP: Double?, grid: Double?, floor: Double
  ) {
    self.count = count
    self.degreesOfFreedom = degreesOfFreedom
    self.sumOfSquares = sumOfSquares
    self.rms = rms
    self.maximum = maximum
    self.durbinWatson = durbinWatson
    self.runsP = runsP
    self.grid = grid
    self.floor = floor
  }
}

/// Does the law hold on these samples?
public struct Adequacy: Equatable, Sendable {
  public enum Verdict: String, Sendable {
    case holds, near, fails, undecided
  }

  public let verdict: Verdict
  /// p-value that the residuals are without structure; nil where it is undefined.
  public let structure: Double?
  /// √max(0, rms² − floor²), in the unit of the offsets.
  public let excess: Double
  /// ``excess`` over the phase's travel (largest minus smallest offset).
  public let excessOfTravel: Double
  /// The verdict in words.
  public let reason: String

  public init(verdict: Verdict, structure: Double?, excess: Double, excessOfTravel: Double, reason: String) {
    self.verdict = verdict
    self.structure = structure
    self.excess = excess
    self.excessOfTravel = excessOfTravel
    self.reason = reason
  }
}

/// How a fit ranks among models of the same samples.
public struct Selection: Equatable, Sendable {
  /// Nil where n − p − 1 ≤ 0.
  public let aicc: Double?
  public let bic: Double
  /// Centred R²; nil where the samples do not vary.
  public let rSquared: Double?
  /// Akaike weights of the models that `auto` weighed; empty otherwise.
  public let weights: [Weight]

  public struct Weight: Equatable, Sendable {
    public let model: String
    public let aicc: Double?
    public let weight: Double

    public init(model: String, aicc: Double?, weight: Double) {
      self.model = model
      self.aicc = aicc
      self.weight = weight
    }
  }

  public init(aicc: Double?, bic: Double, rSquared: Double?, weights: [Weight]) {
    self.aicc = aicc
    self.bic = bic
    self.rSquared = rSquared
    self.weights = weights
  }
}

/// A fitted parameter against a constant known from elsewhere.
public struct Comparison: Equatable, Sendable {
  /// Whose constant: `UIScrollView normal`.
  public let reference: String
  public let parameter: String
  public let expected: Double
  /// value − expected.
  public let difference: Double
  /// difference / standard error; nil without one.
  public let z: Double?

  public init(reference: String, parameter: String, expected: Double, difference: Double, z: Double?) {
    self.reference = reference
    self.parameter = parameter
    self.expected = expected
    self.difference = difference
    self.z = z
  }
}

/// A law fitted to a phase of a recording.
public struct Fit: Equatable, Sendable {
  public let source: String
  public let series: String?
  /// Nil for a fit that has no axis (a polynomial against another column).
  public let axis: Axis?
  /// The phase's kind; `whole` where the file was taken as one phase, `range` where the user gave one.
  public let phase: String
  /// Times of the first and last sample used, s since the recording's first sample.
  public let from: Double
  public let to: Double
  public let samples: Int
  /// The law's name on the command line: `bounce`.
  public let model: String
  /// What ran: `variable-projection`.
  public let estimator: String
  /// The unit of offsets: `pt` or `px`.
  public let unit: String
  /// The level of every interval: 0.95.
  public let confidence: Double
  public let parameters: [Estimate]
  public let derived: [Estimate]
  public let residuals: ResidualSummary
  public let adequacy: Adequacy
  public let selection: Selection
  public let termination: Termination
  public let iterations: Int
  public let evaluations: Int
  public let against: [Comparison]
  /// Every accepted point and its sum of squares, where asked for.
  public let path: [PathPoint]
  public let warnings: [String]
  /// The samples used and the law's values there, for pictures.
  public let curve: Curve

  public struct Curve: Equatable, Sendable {
    public let abscissas: [Double]
    public let observed: [Double]
    public let fitted: [Double]

    public init(abscissas: [Double], observed: [Double], fitted: [Double]) {
      self.abscissas = abscissas
      self.observed = observed
      self.fitted = fitted
    }
  }

  public init(
    source: String, series: String?, axis: Axis?, phase: String, from: Double, to: Double, samples: Int,
    model: String,
    estimator: String, unit: String, confidence: Double, parameters: [Estimate], derived: [Estimate],
    residuals: ResidualSummary, adequacy: Adequacy, selection: Selection, termination: Termination,
    iterations: Int,
    evaluations: Int, against: [Comparison], path: [PathPoint], warnings: [String], curve: Curve
  ) {
    self.source = source
    self.series = series
    self.axis = axis
    self.phase = phase
    self.from = from
    self.to = to
    self.samples = samples
    self.model = model
    self.estimator = estimator
    self.unit = unit
    self.confidence = confidence
    self.parameters = parameters
    self.derived = derived
    self.residuals = residuals
    self.adequacy = adequacy
    self.selection = selection
    self.termination = termination
    self.iterations = iterations
    self.evaluations = evaluations
    self.against = against
    self.path = path
    self.warnings = warnings
    self.curve = curve
  }
}
