import Elementary

/// A loss that large residuals cost less than their square, ρ(u) of u = (r/c)², c the threshold: ρ ≈ u for
/// small u.
///
/// | loss   | ρ(u)                                   | weight ρ′(u)    | c / σ  |
/// |--------|----------------------------------------|-----------------|--------|
/// | linear | u                                      | 1               | 1      |
/// | softL1 | 2 (√(1 + u) − 1)                       | 1/√(1 + u)      | 1.2871 |
/// | huber  | u; 2√u − 1 for u > 1                   | 1; 1/√u         | 1.345  |
/// | cauchy | ln(1 + u)                              | 1/(1 + u)       | 2.385  |
/// | tukey  | (1 − (1 − u)³)/3; 1/3 for u > 1        | (1 − u)²; 0     | 4.685  |
///
/// With c/σ as stated an estimate from normal noise σ keeps 95 % of the efficiency of least squares. For
/// softL1 it solves (E ψ′)² / E ψ² = 0.95 with ψ(x) = x ρ′(x²/c²); the others are tabulated.
///
/// (P. Huber, *Robust Estimation of a Location Parameter*, Ann. Math. Stat. 35, 1964; A. Beaton and J. Tukey,
/// Technometrics 16, 1974; P. Holland and R. Welsch, *Robust regression using iteratively reweighted
/// least-squares*, Comm. Stat. A6, 1977; B. Triggs et al., *Bundle Adjustment — A Modern Synthesis*, 2000,
/// for the soft L1.)
public enum RobustLoss: String, CaseIterable, Equatable, Sendable {
  case linear, softL1, huber, cauchy, tukey

  /// c/σ of 95 % efficiency.
  package var tuning: Double {
    switch self {
    case .linear: 1
    case .softL1: 1.2870992242661927
    case .huber: 1.345
    case .cauchy: 2.385
    case .tukey: 4.685
    }
  }

  /// ρ′(x²): what weighted least squares would weight a residual of x thresholds with, 0…1.
  package func weight(_ x: Double) -> Double {
    switch self {
    case .linear: return 1
    case .softL1: return 1 / length(1, x)
    case .huber: return abs(x) <= 1 ? 1 : 1 / abs(x)
    case .cauchy: return 1 / (1 + x * x)
    case .tukey:
      let rest = max(0, (1 - x) * (1 + x))
      return rest * rest
    }
  }

  /// ψ′(x), the derivative of ψ(x) = x ρ′(x²).
  func influenceSlope(_ x: Double) -> Double {
    switch self {
    case .linear: return 1
    case .softL1:
      let w = weight(x)
      return w * w * w
    case .huber: return abs(x) <= 1 ? 1 : 0
    case .cauchy:
      let w = weight(x)
      // (1 − x²)/(1 + x²)² = 2w² − w, without x² where it overflows.
      return 2 * w * w - w
    case .tukey: return abs(x) <= 1 ? (1 - x) * (1 + x) * (1 - 5 * x * x) : 0
    }
  }

  /// √ρ(x²)/x, the factor by which a residual shrinks; 1 at x = 0.
  fileprivate func shrinkage(_ x: Double) -> Double {
    switch self {
    case .linear: return 1
    case .softL1: return (2 / (1 + length(1, x))).squareRoot()
    case .huber: return abs(x) <= 1 ? 1 : (2 * abs(x) - 1).squareRoot() / abs(x)
    case .cauchy:
      guard abs(x) > 1e-100 else { return 1 }
      // ln(1 + x²), and ln x² where the square overflows.
      let cost = abs(x) < 1e100 ? logarithmOfOnePlus(x * x) : 2 * logarithm(abs(x))
      return cost.squareRoot() / abs(x)
    case .tukey:
      guard abs(x) <= 1 else { return (1.0 / 3).squareRoot() / abs(x) }
      return (1 - x * x * (1 - x * x / 3)).squareRoot()
    }
  }
}

/// A robust loss with its threshold c in the residuals' unit: r̃ = c · sign(r) · √ρ(r²/c²), so that Σ r̃² =
/// c² Σ ρ.
package struct ScaledLoss: ResidualLoss, Equatable {
  package let loss: RobustLoss
  /// c > 0.
  package let threshold: Double

  package init(_ loss: RobustLoss, threshold: Double) {
    precondition(threshold > 0, "a threshold of \(threshold)")
    self.loss = loss
    self.threshold = threshold
  }

  package func transformed(_ residual: Double) -> (residual: Double, slope: Double) {
    if loss == .linear { return (residual, 1) }
    let x = residual / threshold
    guard x.isFinite else { return (residual, 0) }
    let shrinkage = loss.shrinkage(x)
    return (residual * shrinkage, loss.weight(x) / shrinkage)
  }
}
