import LeastSquares
import Numerals

extension Adequacy {
  /// The verdict with its sentence.
  init(_ result: AdequacyJudgement, rms: Double, floor: Double) {
    let share = "\(Numerals.significant(100 * result.excessOfTravel, 2)) % of the travel"
    let excess =
      floor > 0 ? "the residuals exceed the grid's floor by \(share)" : "the residuals are \(share)"
    let sentence =
      switch result.verdict {
      case .holds where rms <= floor: "the residuals stay within the pixel grid"
      case .holds: excess
      case .near, .fails: "\(excess) and follow a pattern"
      case .undecided: "too few samples to tell"
      }
    self.init(
      verdict: Verdict(result.verdict), structure: result.structure, excess: result.excess,
      excessOfTravel: result.excessOfTravel, reason: sentence)
  }
}

extension Adequacy.Verdict {
  package init(_ verdict: AdequacyJudgement.Verdict) {
    switch verdict {
    case .holds: self = .holds
    case .near: self = .near
    case .fails: self = .fails
    case .undecided: self = .undecided
    }
  }
}
