import LeastSquares
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// One model of the catalogue fitted to a phase: with an engine's constants, or with the best.
struct EngineFit: Sendable {
  let model: any EngineModel
  let constants: EngineCandidate.Constants
  /// The engines of the constants; for free ones all engines that have the model.
  private(set) var engines: [String]
  private(set) var position: Int
  /// The samples and the model, with its numbers.
  let problem: EngineProblem
  /// The free numbers at the minimum.
  let point: [Double]
  let fitted: [Double]
  let residuals: [Double]
  let rms: Double
  let freeCount: Int
  let criteria: InformationCriteria
  let adequacy: AdequacyJudgement

  /// - Parameters:
  ///   - position: in the catalogue, which decides between equals.
  ///   - starts: constants to look from; held where they are an engine's own.
  ///   - known: a fit of the model whose numbers are looked from too.
  /// - Returns: nil where the model has no curve through these samples.
  init?(
    _ model: any EngineModel, engines: [String], position: Int, to phase: IdentifiedPhase,
    constants: EngineCandidate.Constants, starts: [[Double]], known: EngineFit? = nil
  ) {
    let state = model.state
    var free = state.indices.filter { !phase.isKnown(state[$0].name) }
    if constants == .free { free += state.count..<(state.count + model.constants.count) }
    let needsStart = phase.needsStart(model)
    if needsStart { free.append(state.count + model.constants.count) }
    let searched = constants == .free ? model.searched : nil
    let places = state.count..<(state.count + model.constants.count)
    var numbers = starts.flatMap { Self.starts(model, phase, $0, needsStart: needsStart) }
    if let known { numbers.insert(known.problem.numbers(at: known.point), at: 0) }
    var searches: [EngineSearch] = []
    for var start in numbers {
      if let searched { start.replaceSubrange(places, with: searched.exchanged(Array(start[places]))) }
      let sizes = Self.sizes(state, Array(start[places]), phase)
      for context in phase.contexts(of: model) {
        searches.append(
          EngineSearch(
            EngineProblem(
              model: searched?.model ?? model, context: context, samples: phase.samples, numbers: start,
              free: free, sizes: sizes, start: phase.start)))
      }
    }
    // Nothing below what the offsets resolve can be gained by another start.
    let resolved = Double(phase.samples.observations.count) * phase.resolution * phase.resolution / 12
    guard let (problem, minimum) = EngineSearch.best(of: &searches, resolved: resolved) else { return nil }
    guard let searched else {
      self.init(
        model, engines, position, constants, phase, problem, at: minimum.parameters,
        sumOfSquares: minimum.sumOfSquares)
      return
    }
    var own = problem.numbers(at: minimum.parameters)
    own.replaceSubrange(places, with: searched.exchanged(Array(own[places])))
    let exchanged = EngineProblem(
      model: model, context: problem.context, samples: phase.samples, numbers: own, free: free,
      sizes: Self.sizes(state, Array(own[places]), phase), start: phase.start)
    self.init(
      model, engines, position, constants, phase, exchanged, at: free.map { own[$0] },
      sumOfSquares: minimum.sumOfSquares)
  }

  private init(
    _ model: any EngineModel, _ engines: [String], _ position: Int, _ constants: EngineCandidate.Constants,
    _ phase: IdentifiedPhase, _ problem: EngineProblem, at point: [Double], sumOfSquares: Double
  ) {
    self.model = model
    self.engines = engines
    self.position = position
    self.constants = constants
    self.problem = problem
    self.point = point
    let fitted = problem.values(at: point)
    self.fitted = fitted
    residuals = zip(fitted, problem.samples.observations).map { $0 - $1 }
    rms = (sumOfSquares / Double(residuals.count)).squareRoot()
    freeCount = point.count
    criteria = InformationCriteria(
      sumOfSquares: sumOfSquares, count: residuals.count, freeParameters: freeCount,
      resolvedVariance: InformationCriteria.resolvedVariance(
        grid: phase.resolution, largest: phase.samples.range.largest))
    adequacy = AdequacyRule().judge(
      residuals: residuals, of: phase.samples.range,
      quantizationNoise: (phase.quantizationStep ?? 0) / 12.0.squareRoot(),
      degreesOfFreedom: residuals.count - freeCount)
  }

  /// The sizes of a problem's numbers, below which differences do not go.
  private static func sizes(_ state: [Parameter], _ constants: [Double], _ phase: IdentifiedPhase) -> [Double]
  {
    state.map(phase.size(of:)) + constants.map { max($0.magnitude, 1e-9) } + [phase.startSize]
  }

  /// The initial values of the search: models that go by the time since their start from several of them, and all that are not of
  /// a first order in their velocity from several of these.
  private static func starts(
    _ model: any EngineModel, _ phase: IdentifiedPhase, _ constants: [Double], needsStart: Bool
  ) -> [[Double]] {
    let state = model.state.map { phase.start(of: $0.name) }
    guard needsStart, phase.kind != .rubberBand else { return [state + constants + [0]] }
    let velocity = model.state.firstIndex { $0.name == Parameter.initialVelocity.name }
    let delays = (0..<5).map { phase.latestStart * Double($0) / 4 }
    return delays.flatMap { delay in
      [1, 1.5].map { factor in
        var state = state
        if let velocity { state[velocity] *= factor }
        return state + constants + [delay]
      }
    }
  }

  /// The fit at another point of its problem.
  func moved(to point: [Double], in phase: IdentifiedPhase) -> EngineFit {
    EngineFit(
      model, engines, position, constants, phase, problem, at: point, sumOfSquares: problem.cost(at: point))
  }

  /// The fit of another engine that moves alike.
  func shared(by engine: String, position: Int) -> EngineFit {
    var fit = self
    (fit.engines, fit.position) = ([engine], position)
    return fit
  }

  /// The largest residual.
  var maximum: Double { residuals.reduce(0) { max($0, $1.magnitude) } }

  /// The largest difference of two fitted curves at the samples.
  func distance(to other: EngineFit) -> Double {
    zip(fitted, other.fitted).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
  }

  /// The order of two candidates: AICc, within 2 of which the fewest free parameters decide, then the catalogue's order.
  static func ranked(_ fits: [EngineFit]) -> [EngineFit] {
    let lowest = fits.map(\.aicc).min() ?? .infinity
    func key(_ fit: EngineFit) -> (Double, Int, Int) {
      // Equal curves differ in the last digits of their AICc.
      (fit.aicc - lowest < 2 ? -.infinity : (1000 * fit.aicc).rounded(), fit.freeCount, fit.position)
    }
    let keys = fits.map(key)
    return fits.indices.sorted { keys[$0] < keys[$1] }.map { fits[$0] }
  }

  /// The index of each engine's best fit with its own constants.
  static func bestOwn(_ fits: [EngineFit]) -> [String: Int] {
    var best: [String: Int] = [:]
    for index in fits.indices where fits[index].constants == .fixed {
      for engine in fits[index].engines {
        if let other = best[engine], fits[other].aicc <= fits[index].aicc { continue }
        best[engine] = index
      }
    }
    return best
  }

  /// Infinite where there are too few samples for one.
  var aicc: Double { criteria.aicc ?? .infinity }
}
