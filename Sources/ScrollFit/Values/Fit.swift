public import LeastSquares
public import Recordings

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
  /// Of every pair of parameters that were estimated.
  public let correlations: [Correlation]
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
    correlations: [Correlation] = [], residuals: ResidualSummary, adequacy: Adequacy, selection: Selection,
    termination: Termination, iterations: Int,
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
    self.correlations = correlations
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
