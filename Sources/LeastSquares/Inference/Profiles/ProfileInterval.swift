/// The interval of a parameter's values that the samples do not exclude, whatever the other parameters are.
///
/// With S(v) the least sum of squares with the parameter held at v, it holds the v about the estimate with
///
///     S(v) ≤ S(estimate) + rise,      rise = s² t²
///
/// s² the variance of one observation, S(estimate)/(n − p) where it is estimated, and t the Student quantile
/// of its degrees of freedom (known variance: ∞, the normal one). For a linear model that is the t interval
/// to the last digit; for others it follows the curve of the sum of squares where the t interval follows its
/// parabola at the minimum, and it does not depend on how the parameter is written.
///
/// An end that the samples do not give is an answer: ``Side/unbounded(_:farthest:)``. S is taken to rise once
/// on each side: a local minimum beyond a ridge is not looked for, and a ridge narrower than a step, which at most
/// doubles the distance, may be stepped over.
///
/// (D. Bates and D. Watts, *Nonlinear Regression Analysis and Its Applications*, 1988, §6.1; A. Raue et al.,
/// *Structural and practical identifiability analysis of partially observed dynamical models by exploiting
/// the profile likelihood*, Bioinformatics 25, 2009.)
package struct ProfileInterval: Equatable, Sendable {
  package let lower: Side
  package let upper: Side
  /// All of S that was computed and the estimate itself, by increasing value.
  package let points: [Point]
  /// The lowest point met where it lies below the estimate by more than a millionth of the rise: the estimate
  /// is then not the minimum, and the interval about it not to be trusted.
  package let lowerMinimum: Point?

  /// A value the parameter was held at, and the least sum of squares there.
  package struct Point: Equatable, Sendable {
    package let value: Double
    package let cost: Double

    package init(value: Double, cost: Double) {
      self.value = value
      self.cost = cost
    }
  }

  /// One end.
  package enum Side: Equatable, Sendable {
    /// S reaches the rise at this value.
    case bounded(Double)
    /// S stays below the rise up to `farthest`, the last value looked at.
    case unbounded(Reason, farthest: Double)

    /// Nil where the side is unbounded.
    package var value: Double? {
      if case .bounded(let value) = self { value } else { nil }
    }
  }

  /// The reason that a side is open.
  package enum Reason: String, Equatable, Sendable {
    /// S stays below the rise for 10⁶ first steps, or 60 ever longer ones: the samples exclude no value on
    /// this side.
    case flat
    /// S stays below the rise up to the edge of the parameter's domain.
    case domainEdge
    /// Beyond `farthest` no sum of squares is found.
    case undefined
  }

  /// The number of evaluations of S.
  package var evaluations: Int { points.count - 1 + undefinedCount }
  private let undefinedCount: Int

  /// Both ends.
  ///
  /// - Parameters:
  ///   - estimate: the parameter at the minimum.
  ///   - minimum: S there.
  ///   - rise: s² t² ≥ 0.
  ///   - step: the first step to each side, > 0: t standard errors, or a guess where there is no standard
  ///     error.
  ///   - domain: the values allowed.
  ///   - cost: S at a value; nil where it has none. Asked for values going away from the estimate, first
  ///     upward, then between two of them: the last fit is a good start for the next.
  /// - Returns: nil where a number is not finite, the rise is negative, the step not positive or the estimate
  ///   outside of its domain.
  package init?(
    estimate: Double, minimum: Double, rise: Double, step: Double,
    domain: ClosedRange<Double> = -Double.infinity...Double.infinity, cost: (_ value: Double) -> Double?
  ) {
    guard estimate.isFinite, minimum.isFinite, rise.isFinite, rise >= 0, step.isFinite, step > 0,
      domain.contains(estimate)
    else { return nil }
    var points = [Point(value: estimate, cost: minimum)]
    var undefinedCount = 0
    func height(_ value: Double) -> Double? {
      guard let reached = cost(value), !reached.isNaN else {
        undefinedCount += 1
        return nil
      }
      points.append(Point(value: value, cost: reached))
      // S is nearly a parabola, its root nearly a line.
      let ratio = reached == minimum ? 0 : (reached - minimum) / rise
      return ratio < 0 ? -(-ratio).squareRoot() : ratio.squareRoot()
    }
    upper = ProfileSearch(estimate: estimate, step: step, edge: domain.upperBound).side(height)
    lower = ProfileSearch(estimate: estimate, step: -step, edge: domain.lowerBound).side(height)
    self.undefinedCount = undefinedCount
    self.points = points.sorted { $0.value < $1.value }
    lowerMinimum = points.min { $0.cost < $1.cost }.flatMap { $0.cost < minimum - 1e-6 * rise ? $0 : nil }
  }

  /// s² t²: how far S may rise above its minimum.
  ///
  /// - Parameters:
  ///   - variance: s², estimated or known.
  ///   - degreesOfFreedom: of its estimate; ∞ where it is known.
  /// - Returns: NaN where there is no Student quantile.
  package static func rise(variance: Double, degreesOfFreedom: Double, confidence: Double) -> Double {
    let quantile = StudentT(degreesOfFreedom: degreesOfFreedom).criticalValue(confidence: confidence)
    return variance * quantile * quantile
  }
}
