import LeastSquares
import Recordings
import ScrollModels

/// A model fitted to a phase of a recording.
public struct Fit: Equatable, Sendable, OfRecording {
  package let part: Part
  /// The model that was fitted.
  public let model: MotionModel
  package let assumptions: Assumptions
  package let quantities: Quantities
  package let quality: Quality
  package let search: Search
  package let notices: [Notice]
  /// The samples used and the model's values there, for pictures.
  package let curve: Curve
  /// The part that only a picture needs; nil where none was asked for.
  package private(set) var illustration: Illustration?
  /// The fit's first constant under other choices of the analysis; nil where it was not asked for and where there is none.
  package internal(set) var sensitivity: Sensitivity?

  /// The samples that the model was fitted to.
  package struct Part: Equatable, Sendable {
    let source: String
    let series: String?
    let axis: Axis?
    let phase: String
    let from: Double
    let to: Double
    let samples: Int
    let unit: String
  }

  /// The grounds of the errors and intervals.
  package struct Assumptions: Equatable, Sendable {
    let intervals: IntervalSummary
    let noise: NoiseSummary
    let loss: LossSummary?
  }

  /// The estimated numbers.
  package struct Quantities: Equatable, Sendable {
    let parameters: [Estimate]
    let derived: [Estimate]
    let correlations: [Correlation]
    let against: [Comparison]
  }

  /// The agreement of the model with the samples.
  package struct Quality: Equatable, Sendable {
    let residuals: ResidualSummary
    let adequacy: Adequacy
    let selection: Selection
  }

  /// The way to the minimum.
  package struct Search: Equatable, Sendable {
    let estimator: String
    let start: SearchStart
    let termination: Termination
    let iterations: Int
    let evaluations: Int
    let path: [PathPoint]
  }

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
}

extension Fit {
  /// The file as the user named it; `-` for standard input.
  public var source: String { part.source }
  /// The series of the file, where the file holds several.
  public var series: String? { part.series }
  /// Nil for a fit that has no axis (a polynomial against another column).
  public var axis: Axis? { part.axis }
  /// The phase's kind; `whole` where the file was taken as one phase, `range` where the user gave one.
  public var phase: String { part.phase }
  /// The time of the first sample used, s since the recording's first sample.
  public var from: Double { part.from }
  /// The time of the last sample used, s since the recording's first sample.
  public var to: Double { part.to }
  /// The number of samples used.
  public var samples: Int { part.samples }
  /// The unit of offsets: `pt` or `px`.
  package var unit: String { part.unit }

  /// The method of the errors and intervals.
  package var intervals: IntervalSummary { assumptions.intervals }
  /// The noise model of the samples.
  package var noise: NoiseSummary { assumptions.noise }
  /// The effect of a robust loss on the samples; nil for least squares.
  package var loss: LossSummary? { assumptions.loss }

  /// The model's parameters, in the order of reports.
  public var parameters: [Estimate] { quantities.parameters }
  /// The quantities derived from the parameters.
  public var derived: [Estimate] { quantities.derived }
  /// The correlations of every pair of parameters that were estimated.
  package var correlations: [Correlation] { quantities.correlations }
  /// The estimates beside published constants.
  package var against: [Comparison] { quantities.against }

  /// The residuals.
  public var residuals: ResidualSummary { quality.residuals }
  /// The verdict on the model, with its reason.
  public var adequacy: Adequacy { quality.adequacy }
  package var selection: Selection { quality.selection }

  /// The remarks about the fit, as sentences.
  public var warnings: [String] { notices.map(\.description) }

  /// The estimator that ran: `variable-projection`.
  package var estimator: String { search.estimator }
  package var start: SearchStart { search.start }
  package var termination: Termination { search.termination }
  /// The number of iterations of the search.
  public var iterations: Int { search.iterations }
  /// The number of evaluations of the model.
  public var evaluations: Int { search.evaluations }
  /// Every accepted point and its sum of squares, where asked for.
  package var path: [PathPoint] { search.path }
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

/// The initial values of a fit's search.
package enum SearchStart: Equatable, Sendable {
  /// From a scan over the model's range, or the user.
  case scan
  /// From a kernel.
  case kernel
  /// From a scan, after a kernel fell back to the general solver.
  case scanAfterKernel
}

/// The residuals of the fit.
public struct ResidualSummary: Equatable, Sendable {
  /// The number of samples.
  public let count: Int
  /// Samples less free parameters.
  public let degreesOfFreedom: Int
  /// Squared unit of the offsets.
  package let sumOfSquares: Double
  /// √(sumOfSquares / count).
  public let rms: Double
  /// The largest absolute residual.
  public let maximum: Double
  /// Nil where every residual is 0.
  package let durbinWatson: Double?
  /// Two-sided p-value of the runs test; nil where it is undefined.
  package let runsP: Double?
  /// The detected quantization step: the pixel size where it is one; nil for none.
  package let quantizationStep: Double?
  /// quantizationStep / √12; 0 for none.
  package let quantizationNoise: Double

  package init(
    count: Int, degreesOfFreedom: Int, sumOfSquares: Double, rms: Double, maximum: Double,
    durbinWatson: Double?,
    runsP: Double?, quantizationStep: Double?, quantizationNoise: Double
  ) {
    self.count = count
    self.degreesOfFreedom = degreesOfFreedom
    self.sumOfSquares = sumOfSquares
    self.rms = rms
    self.maximum = maximum
    self.durbinWatson = durbinWatson
    self.runsP = runsP
    self.quantizationStep = quantizationStep
    self.quantizationNoise = quantizationNoise
  }
}

/// The verdict on a model: does it hold on these samples?
public struct Adequacy: Equatable, Sendable {
  /// The verdict on a model.
  public enum Verdict: String, Sendable {
    case holds, near, fails, undecided
  }

  /// The verdict.
  public let verdict: Verdict
  /// The residual-pattern p-value; nil where it is undefined.
  public let patternPValue: Double?
  /// The lack of fit beyond quantization, √max(0, rms² − quantizationNoise²), in the unit of the offsets.
  public let lackOfFit: Double
  /// ``lackOfFit`` over the phase's travel (largest minus smallest offset).
  package let relativeLackOfFit: Double
  /// The verdict in words.
  public let reason: String

  package init(
    verdict: Verdict, patternPValue: Double?, lackOfFit: Double, relativeLackOfFit: Double, reason: String
  ) {
    self.verdict = verdict
    self.patternPValue = patternPValue
    self.lackOfFit = lackOfFit
    self.relativeLackOfFit = relativeLackOfFit
    self.reason = reason
  }
}
