import LeastSquares
import ScrollModels

/// A local minimum: where the scan met it, its bottom, and where the search had to stay.
struct LocalMinimum {
  let start: [Double]
  let minimum: Minimum
  /// Index in (c, α) to the piece of a parameter's domain on which the model is smooth.
  let domains: [Int: ClosedRange<Double>]

  /// The same, met elsewhere.
  func starting(at start: [Double]) -> LocalMinimum {
    LocalMinimum(start: start, minimum: minimum, domains: domains)
  }
}

/// The initial values of a search, taken from the samples alone: the local minima of the projected cost over a grid of the nonlinear
/// parameters, each followed to its bottom. Linear parameters need no start: they are projected out.
struct StartSearch<Model: ScrollModel> {
  let scrollModel: Model
  let samples: Samples
  let fixed: [Int: Double]
  private let bounds: [Int: ClosedRange<Double>]
  private let keepPath: Bool
  /// True if the search only tells local minima apart.
  let isRough: Bool
  let grid: SearchGrid

  /// - Parameters:
  ///   - fixed: index in (c, α) to value.
  ///   - bounds: index in (c, α) to the values allowed.
  init(
    scrollModel: Model, samples: Samples, fixed: [Int: Double], bounds: [Int: ClosedRange<Double>],
    keepPath: Bool, isRough: Bool = false
  ) {
    self.scrollModel = scrollModel
    self.samples = samples
    self.fixed = fixed
    self.bounds = bounds
    self.keepPath = keepPath
    self.isRough = isRough
    grid = SearchGrid(samples.abscissas, nonlinear: scrollModel.nonlinear)
  }

  /// The local minimum that a point is in; nil where the model has no finite value there.
  /// - Parameter start: the free nonlinear parameters.
  func localMinimum(from start: [Double]) -> LocalMinimum? {
    let free = freeNonlinear
    guard !free.isEmpty else { return LocalMinimum(start: [], minimum: linearMinimum, domains: [:]) }
    let limits = limits(of: free)
    let localMinimum =
      nearby(start, limits: limits)
      ?? descend(from: start, free: free, limits: limits)
    return localMinimum.map(checkedAgainstLimits)
  }

  /// The local minimum by undamped steps of all parameters together; nil where they do not lead to its bottom.
  private func nearby(_ start: [Double], limits: [Int: ClosedRange<Double>]) -> LocalMinimum? {
    guard !keepPath, scrollModel.isSmooth else { return nil }
    let all = (scrollModel.linear + scrollModel.nonlinear).enumerated().map { index, parameter in
      Parameter(parameter.name, unit: parameter.unit, domain: limits[index] ?? parameter.domain)
    }
    let map = DirectParametrization(all, fixed: fixed)
    let model = samples.projected(scrollModel, fixed: fixed, domains: limits).modelParameters(start)
    let free = model.indices.filter { fixed[$0] == nil }
    guard
      let near = GaussNewton().minimize(samples.full(scrollModel, map: map), near: free.map { model[$0] })
    else { return nil }
    let minimum = near.minimum.mapped { point in
      zip(point, free).filter { $0.1 >= scrollModel.linear.count }.map(\.0)
    }
    return LocalMinimum(start: start, minimum: minimum, domains: limits)
  }

  /// The deepest local minimum; nil where the model has no finite value on the samples.
  /// - Parameter starts: index in (c, α) to a value that the user wants the search to begin at.
  func deepest(starts: [Int: Double]) -> LocalMinimum? {
    let count = scrollModel.linear.count
    let freeNonlinear = freeNonlinear
    guard !freeNonlinear.isEmpty else { return LocalMinimum(start: [], minimum: linearMinimum, domains: [:]) }
    let limits = limits(of: freeNonlinear)
    // Of a long recording the means of neighbors distinguish the local minima; only the deepest is followed on all samples.
    let shortened = samples.thinned(to: 1024)
    if samples.abscissas.count > 4 * shortened.abscissas.count {
      let search = StartSearch(
        scrollModel: scrollModel, samples: shortened, fixed: fixed, bounds: bounds, keepPath: false)
      // A local minimum at a limit of the means is one that they are too coarse to see.
      if let localMinimum = search.deepest(starts: starts), localMinimum.minimum.termination.converged {
        return descend(from: localMinimum.minimum.parameters, free: freeNonlinear, limits: limits)
          .map { checkedAgainstLimits($0.starting(at: localMinimum.start)) }
      }
    }
    var best: LocalMinimum?
    func follow(_ position: (met: [Double], bottom: [Double])) {
      guard
        let localMinimum = descend(
          from: position.bottom, free: freeNonlinear, limits: limits, deeperThan: best),
        isDeeper(localMinimum.minimum, than: best?.minimum)
      else { return }
      best = localMinimum.starting(at: position.met)
    }
    let stops = stops(starts: starts, limits: limits)
    for stop in stops.points { follow((stop, stop)) }
    if best == nil || !stops.areAll {
      let thinned = samples.thinned(to: grid.sampleCount)
      let coarse = thinned.projected(scrollModel, fixed: fixed, domains: limits)
      func scan(_ values: [[Double]], atMost count: Int) {
        let met = GridScan(values: values).minima(of: coarse).prefix(count).map(\.point)
        for position in bottoms(met, on: thinned, limits: limits) { follow(position) }
      }
      scan(values(starts: starts, limits: limits), atMost: 8)
      // The pixel grid makes local minima of its own beside the deepest one, closer than the scan: look there again.
      if freeNonlinear.count == 1, starts.isEmpty, let near = best?.minimum.parameters[0] {
        scan([grid.values(near: near, within: limits[count + freeNonlinear[0]])], atMost: 4)
      }
    }
    // The motion that never changes is one of the model's: between the values of a scan it hides among those that change late.
    if let changing = scrollModel.timeOfChange, let position = freeNonlinear.firstIndex(of: changing),
      starts[count + changing] == nil, let last = samples.abscissas.last,
      var unchanged = best?.minimum.parameters, unchanged[position] < last
    {
      unchanged[position] = last
      follow((unchanged, unchanged))
    }
    return best.map(checkedAgainstLimits)
  }

  /// The rate at the deepest local minimum beside a known one, from a third of it to three times as much; nil where there is none
  /// below a sum of squares.
  func rate(beside known: Double, below limit: Double) -> Double? {
    let free = freeNonlinear
    guard free.count == 1, known > 0 else { return nil }
    let limits = limits(of: free)
    let values = self.values(starts: [:], limits: limits)[0].filter { $0 > known / 3 && $0 < 3 * known }
    let met = GridScan(values: [values]).minima(
      of: samples.projected(scrollModel, fixed: fixed, domains: limits))
    return met.lazy.compactMap { localMinimum(from: $0.point)?.minimum }.first {
      // A tenth is more than the scan's step and than the errors of samples that show two minima.
      $0.termination.converged && $0.sumOfSquares < limit && abs($0.parameters[0] / known - 1) > 0.1
    }?.parameters[0]
  }

  /// The places to follow on all samples. Where the scan saw half of them or fewer, its minima are followed on those first: many
  /// lead to one bottom, and one that is not among the three deepest there is not the deepest on all samples.
  ///
  /// - Parameters:
  ///   - met: the minima of the scan.
  ///   - thinned: the samples that it saw.
  private func bottoms(
    _ met: [[Double]], on thinned: Samples, limits: [Int: ClosedRange<Double>]
  ) -> [(met: [Double], bottom: [Double])] {
    guard !keepPath, met.count > 1, 2 * thinned.abscissas.count <= samples.abscissas.count,
      scrollModel.nonlinear.count > 1
    else { return met.map { ($0, $0) } }
    let search = StartSearch(
      scrollModel: scrollModel, samples: thinned, fixed: fixed, bounds: bounds, keepPath: false, isRough: true
    )
    var localMinima: [(met: [Double], bottom: Minimum)] = []
    for position in met {
      guard
        let bottom = search.descend(from: position, free: freeNonlinear, limits: limits)?.minimum,
        !localMinima.contains(where: {
          abs($0.bottom.sumOfSquares - bottom.sumOfSquares) <= 1e-6 * bottom.sumOfSquares
        })
      else { continue }
      localMinima.append((position, bottom))
    }
    // What has no value on the means may have one on the samples.
    guard !localMinima.isEmpty else { return met.map { ($0, $0) } }
    return localMinima.sorted { $0.bottom.sumOfSquares < $1.bottom.sumOfSquares }.prefix(3)
      .map { ($0.met, $0.bottom.parameters) }
  }

  /// Bottoms that differ by their rounding are one: of those the first counts, whose start was the lowest.
  func isDeeper(_ minimum: Minimum, than other: Minimum?) -> Bool {
    guard let known = other?.sumOfSquares else { return true }
    let problem = samples.projected(scrollModel)
    // A sum of a few terms leaves some units of the last place, and residuals r that are off by δ a sum of squares that is off by 2 r·δ + δ².
    let rounding = 16 * problem.residualRounding
    return minimum.sumOfSquares < known * (1 - 1e-9) - rounding * (2 * known.squareRoot() + rounding)
  }

  private func checkedAgainstLimits(_ localMinimum: LocalMinimum) -> LocalMinimum {
    let limits = RateLimits(scrollModel: scrollModel, samples: samples, fixed: fixed, bounds: bounds)
    return LocalMinimum(
      start: localMinimum.start, minimum: limits.checked(localMinimum.minimum, domains: localMinimum.domains),
      domains: localMinimum.domains)
  }

  var freeNonlinear: [Int] {
    scrollModel.nonlinear.indices.filter { fixed[scrollModel.linear.count + $0] == nil }
  }

  /// The values of the free nonlinear parameters that a scan looks at.
  func values(starts: [Int: Double], limits: [Int: ClosedRange<Double>]) -> [[Double]] {
    freeNonlinear.map { index in
      let position = scrollModel.linear.count + index
      return starts[position].map { [$0] }
        ?? grid.values(of: scrollModel.nonlinear[index], within: limits[position])
    }
  }

  /// Index in (c, α) to the values that are searched.
  func limits(of free: [Int]) -> [Int: ClosedRange<Double>] {
    let count = scrollModel.linear.count
    return Dictionary(
      uniqueKeysWithValues: free.map {
        (count + $0, grid.limits(of: scrollModel.nonlinear[$0], within: bounds[count + $0]))
      })
  }

  private var linearMinimum: Minimum {
    let problem = samples.projected(scrollModel, fixed: fixed)
    let cost = problem.linearized(at: []).residuals.reduce(0) { $0 + $1 * $1 }
    return Minimum(parameters: [], sumOfSquares: cost, termination: .linear, iterations: 1, evaluations: 1)
  }

  /// Follows a local minimum to its bottom.
  ///
  /// - Parameter known: a local minimum; nil may be returned for one that is not deeper.
  private func descend(
    from start: [Double], free: [Int], limits: [Int: ClosedRange<Double>],
    deeperThan known: LocalMinimum? = nil
  ) -> LocalMinimum? {
    if let changing = scrollModel.timeOfChange, let position = free.firstIndex(of: changing) {
      return descendPieces(
        from: start, time: (position, scrollModel.linear.count + changing), limits: limits, deeperThan: known)
    }
    // Most starts lead to one bottom: it is followed to its last digits once.
    let rough = known == nil || keepPath ? nil : minimize(from: start, domains: limits, by: roughSolver)
    if let rough, rough.termination == .undefined || !isDeeper(rough, than: known?.minimum) { return nil }
    var minimum = minimize(from: rough?.parameters ?? start, domains: limits, by: solver)
    if let rough { minimum = minimum.after(rough) }
    guard minimum.termination != .undefined else { return nil }
    return LocalMinimum(start: start, minimum: minimum, domains: limits)
  }

  func minimize(
    from start: [Double], domains: [Int: ClosedRange<Double>], by solver: LevenbergMarquardt
  ) -> Minimum {
    let problem = samples.projected(scrollModel, fixed: fixed, domains: domains)
    guard let straight = scrollModel.straightened, freeNonlinear.count == scrollModel.nonlinear.count else {
      return solver.minimize(problem, from: start)
    }
    // The last digits are the model's own.
    let detour = minimize(
      straight, from: start, domains: problem.parameters.map(\.domain), by: keepPath ? solver : roughSolver)
    guard detour.termination != .undefined else { return solver.minimize(problem, from: start) }
    return solver.minimize(problem, from: detour.parameters).after(detour)
  }

  /// A search by other parameters, its end and path in the model's own.
  private func minimize(
    _ model: some StraightenedModel, from start: [Double], domains: [ClosedRange<Double>],
    by solver: LevenbergMarquardt
  ) -> Minimum {
    let positions = domains.indices.map { scrollModel.linear.count + $0 }
    let problem = samples.projected(
      model, fixed: fixed, domains: Dictionary(uniqueKeysWithValues: zip(positions, model.domains(domains))))
    return solver.minimize(problem, from: model.straightened(start)).mapped(model.alpha)
  }

  var solver: LevenbergMarquardt {
    guard !isRough else { return roughSolver }
    var solver = LevenbergMarquardt()
    solver.keepPath = keepPath
    return solver
  }

  /// To a sum of squares that could fall by 10⁻¹² of itself: local minima differ by more.
  var roughSolver: LevenbergMarquardt {
    var solver = LevenbergMarquardt()
    solver.keepPath = keepPath
    solver.gradientTolerance = 1e-6
    solver.stepTolerance = 1e-9
    return solver
  }
}
