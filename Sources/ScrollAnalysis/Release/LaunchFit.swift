import LeastSquares
import ScrollFitting
import ScrollModels

/// A fling of a recording, from its release on.
struct ReleasedFling {
  /// The samples from the first one that is surely the fling's to its last one, abscissas in s since the first.
  let phase: IdentifiedPhase
  /// s since the recording's first sample.
  let release: Double
  /// Half the width of the interval that the release lies in, s; 0 where it is noted.
  let halfWidth: Double
  /// The time between frames, s.
  let interval: Double
  /// The timestamp jitter, s.
  let jitter: Double

  /// The time from the release to the first sample, s.
  var delay: Double { phase.from - release }
}

/// A row of the catalogue through a fling: with the engine's constants, from the release on.
///
/// Free are the offset and the velocity at the start, and where that is near the release, its time.
struct LaunchFit {
  /// The start of the motion.
  enum Start {
    case atRelease
    /// Within a frame of the release, where the samples place it: for a motion that is another one from each of its samples on.
    case nearRelease
  }

  let row: CatalogueEntry
  /// The velocity that the engine's model starts with, pt/s: not the slope of its first frame, and not that of a curve that has only
  /// a share of it.
  let velocity: Double
  let curve: EngineLaunches.Curve

  private let fling: ReleasedFling
  private let problem: EngineProblem
  private let point: [Double]

  /// The unweighted fit; nil where the model has no curve through these samples.
  init?(_ row: CatalogueEntry, to fling: ReleasedFling, start: Start) {
    let model = row.model, phase = fling.phase
    let isPlaced = start == .nearRelease
    let state = model.state
    let delays = isPlaced ? [fling.delay, max(0, fling.delay - fling.interval / 2)] : [fling.delay]
    var searches = delays.flatMap { delay in
      [1, 1.5].map { factor in
        let numbers = state.map {
          $0.name == Parameter.initialVelocity.name ? factor * phase.velocity : phase.start(of: $0.name)
        }
        return EngineSearch(
          EngineProblem(
            model: model, context: phase.context, samples: phase.samples,
            numbers: numbers + row.values + [delay],
            free: Array(state.indices) + (isPlaced ? [state.count + row.values.count] : []),
            sizes: state.map(phase.size(of:)) + row.values.map { max($0.magnitude, 1e-9) } + [fling.interval],
            start: .startTime(upTo: fling.delay + fling.interval)))
      }
    }
    let resolved = Double(phase.samples.observations.count) * phase.resolution * phase.resolution / 12
    guard let (problem, minimum) = EngineSearch.best(of: &searches, resolved: resolved) else { return nil }
    self.init(row, fling, problem, at: minimum.parameters)
  }

  private init?(_ row: CatalogueEntry, _ fling: ReleasedFling, _ problem: EngineProblem, at point: [Double]) {
    guard let place = row.model.state.firstIndex(where: { $0.name == Parameter.initialVelocity.name }) else {
      return nil
    }
    self.row = row
    self.fling = fling
    self.problem = problem
    self.point = point
    velocity = point[place]
    curve = EngineLaunches.Curve(
      residuals: zip(fling.phase.samples.observations, problem.values(at: point)).map { $0 - $1 },
      freeCount: point.count)
  }

  /// True if the row leaves no structure above the grid, as far as the samples show it.
  var isAdequate: Bool {
    let phase = fling.phase
    return AdequacyRule().judge(
      residuals: curve.residuals, of: phase.samples.range,
      quantizationNoise: (phase.quantizationStep ?? 0) / 12.0.squareRoot(),
      degreesOfFreedom: curve.residuals.count - curve.freeCount
    ).verdict != .fails
  }

  /// The same row by weighted least squares; nil where that has no minimum.
  func weighted(by deviations: [Double]) -> LaunchFit? {
    Self.minimum(of: problem, from: point, deviations).flatMap { LaunchFit(row, fling, problem, at: $0) }
  }

  /// The velocity with its errors: of the samples by their standard deviations, and of the release's time.
  ///
  /// - Parameter deviations: those that the row was fitted with.
  /// - Returns: nil where the samples do not determine the velocity.
  func launch(_ deviations: [Double]) -> FlingLaunch? {
    guard let weighted = try? WeightedProblem(problem, weights: .known(standardDeviations: deviations)),
      let place = row.model.state.firstIndex(where: { $0.name == Parameter.initialVelocity.name })
    else { return nil }
    let covariance = Covariance(
      jacobian: weighted.linearized(at: point).jacobian, rows: deviations.count, columns: point.count,
      variance: 1)
    guard let error = covariance.standardError(covariance.unit(place)), error.isFinite else { return nil }
    let timing = timing(deviations)
    return FlingLaunch(
      row: row, velocity: velocity, standardError: (error * error + timing.variance).squareRoot(),
      delayBias: fling.halfWidth == 0 ? timing.bias : nil, motion: motion)
  }

  /// The variance that the error of the release's time gives the velocity of a motion that starts there, and the bias of times that are late
  /// by the jitter.
  private func timing(_ deviations: [Double]) -> (variance: Double, bias: Double) {
    guard problem.free.count == row.model.state.count else { return (0, 0) }
    let step = fling.interval / 4
    var earlier = problem
    earlier.numbers[earlier.numbers.count - 1] += step
    guard
      let moved = Self.minimum(of: earlier, from: point, deviations).flatMap({
        LaunchFit(row, fling, earlier, at: $0)
      })
    else { return (0, 0) }
    let slope = (moved.velocity - velocity) / step
    // The time of the release is uniform in its interval.
    let variance = fling.halfWidth * fling.halfWidth / 3 + fling.jitter * fling.jitter
    return (slope * slope * variance, slope * fling.jitter)
  }

  private var motion: FlingMotion {
    var numbers = problem.numbers(at: point)
    let start = fling.phase.from - numbers.removeLast()
    let curve = row.model.curve(numbers, context: problem.context)
    let step = fling.interval / 8
    return FlingMotion(from: fling.phase.from, to: fling.phase.to) { time in
      let elapsed = time - start
      return (curve as? any EngineMotion)?.velocity(at: elapsed)
        ?? (curve.value(at: elapsed + step) - curve.value(at: elapsed - step)) / (2 * step)
    }
  }

  private static func minimum(of problem: EngineProblem, from point: [Double], _ deviations: [Double])
    -> [Double]?
  {
    guard let weighted = try? WeightedProblem(problem, weights: .known(standardDeviations: deviations)) else {
      return nil
    }
    let found = LevenbergMarquardt().minimize(weighted, from: point)
    return found.sumOfSquares.isFinite ? found.parameters : nil
  }
}
