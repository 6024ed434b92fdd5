import LinearAlgebra

/// Does a model hold on the samples it was fitted to?
///
/// Neither significance nor the pixel grid can decide it alone: a true model recorded through a real clock leaves
/// structure, and a wrong one may stay under the grid's floor. So both are asked, and how far off the model is
/// counts in parts of the distance traveled.
///
/// | verdict | rule |
/// |---|---|
/// | holds | rms ≤ resolution and ν > 0: exact to the data's last digit |
/// | undecided | ν < ``minimumDegreesOfFreedom``, or a residual is not finite |
/// | fails | p < ``significance`` and lack of fit > ``failingLackOfFit`` · travel |
/// | near | p < ``significance`` and lack of fit > ``nearLackOfFit`` · travel |
/// | holds | else |
///
/// the first that applies, with p the p-value of ``ResidualStructure`` and lack of fit = √max(0, rms² −
/// quantization noise²).
package struct AdequacyRule: Equatable, Sendable {
  /// Residuals whose ``ResidualStructure/pValue`` is at least this count as independent.
  package var significance = 0.01
  /// Up to this part of the travel a model with structure is a near miss.
  package var failingLackOfFit = 0.006
  /// Up to this part of the travel a model with structure holds.
  package var nearLackOfFit = 0.001
  /// Fewer residual degrees of freedom decide nothing.
  package var minimumDegreesOfFreedom = 8

  package init() {}

  /// - Parameters:
  ///   - residuals: in the order of their abscissas.
  ///   - quantizationNoise: what the recording's grid leaves of a true model: grid/√12, 0 for no grid; ≥ 0.
  ///   - travel: largest minus smallest observed value; ≥ 0.
  ///   - degreesOfFreedom: residuals less free parameters.
  ///   - resolution: an rms up to this is exact to the data's last digit: then the model holds at any ν > 0,
  ///     for no wrong model passes through every sample by chance. 0 leaves this rule out.
  ///   - rounding: the size up to which a residual is rounding.
  package func judge(
    residuals: [Double], quantizationNoise: Double, travel: Double, degreesOfFreedom: Int,
    resolution: Double = 0, rounding: Double = 0
  ) -> AdequacyJudgement {
    let rms = ResidualScale.rootMeanSquare(residuals)
    let structure = ResidualStructure(
      residuals, parameters: residuals.count - degreesOfFreedom, rounding: rounding)
    let patternPValue = structure.pValue
    let lackOfFit =
      rms > quantizationNoise
      ? (rms - quantizationNoise).squareRoot() * (rms + quantizationNoise).squareRoot() : rms.isNaN ? .nan : 0
    let relativeLackOfFit = lackOfFit == 0 ? 0 : lackOfFit / travel
    return AdequacyJudgement(
      verdict: verdict(
        patternPValue: patternPValue, relativeLackOfFit: relativeLackOfFit,
        degreesOfFreedom: degreesOfFreedom,
        exact: resolution > 0 && rms <= resolution),
      patternPValue: patternPValue, lackOfFit: lackOfFit, relativeLackOfFit: relativeLackOfFit,
      structure: structure)
  }

  /// Judges residuals of observations: their travel, their last digits and their rounding are known.
  ///
  /// - Parameters: as ``judge(residuals:quantizationNoise:travel:degreesOfFreedom:resolution:rounding:)``.
  package func judge(
    residuals: [Double], of observations: ObservationRange, quantizationNoise: Double, degreesOfFreedom: Int
  ) -> AdequacyJudgement {
    judge(
      residuals: residuals, quantizationNoise: quantizationNoise, travel: observations.travel,
      degreesOfFreedom: degreesOfFreedom, resolution: 1e-9 * observations.largest,
      rounding: observations.rounding)
  }

  private func verdict(
    patternPValue: Double?, relativeLackOfFit: Double, degreesOfFreedom: Int, exact: Bool
  ) -> AdequacyJudgement.Verdict {
    if exact && degreesOfFreedom > 0 { return .holds }
    if degreesOfFreedom < minimumDegreesOfFreedom || relativeLackOfFit.isNaN { return .undecided }
    guard let patternPValue, patternPValue < significance else { return .holds }
    if relativeLackOfFit > failingLackOfFit { return .fails }
    return relativeLackOfFit > nearLackOfFit ? .near : .holds
  }
}

/// The findings of ``AdequacyRule``, in numbers.
package struct AdequacyJudgement: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case holds, near, fails, undecided
  }

  package let verdict: Verdict
  /// p-value that the residuals are without structure; nil where it is undefined.
  package let patternPValue: Double?
  /// √max(0, rms² − quantizationNoise²), in the unit of the residuals; NaN where a residual is not finite.
  package let lackOfFit: Double
  /// ``lackOfFit`` over the travel: 0 where that is 0, infinite where only the travel is.
  package let relativeLackOfFit: Double
  /// The tests that ``patternPValue`` comes from.
  package let structure: ResidualStructure
}

/// Are the residuals of a fit independent in order? The runs test and the lag-1 test together.
package struct ResidualStructure: Equatable, Sendable {
  package let runs: RunsTest
  /// Nil where every residual is 0 or one is not finite.
  package let serial: SerialCorrelation?

  /// - Parameters:
  ///   - residuals: in the order of their abscissas.
  ///   - parameters: the free parameters of the fit.
  ///   - rounding: the size up to which a residual is rounding.
  package init(_ residuals: [Double], parameters: Int, rounding: Double = 0) {
    runs = RunsTest(residuals, rounding: rounding)
    serial = SerialCorrelation(residuals, parameters: parameters)
  }

  /// min(1, m · the smallest p) over the m tests that are defined (Bonferroni); nil where none is.
  ///
  /// Both are needed: a clock that repeats offsets leaves long runs at d ≈ 2, a slow misfit under a coarse
  /// grid the reverse.
  package var pValue: Double? {
    let pValues = [runs.pValue, serial?.pValue].compactMap(\.self)
    return pValues.min().map { min(1, Double(pValues.count) * $0) }
  }
}

/// √(Σe²/n) and the ratios built on it, scaled so that no square overflows or vanishes.
enum ResidualScale {
  /// The size of the largest residual; nil where every residual is 0 or one is not finite.
  static func largest(_ residuals: [Double]) -> Double? {
    guard areFinite(residuals) else { return nil }
    let largest = largestMagnitude(residuals)
    return largest > 0 ? largest : nil
  }

  /// √(Σe²/n): 0 for no residuals, NaN where one is not finite.
  static func rootMeanSquare(_ residuals: [Double]) -> Double {
    guard let largest = largest(residuals) else { return residuals.allSatisfy(\.isFinite) ? 0 : .nan }
    let sum = residuals.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }
    return largest * (sum / Double(residuals.count)).squareRoot()
  }
}
