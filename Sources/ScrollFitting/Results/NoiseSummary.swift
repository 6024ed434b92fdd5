import LeastSquares

/// The noise model of the samples of a fit.
package struct NoiseSummary: Equatable, Sendable {
  package let model: NoiseModel
  /// The standard deviation that the grid or the last decimal alone gives a sample, in the unit of the offsets;
  /// nil where the model uses none.
  package let resolution: Double?
  /// s: by how much the samples scatter more than that; nil where the model has no such factor.
  package let scale: Double?
  /// σ_t, the standard deviation of the recorded times, s; nil where the model has none.
  package let timeNoise: Estimate?
  /// True if the variance was given, so that intervals are the normal distribution's, not Student's.
  package let isVarianceKnown: Bool
  /// The estimated timestamp jitter that was not used; nil where none was rejected.
  package let rejected: Rejection?

  /// Timestamp jitter that would explain the residuals and that is not taken for one: all samples have equal weights.
  package struct Rejection: Equatable, Sendable {
    /// σ_t, s.
    package let timeNoise: Double
    package let reason: Reason

    package enum Reason: Equatable, Sendable {
      /// Above half a frame or 5 ms, more than a recorder's clock has.
      case clock
      /// The curve fitted with it misses the samples by a pattern, at most by this, in the unit of the offsets.
      case misfit(maximum: Double)
    }

    package init(timeNoise: Double, reason: Reason) {
      self.timeNoise = timeNoise
      self.reason = reason
    }
  }

  package init(
    model: NoiseModel, resolution: Double? = nil, scale: Double? = nil, timeNoise: Estimate? = nil,
    isVarianceKnown: Bool = false, rejected: Rejection? = nil
  ) {
    self.model = model
    self.resolution = resolution
    self.scale = scale
    self.timeNoise = timeNoise
    self.isVarianceKnown = isVarianceKnown
    self.rejected = rejected
  }

  /// All samples alike.
  package static let none = NoiseSummary(model: .none)
}

/// The effect of a robust loss on the samples.
package struct LossSummary: Equatable, Sendable {
  /// `huber`.
  package let name: String
  /// The scatter of the samples that the loss takes for usual, in the unit of the offsets.
  package let scale: Double
  package let outliers: [Outlier]

  /// A sample that the loss hardly believes.
  package struct Outlier: Equatable, Sendable {
    /// From 0, among the samples used.
    package let index: Int
    /// s since the recording's first sample, or the abscissa of a model that is not over time.
    package let time: Double
    /// observed − fitted.
    package let residual: Double
    /// 0…1: what counts of it.
    package let weight: Double

    package init(index: Int, time: Double, residual: Double, weight: Double) {
      self.index = index
      self.time = time
      self.residual = residual
      self.weight = weight
    }
  }

  package init(name: String, scale: Double, outliers: [Outlier]) {
    self.name = name
    self.scale = scale
    self.outliers = outliers
  }
}

extension RobustLoss {
  /// As the command line and reports write it: `soft-l1`.
  package var optionName: String { self == .softL1 ? "soft-l1" : rawValue }
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
  package var optionName: String { self == .interval ? "censored" : rawValue }
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

/// The method of the errors and intervals of a fit.
package struct IntervalSummary: Equatable, Sendable {
  package let kind: IntervalKind
  /// The level: 0.95.
  package let confidence: Double
  /// The degrees of freedom of Student's t; nil for the normal distribution and for a bootstrap.
  package let degreesOfFreedom: Int?
  /// True if estimates that rest on few of the samples have fewer degrees of freedom than that (Satterthwaite's).
  package let isEffective: Bool
  package let bootstrap: Bootstrap?

  package struct Bootstrap: Equatable, Sendable {
    package let replicates: Int
    /// Draws that had no fit.
    package let failed: Int
    package let seed: UInt64

    package init(replicates: Int, failed: Int, seed: UInt64) {
      self.replicates = replicates
      self.failed = failed
      self.seed = seed
    }
  }

  package init(
    kind: IntervalKind, confidence: Double, degreesOfFreedom: Int?, isEffective: Bool = false,
    bootstrap: Bootstrap? = nil
  ) {
    self.kind = kind
    self.confidence = confidence
    self.degreesOfFreedom = degreesOfFreedom
    self.isEffective = isEffective
    self.bootstrap = bootstrap
  }
}
