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
/// | fails | structure < ``significance`` and excess > ``failingExcess`` · travel |
/// | near | structure < ``significance`` and excess > ``nearExcess`` · travel |
/// | holds | else |
///
/// the first that applies, with structure the p-value of ``ResidualStructure`` and excess = √max(0, rms² −
/// floor²).
package struct AdequacyRule: Equatable, Sendable {
  /// Residuals whose ``ResidualStructure/pValue`` is at least this count as independent.
  package var significance = 0.01
  /// Up to this part of the travel a model with structure is a near miss.
  package var failingExcess = 0.006
  /// Up to this part of the travel a model with structure holds.
  package var nearExcess = 0.001
  /// Fewer residual degrees of freedom decide nothing.
  package var minimumDegreesOfFreedom = 8

  package init() {}

  /// - Parameters:
  ///   - residuals: in the order of their abscissas.
  ///   - floor: what the recording's grid leaves of a true model: grid/√12, 0 for no grid; ≥ 0.
  ///   - travel: largest minus smallest observed value; ≥ 0.
  ///   - degreesOfFreedom: residuals less free parameters.
  ///   - resolution: an rms up to this is exact to the data's last digit: then the model holds at any ν > 0,
  ///     for no wrong model passes through every sample by chance. 0 leaves this rule out.
  package func judge(
    residuals: [Double], floor: Double, travel: Double, degreesOfFreedom: Int, resolution: Double = 0
  ) -> AdequacyJudgement {
    let rms = ResidualScale.rootMeanSquare(residuals)
    let structure = ResidualStructure(residuals, parameters: residuals.count - degreesOfFreedom).pValue
    let excess = rms > floor ? (rms - floor).squareRoot() * (rms + floor).squareRoot() : rms.isNaN ? .nan : 0
    let excessOfTravel = excess == 0 ? 0 : excess / travel
    return AdequacyJudgement(
      verdict: verdict(
        structure: structure, excessOfTravel: excessOfTravel, degreesOfFreedom: degreesOfFreedom,
        exact: resolution > 0 && rms <= resolution),
      structure: structure, excess: excess, excessOfTravel: excessOfTravel)
  }

  private func verdict(
    structure: Double?, excessOfTravel: Double, degreesOfFreedom: Int, exact: Bool
  ) -> AdequacyJudgement.Verdict {
    if exact && degreesOfFreedom > 0 { return .holds }
    if degreesOfFreedom < minimumDegreesOfFreedom || excessOfTravel.isNaN { return .undecided }
    guard let structure, structure < significance else { return .holds }
    if excessOfTravel > failingExcess { return .fails }
    return excessOfTravel > nearExcess ? .near : .holds
  }
}

/// The findings of ``AdequacyRule``, in numbers.
package struct AdequacyJudgement: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case holds, near, fails, undecided
  }

  package let verdict: Verdict
  /// p-value that the residuals are without structure; nil where it is undefined.
  package let structure: Double?
  /// √max(0, rms² − floor²), in the unit of the residuals; NaN where a residual is not finite.
  package let excess: Double
  /// ``excess`` over the travel: 0 where the excess is 0, infinite where only the travel is.
  package let excessOfTravel: Double

  package init(verdict: Verdict, structure: Double?, excess: Double, excessOfTravel: Double) {
    self.verdict = verdict
    self.structure = structure
    self.excess = excess
    self.excessOfTravel = excessOfTravel
  }
}

/// Are the residuals of a fit independent in order? The runs test and the lag-1 test together.
package struct ResidualStructure: Equatable, Sendable {
  package let runs: RunsTest
  /// Nil where every residual is 0 or one is not finite.
  package let serial: SerialCorrelation?

  /// - Parameters:
  ///   - residuals: in the order of their abscissas.
  ///   - parameters: the free parameters of the fit.
  package init(_ residuals: [Double], parameters: Int) {
    runs = RunsTest(residuals)
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
