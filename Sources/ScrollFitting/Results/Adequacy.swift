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
  /// The detected pixel grid; nil for none.
  package let grid: Double?
  /// grid / √12; 0 for no grid.
  package let floor: Double

  package init(
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

/// The verdict on a model: does it hold on these samples?
public struct Adequacy: Equatable, Sendable {
  /// The verdict on a model.
  public enum Verdict: String, Sendable {
    case holds, near, fails, undecided
  }

  /// The verdict.
  public let verdict: Verdict
  /// The residual-pattern p-value; nil where it is undefined.
  public let structure: Double?
  /// The lack of fit beyond quantization, √max(0, rms² − floor²), in the unit of the offsets.
  public let excess: Double
  /// ``excess`` over the phase's travel (largest minus smallest offset).
  package let excessOfTravel: Double
  /// The verdict in words.
  public let reason: String

  package init(verdict: Verdict, structure: Double?, excess: Double, excessOfTravel: Double, reason: String) {
    self.verdict = verdict
    self.structure = structure
    self.excess = excess
    self.excessOfTravel = excessOfTravel
    self.reason = reason
  }
}
