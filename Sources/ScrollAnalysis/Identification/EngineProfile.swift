import Elementary
import LeastSquares
import ScrollFitting
import ScrollModels

/// An engine's curve weighted by the noise of the recording, and the range of each constant that the samples do not exclude.
///
/// The sum of squares of such curves has many minima: Android's spline has a hundred straight parts, a curve by frames jumps where one frame
/// more is beyond a threshold, and a motion that began earlier is nearly one with other constants. Each constant is therefore held at
/// values farther and farther from its estimate, the other numbers fitted anew, until the sum of squares is far beyond the noise. A lower
/// minimum on the way replaces the first; the range ends at the last value within the noise, where ``ProfileInterval`` ends at the first
/// beyond it.
struct EngineProfile {
  /// At the lowest minimum.
  let fit: EngineFit
  /// The model's constants. A standard error is the larger half of a range over its quantile.
  let constants: [Estimate]

  /// The largest number of minima that are followed, one after the other.
  private static let maximumMinima = 8

  /// - Parameters:
  ///   - known: a fit of the model with constants that are known, from whose numbers minima are looked for too.
  ///   - phase: that of the fit.
  /// - Returns: nil where there are no more samples than free numbers, or the noise has no estimate.
  init?(_ fit: EngineFit, beside known: EngineFit?, in phase: IdentifiedPhase) {
    var fit = fit
    var ranges: [String: ConstantRange] = [:]
    for _ in 0..<Self.maximumMinima {
      guard let curve = WeightedCurve(fit, beside: known, in: phase) else { return nil }
      var lower: [Double]?
      for index in curve.constants where lower == nil {
        let range = ConstantRange(of: index, along: curve)
        ranges[curve.problem.parameters[index].name] = range
        lower = range?.lowerMinimum
      }
      fit = fit.moved(to: lower ?? curve.point, in: phase)
      if lower == nil { break }
    }
    self.fit = fit
    constants = fit.constants(in: phase).map { constant in
      guard !constant.fixed else { return constant }
      let range = ranges[constant.name].flatMap { $0.standardError.isFinite ? $0 : nil }
      return Estimate(
        name: constant.name, unit: constant.unit, value: constant.value, standardError: range?.standardError,
        interval: range?.interval(around: constant.value))
    }
  }
}

/// The minimum of an engine's curve near a fit, the samples weighted by the noise of its residuals.
private struct WeightedCurve {
  let problem: WeightedProblem<EngineProblem>
  let point: [Double]
  let sumOfSquares: Double
  /// Numbers at which there may be another minimum.
  let other: [Double]?
  /// Student's t of the residuals' degrees of freedom.
  let quantile: Double
  private let errors: CorrelatedErrors
  /// The errors of independent residuals of one size.
  private let independent: Covariance
  /// The error that all samples have together, that of the rate of their times.
  private let shared: [Double]

  static let solver = {
    var solver = LevenbergMarquardt()
    solver.stepTolerance = 1e-11
    solver.evaluationLimit = 100
    return solver
  }()

  init?(_ fit: EngineFit, beside known: EngineFit?, in phase: IdentifiedPhase) {
    guard let noise = fit.noise(in: phase, jacobian: fit.problem.slopes(at: fit.point)) else { return nil }
    // A curve that is stepped by the frames' times carries their errors on: where it is slow it is no more exact.
    let weights = fit.model.followsFrameTimes ? noise.deviations.map { _ in 1 } : noise.deviations
    guard let problem = try? WeightedProblem(fit.problem, weights: .known(standardDeviations: weights)) else {
      return nil
    }
    let minimum = Self.solver.minimize(problem, from: fit.point)
    guard minimum.sumOfSquares.isFinite else { return nil }
    let (rows, columns) = (problem.residualCount, fit.freeCount)
    let deviations = zip(noise.deviations, weights).map { $0 / $1 }
    let jacobian = fit.problem.slopes(at: minimum.parameters).enumerated().map { $1 / weights[$0 % rows] }
    guard
      let errors = CorrelatedErrors(
        residuals: problem.linearized(at: minimum.parameters).residuals,
        deviations: deviations, jacobian: jacobian, columns: columns)
    else { return nil }
    self.problem = problem
    other = known.map { known in
      let numbers = known.problem.numbers(at: known.point)
      return fit.problem.free.map { numbers[$0] }
    }
    (point, sumOfSquares) = (minimum.parameters, minimum.sumOfSquares)
    quantile = StudentT(degreesOfFreedom: Double(rows - columns))
      .criticalValue(confidence: EngineFit.confidence)
    self.errors = errors
    independent = Covariance(
      jacobian: jacobian, rows: rows, columns: columns,
      variance: deviations.reduce(0) { $0 + $1 * $1 } / Double(rows))
    shared = zip(noise.rateEffect, weights).map { $0 / $1 }
  }

  /// The mean variance of a weighted sample.
  var variance: Double { independent.variance }

  /// The positions of the model's constants among the free numbers.
  var constants: [Int] {
    let names = problem.problem.model.constants.map(\.name)
    return point.indices.filter { names.contains(problem.parameters[$0].name) }
  }

  /// The standard errors of a free number near the minimum; nil where the samples do not determine it.
  func localErrors(_ index: Int) -> (noise: Double, rate: Double, independent: Double)? {
    let gradient = independent.unit(index)
    guard let noise = errors.standardError(gradient), noise > 0,
      let both = errors.standardError(gradient, shared: shared),
      let independent = independent.standardError(gradient), independent > 0
    else { return nil }
    return (noise, max(0, both * both - noise * noise).squareRoot(), independent)
  }

  /// The minimum with a free number held at a value.
  ///
  /// - Parameter near: the minimum at another value of it, from which the other numbers are expected to move as near the minimum of all.
  func minimum(holding index: Int, at value: Double, near: [Double]) -> (
    sumOfSquares: Double, point: [Double]
  ) {
    let held = FixedParameterProblem(problem, holding: index, at: value)
    func minimum(from start: [Double]) -> (sumOfSquares: Double, point: [Double]) {
      var others = start
      others.remove(at: index)
      let found = Self.solver.minimize(held, from: others)
      return (found.sumOfSquares, held.fullPoint(found.parameters))
    }
    let own = independent.unit(index)
    let variance = independent.covariance(own, own) ?? 0
    let expected = near.indices.map { other in
      let moved =
        (independent.covariance(own, independent.unit(other)) ?? 0) / variance * (value - near[index])
      return moved.isFinite ? near[other] + moved : near[other]
    }
    return ([near, expected] + (other.map { [$0] } ?? [])).map(minimum).min {
      $0.sumOfSquares < $1.sumOfSquares
    } ?? (.infinity, near)
  }
}

/// The values of a constant that the samples do not exclude.
private struct ConstantRange {
  /// The distances from the estimate to both ends.
  private let (below, above): (Double, Double)
  private let quantile: Double
  /// A point with a lower sum of squares than the minimum that the range is around.
  let lowerMinimum: [Double]?

  /// The first distance, in standard errors, and the factor from one to the next.
  private static let firstDistance = 0.5
  private static let growth = 1.6
  /// The distance at which a search ends, as a factor of the estimate.
  private static let maximumFactor = 3.0

  init?(of index: Int, along curve: WeightedCurve) {
    guard let errors = curve.localErrors(index) else { return nil }
    // Residuals that are alike allow as much more as the errors are larger. Where they make errors smaller, it is by differences of neighbors,
    // which a correlation of few residuals does not bear.
    let ratio = max(1, errors.noise / errors.independent)
    let rise = curve.quantile * curve.quantile * ratio * ratio * curve.variance
    var ends: [Double] = []
    var lower: [Double]?
    for sign in [1.0, -1] where lower == nil {
      let side = Self.side(of: index, along: curve, step: sign * errors.noise, rise: rise)
      // A search that does not find the lowest sum of squares ends too early.
      ends.append(length(max(side.distance, curve.quantile * errors.noise), curve.quantile * errors.rate))
      lower = side.lowerMinimum
    }
    (above, below) = (ends[0], ends.last ?? ends[0])
    quantile = curve.quantile
    lowerMinimum = lower
  }

  var standardError: Double { max(below, above) / quantile }

  func interval(around value: Double) -> ClosedRange<Double> { (value - below)...(value + above) }

  /// The distance to the last value within the noise on one side, infinite where no larger one is excluded, or a point with a lower sum of squares on the way.
  ///
  /// - Parameter rise: by how much the sum of squares may be above the minimum.
  private static func side(
    of index: Int, along curve: WeightedCurve, step: Double, rise: Double
  ) -> (distance: Double, lowerMinimum: [Double]?) {
    let (estimate, domain) = (curve.point[index], curve.problem.parameters[index].domain)
    let edge =
      step > 0
      ? max(maximumFactor * estimate, 2 * (curve.other?[index] ?? 0))
      : max(domain.lowerBound, estimate / (10 * maximumFactor))
    var near = curve.point
    let farthest = (edge - estimate).magnitude
    var (last, before) = (0.0, (distance: 0.0, height: 0.0))
    var distance = min(firstDistance * step.magnitude, farthest)
    while true {
      let value = step > 0 ? estimate + distance : estimate - distance
      let found = curve.minimum(holding: index, at: value, near: near)
      guard found.sumOfSquares.isFinite else { return (last, nil) }
      let gained = curve.sumOfSquares - found.sumOfSquares
      if gained > minimumGain * rise { return (last, found.point) }
      let height = (max(0, -gained) / rise).squareRoot()
      if height <= 1 {
        last = distance < farthest || step < 0 ? distance : .infinity
      } else if before.height <= 1 {
        last =
          before.distance + (1 - before.height) / (height - before.height) * (distance - before.distance)
      }
      let isBeyond =
        curve.other.map { distance >= (step > 0 ? $0[index] - estimate : estimate - $0[index]) } ?? true
      guard height < maximumHeight || !isBeyond, distance < farthest else { return (last, nil) }
      near = found.point
      before = (distance, height)
      distance = min(growth * distance, farthest)
    }
  }

  /// The part of the noise's rise by which a minimum is lower than another.
  private static let minimumGain = 1e-3
  /// The root of the sum of squares' rise, in that of the noise, beyond which no other minimum is looked for.
  private static let maximumHeight = 5.0
}
