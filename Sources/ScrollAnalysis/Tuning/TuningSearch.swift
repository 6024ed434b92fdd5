import Elementary
import LeastSquares
import Recordings
import ScrollModels

/// The search for the constants of one motion: a scan of sums of squares over decades, Levenberg–Marquardt from its best
/// points, then the search for the least maximum.
struct TuningSearch: Sendable {
  /// Scanned factors of a typical constant, each way.
  private static let decades = 2.0
  private static let scanned = 13
  /// Points of the scan that searches begin at.
  private static let starts = 4
  /// A maximum that counts as the target itself, pt.
  private static let sufficient = 1e-6
  /// Evaluations of the maximum over all starts, and of each start's sum of squares, of a model.
  private static let evaluationLimit = 60_000
  private static let leastSquaresLimit = 200
  /// Times at which a gesture is compared, until it has settled.
  private static let steps = 240
  /// Times at which it is compared from there to the horizon: a slower motion is still moving.
  private static let tail = 24

  private let motion: TunedMotion
  private let kind: PhaseKind
  private let targets: [Target]
  /// In the order of the motion's constants; nil where they are not known.
  private let current: [Double]?

  /// A gesture answered by the target.
  private struct Target: Sendable {
    let gesture: StandardGesture
    let abscissas: [Double]
    let offsets: [Double]
    let isCovered: Bool
  }

  init(_ motion: TunedMotion, _ row: CatalogueEntry, kind: PhaseKind, recorded: [RecordedMotion]) {
    self.motion = motion
    self.kind = kind
    let isCritical = row.model.fitted?.model == .bounce && motion.model == .bounce
    let range = GestureRange(recorded, recorded)
    let targets = StandardGesture.all(
      kind, unit: "pt", returnStart: isCritical ? row.returnStart : .gestureVelocity
    ).compactMap { gesture -> Target? in
      guard let state = gesture.start.state(of: row.model) else { return nil }
      let curve = row.model.curve(state: state, constants: row.values, context: EngineContext())
      let abscissas = Self.abscissas(gesture, curve)
      let offsets = abscissas.map { curve.value(at: $0) }
      let displacement = offsets.reduce(0) { max($0, $1.magnitude) }
      let isCovered = recorded.isEmpty || range.shortage(of: gesture, displacement: displacement) == nil
      return Target(gesture: gesture, abscissas: abscissas, offsets: offsets, isCovered: isCovered)
    }
    // Where the recordings cover none of the gestures, all decide.
    let isAnyCovered = targets.contains(where: \.isCovered)
    self.targets = targets.map {
      Target(
        gesture: $0.gesture, abscissas: $0.abscissas, offsets: $0.offsets,
        isCovered: $0.isCovered || !isAnyCovered)
    }
    let summary = motion.model.flatMap { ModelSummary(recorded, model: $0) }
    let known = motion.constants.compactMap { constant in
      summary?.constants.first { $0.name == constant.name }?.value
    }
    current = known.count == motion.constants.count ? known : nil
  }

  /// Nil where the motion has no offsets from any start.
  var best: TunedPhase? {
    var evaluations = 0
    func maximum(_ point: [Double]) -> Double {
      evaluations += 1
      return deviations(constants(point), covered: true).reduce(0) { max($0, $1.difference) }
    }
    let results = searches(maximum)
    // Equal ends of several starts differ by rounding: the first one stays.
    let least = results.map(\.value).min() ?? .infinity
    guard least.isFinite, let end = results.first(where: { $0.value <= least * (1 + 1e-9) + 1e-12 }) else {
      return nil
    }
    let tuned = constants(end.point)
    let remaining = deviations(tuned, covered: false)
    let present = current.map { deviations($0, covered: false) }
    return TunedPhase(
      phase: kind, model: motion.name, formula: motion.formula,
      constants: motion.constants.indices.map {
        .init(
          name: motion.constants[$0].name, unit: motion.constants[$0].unit, value: tuned[$0],
          current: current?[$0])
      },
      gestures: targets.indices.map {
        .init(
          name: targets[$0].gesture.name, difference: remaining[$0].difference, at: remaining[$0].at,
          current: present?[$0].difference, isCovered: targets[$0].isCovered)
      },
      evaluations: evaluations, converged: end.converged)
  }

  /// The searches from every starting point, to the first one that reaches the target.
  private func searches(_ maximum: ([Double]) -> Double) -> [MinimaxSearch.Result] {
    var results: [MinimaxSearch.Result] = []
    var left = Self.evaluationLimit / motion.cost
    for start in startingPoints where left > 0 {
      var search = MinimaxSearch()
      search.evaluationLimit = min(search.evaluationLimit, left)
      let result = search.minimize(from: start, maximum)
      left -= result.evaluations
      results.append(result)
      if result.value <= Self.sufficient { break }
    }
    return results
  }

  /// The search moves logarithms: constants of motions are positive.
  private func constants(_ point: [Double]) -> [Double] {
    zip(point, motion.typical).map { $1 * exponential($0) }
  }

  /// Points with the smallest sums of squares of a scan, each moved to the nearest minimum of it, and the current one.
  private var startingPoints: [[Double]] {
    let width = Self.decades * logarithm(10)
    let axis = (0..<Self.scanned).map { width * (2 * Double($0) / Double(Self.scanned - 1) - 1) }
    let known = current.map { values in zip(values, motion.typical).map { logarithm($0 / $1) } }
    // Two constants are scanned together; further ones begin at their typical values.
    let size = motion.constants.count
    var points = axis.map { [$0] }
    if size > 1 { points = points.flatMap { point in axis.map { point + [$0] } } }
    points = points.map { $0 + [Double](repeating: 0, count: size - $0.count) }
    let count = targets.filter(\.isCovered).reduce(0) { $0 + $1.abscissas.count }
    let problem = TuningProblem(count: size, residualCount: count, difference: residuals)
    let costs = points.map(problem.sumOfSquares)
    let ranked = points.indices.filter { costs[$0].isFinite }.sorted { (costs[$0], $0) < (costs[$1], $1) }
    var solver = LevenbergMarquardt()
    solver.stepTolerance = 1e-8
    solver.evaluationLimit = max(10, Self.leastSquaresLimit / motion.cost)
    let near = ranked.prefix(Self.starts).map { points[$0] } + [known].compactMap(\.self)
    return near.map { start in
      let minimum = solver.minimize(problem, from: start)
      return minimum.sumOfSquares.isFinite ? minimum.parameters : start
    }
  }

  /// The differences of all gestures that decide; nil where one has no motion.
  private func residuals(_ point: [Double]) -> [Double]? {
    var residuals: [Double] = []
    for target in targets where target.isCovered {
      guard let own = motion.offsets(target.gesture, constants: constants(point), at: target.abscissas),
        own.allSatisfy(\.isFinite)
      else { return nil }
      residuals += zip(own, target.offsets).map(-)
    }
    return residuals
  }

  /// The largest difference of each gesture; infinite where there is no motion.
  private func deviations(_ constants: [Double], covered: Bool) -> [(difference: Double, at: Double)] {
    targets.filter { !covered || $0.isCovered }.map { target in
      guard let own = motion.offsets(target.gesture, constants: constants, at: target.abscissas) else {
        return (.infinity, 0)
      }
      var largest = (difference: 0.0, at: 0.0)
      for (index, value) in own.enumerated() {
        let difference = (value - target.offsets[index]).magnitude
        guard difference.isFinite else { return (.infinity, 0) }
        if difference > largest.difference { largest = (difference, target.abscissas[index]) }
      }
      return largest
    }
  }

  private static func abscissas(_ gesture: StandardGesture, _ curve: any EngineCurve) -> [Double] {
    func even(_ last: Double) -> [Double] { (0...steps).map { last * Double($0) / Double(steps) } }
    if case .pull(let travel) = gesture.start { return even(travel) }
    let end =
      (curve as? any SettlingMotion)?.settlingTime(within: GestureMotion.settlingDistance)
      ?? (curve as? any EngineMotion)?.duration ?? GestureMotion.horizon
    let last = end.isFinite && end > 0 ? min(end, GestureMotion.horizon) : GestureMotion.horizon
    let rest = GestureMotion.horizon - last
    return even(last) + (rest > 0 ? (1...tail).map { last + rest * Double($0) / Double(tail) } : [])
  }
}

/// The differences from the target as a problem of least squares: the smooth start of a search for the least maximum.
struct TuningProblem: LeastSquaresProblem {
  /// Half the width of a central difference, of logarithms.
  private static let step = 1e-5

  let parameters: [Parameter]
  let residualCount: Int
  /// Nil outside the domain.
  private let difference: @Sendable ([Double]) -> [Double]?

  init(count: Int, residualCount: Int, difference: @escaping @Sendable ([Double]) -> [Double]?) {
    parameters = (0..<count).map { Parameter("logarithm\($0)", unit: "") }
    self.residualCount = residualCount
    self.difference = difference
  }

  func makeWorkspace() {}

  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void
  ) {
    residuals = values(at: point)
    guard !jacobian.isEmpty else { return }
    for column in point.indices {
      var ahead = point
      var behind = point
      ahead[column] += Self.step
      behind[column] -= Self.step
      let (high, low) = (values(at: ahead), values(at: behind))
      for row in 0..<residualCount {
        jacobian[column * residualCount + row] = (high[row] - low[row]) / (2 * Self.step)
      }
    }
  }

  private func values(at point: [Double]) -> [Double] {
    difference(point) ?? [Double](repeating: .nan, count: residualCount)
  }

  /// ‖r‖², infinite outside the domain.
  func sumOfSquares(at point: [Double]) -> Double {
    let sum = values(at: point).reduce(0) { $0 + $1 * $1 }
    return sum.isFinite ? sum : .infinity
  }
}
