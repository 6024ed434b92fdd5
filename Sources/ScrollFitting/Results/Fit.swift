import LeastSquares
import Recordings
import ScrollModels

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
  public let model: MotionModel
  /// The estimator that ran: `variable-projection`.
  package let estimator: String
  /// The unit of offsets: `pt` or `px`.
  package let unit: String
  /// The method of the errors and intervals.
  package let intervals: IntervalSummary
  /// The noise model of the samples.
  package let noise: NoiseSummary
  /// The effect of a robust loss on the samples; nil for least squares.
  package let loss: LossSummary?
  public let parameters: [Estimate]
  public let derived: [Estimate]
  /// The correlations of every pair of parameters that were estimated.
  package let correlations: [Correlation]
  public let residuals: ResidualSummary
  public let adequacy: Adequacy
  package let selection: Selection
  package let termination: Termination
  public let iterations: Int
  public let evaluations: Int
  package let start: SearchStart
  package let against: [Comparison]
  /// Every accepted point and its sum of squares, where asked for.
  package let path: [PathPoint]
  public let warnings: [String]
  /// The samples used and the law's values there, for pictures.
  package let curve: Curve
  /// The part that only a picture needs; nil where none was asked for.
  package private(set) var illustration: Illustration?

  package struct Curve: Equatable, Sendable {
    package let abscissas: [Double]
    package let observed: [Double]
    package let fitted: [Double]
    /// Half the width of the curve's confidence band at each sample; empty where it is unknown.
    package let confidence: [Double]
    /// Half the width of the band in which another sample would fall; empty where it is unknown.
    package let prediction: [Double]

    package init(
      abscissas: [Double], observed: [Double], fitted: [Double], confidence: [Double] = [],
      prediction: [Double] = []
    ) {
      self.abscissas = abscissas
      self.observed = observed
      self.fitted = fitted
      self.confidence = confidence
      self.prediction = prediction
    }
  }

  package init(
    source: String, series: String?, axis: Axis?, phase: String, from: Double, to: Double, samples: Int,
    model: MotionModel,
    estimator: String, unit: String, intervals: IntervalSummary, noise: NoiseSummary = .none,
    loss: LossSummary? = nil, parameters: [Estimate], derived: [Estimate],
    correlations: [Correlation] = [], residuals: ResidualSummary, adequacy: Adequacy, selection: Selection,
    termination: Termination, iterations: Int,
    evaluations: Int, start: SearchStart = .scan, against: [Comparison], path: [PathPoint],
    warnings: [String], curve: Curve,
    illustration: Illustration? = nil
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
    self.intervals = intervals
    self.noise = noise
    self.loss = loss
    self.parameters = parameters
    self.derived = derived
    self.correlations = correlations
    self.residuals = residuals
    self.adequacy = adequacy
    self.selection = selection
    self.termination = termination
    self.iterations = iterations
    self.evaluations = evaluations
    self.start = start
    self.against = against
    self.path = path
    self.warnings = warnings
    self.curve = curve
    self.illustration = illustration
  }
}

extension Fit {
  /// The same fit with what its pictures need.
  package func illustrated(by illustration: Illustration) -> Fit {
    var fit = self
    fit.illustration = illustration
    return fit
  }
}

extension Fit {
  /// The parameter or derived quantity of a name; nil where the model has none.
  public subscript(_ name: ParameterName) -> Estimate? {
    parameters.first { $0.name == name.id } ?? derived.first { $0.name == name.id }
  }

  /// The parameter or derived quantity of a name that the model is known to have; NaN where it has none.
  package func estimate(of name: ParameterName) -> Estimate {
    self[name] ?? Estimate(name: name.id, unit: "", value: .nan, standardError: nil, interval: nil)
  }
}

extension Fit.Curve {
  /// Observed − fitted.
  package var residuals: [Double] { zip(observed, fitted).map { $0 - $1 } }
}
