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

/// The way from an estimate to one side, until the profile's height, √((S − S_min)/rise), is 1.
struct ProfileSearch {
  let estimate: Double
  /// Signed; not 0.
  let step: Double
  /// The end of the domain on this side.
  let edge: Double

  /// Heights this near to 1 are 1.
  private static let resolution = 1e-10
  /// In first steps.
  private static let horizon = 1e6
  private static let expansionLimit = 60

  /// - Parameter height: nil where the profile has none.
  func side(_ height: (Double) -> Double?) -> ProfileInterval.Side {
    var inside = (value: estimate, height: 0.0)
    var previous = inside
    // The nearest value known to have no height.
    var barrier: Double?
    for _ in 0..<Self.expansionLimit {
      if inside.value == edge { return .unbounded(.domainEdge, farthest: edge) }
      if distance(inside.value) >= Self.horizon * abs(step) {
        return .unbounded(.flat, farthest: inside.value)
      }
      if let barrier, abs(barrier - inside.value) <= 1e-6 * max(abs(step), distance(inside.value)) {
        break
      }
      let value = barrier.map { inside.value / 2 + $0 / 2 } ?? next(after: inside, previous)
      guard value != inside.value else { break }
      guard let reached = height(value) else {
        barrier = value
        continue
      }
      if abs(reached - 1) <= Self.resolution { return .bounded(value) }
      guard reached < 1 else { return end(between: inside, and: (value, reached), height) }
      (previous, inside) = (inside, (value, reached))
    }
    return .unbounded(barrier == nil ? .flat : .undefined, farthest: inside.value)
  }

  private func distance(_ value: Double) -> Double { abs(value - estimate) }

  /// A little beyond where the line through the last two has the height 1, but no more than twice as far.
  private func next(
    after inside: (value: Double, height: Double), _ previous: (value: Double, height: Double)
  ) -> Double {
    let reach = inside.value - estimate
    let rise = inside.height - previous.height
    let missing = rise > 0 ? (1.1 - inside.height) / rise * (inside.value - previous.value) / reach : 1
    let value = reach == 0 ? estimate + step : estimate + (1 + max(0.2, min(1, missing))) * reach
    return step > 0 ? min(value, edge) : max(value, edge)
  }

  private func end(
    between inside: (value: Double, height: Double), and outside: (value: Double, height: Double),
    _ height: (Double) -> Double?
  ) -> ProfileInterval.Side {
    let root = bracketedRoot(
      from: (inside.value, inside.height - 1), to: (outside.value, outside.height - 1),
      resolution: Self.resolution
    ) { value in height(value).map { $0 - 1 } }
    return root.map { .bounded($0) } ?? .unbounded(.undefined, farthest: inside.value)
  }
}

extension LeastSquaresProblem {
  /// The profile interval of one parameter about a minimum, the others fitted anew by Levenberg–Marquardt at
  /// every value it is held at, each time from the nearest fit there is.
  ///
  /// - Parameters:
  ///   - index: the parameter's place in ``parameters``.
  ///   - estimates: all parameters at the minimum.
  ///   - rise: see ``ProfileInterval/rise(variance:degreesOfFreedom:confidence:)``.
  ///   - step: the first step; nil for √rise · √(JᵀJ)⁻¹, the half-width of the t interval, and, where the
  ///     samples do not determine that, for a tenth of the estimate's size or 1 for an estimate of 0.
  /// - Returns: nil where ``ProfileInterval/init(estimate:minimum:rise:step:domain:cost:)`` is.
  package func profileInterval(
    of index: Int, at estimates: [Double], rise: Double, step: Double? = nil
  ) -> ProfileInterval? {
    let (residuals, jacobian) = linearized(at: estimates)
    let minimum = residuals.reduce(0) { $0 + $1 * $1 }
    var others = estimates
    let estimate = others.remove(at: index)
    var fits = [(value: estimate, others: others)]
    var solver = LevenbergMarquardt()
    // Along a flat side the others run away without end.
    solver.evaluationLimit = 2_000

    return ProfileInterval(
      estimate: estimate, minimum: minimum, rise: rise,
      step: step ?? firstStep(index, estimate: estimate, jacobian: jacobian, rise: rise),
      domain: parameters[index].domain
    ) { value in
      let held = FixedParameterProblem(self, holding: index, at: value)
      let nearest = fits.min { abs($0.value - value) < abs($1.value - value) }?.others ?? others
      var best = solver.minimize(held, from: nearest)
      if !best.termination.converged {
        let again = solver.minimize(held, from: others)
        if again.sumOfSquares < best.sumOfSquares { best = again }
      }
      guard best.sumOfSquares.isFinite else { return nil }
      fits.append((value, best.parameters))
      return best.sumOfSquares
    }
  }

  private func firstStep(_ index: Int, estimate: Double, jacobian: [Double], rise: Double) -> Double {
    let guess = estimate == 0 ? 1 : abs(estimate) / 10
    guard residualCount >= parameters.count else { return guess }
    let covariance = Covariance(
      jacobian: jacobian, rows: residualCount, columns: parameters.count, variance: rise)
    guard let wald = covariance.standardError(covariance.unit(index)), wald > 0 else { return guess }
    return wald
  }
}

/// A problem with one of its parameters held at a value.
package struct FixedParameterProblem<Problem: LeastSquaresProblem>: LeastSquaresProblem {
  private let problem: Problem
  private let index: Int
  private let value: Double
  package let parameters: [Parameter]

  /// - Parameter index: the place of the held one in the problem's ``LeastSquaresProblem/parameters``.
  package init(_ problem: Problem, holding index: Int, at value: Double) {
    self.problem = problem
    self.index = index
    self.value = value
    var parameters = problem.parameters
    parameters.remove(at: index)
    self.parameters = parameters
  }

  package struct Workspace {
    var inner: Problem.Workspace
    var jacobian: [Double]
    var none: [Double] = []
  }

  package var residualCount: Int { problem.residualCount }
  package var residualRounding: Double { problem.residualRounding }

  package func makeWorkspace() -> Workspace {
    Workspace(
      inner: problem.makeWorkspace(),
      jacobian: [Double](repeating: 0, count: residualCount * (parameters.count + 1)))
  }

  /// The problem's own point for one of the free parameters.
  package func fullPoint(_ point: [Double]) -> [Double] {
    var full = point
    full.insert(value, at: index)
    return full
  }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let full = fullPoint(point)
    guard !jacobian.isEmpty else {
      problem.evaluate(
        full, residuals: &residuals, jacobian: &workspace.none, workspace: &workspace.inner)
      return
    }
    problem.evaluate(
      full, residuals: &residuals, jacobian: &workspace.jacobian, workspace: &workspace.inner)
    let skipped = index * residualCount
    for position in jacobian.indices {
      jacobian[position] = workspace.jacobian[position < skipped ? position : position + residualCount]
    }
  }
}
