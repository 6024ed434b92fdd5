import LeastSquares
import ScrollModels

/// A valley: where the scan met it, its bottom, and where the search had to stay.
struct Valley {
  let start: [Double]
  let minimum: Minimum
  /// Index in (c, α) to the piece of a parameter's domain on which the model is smooth.
  let domains: [Int: ClosedRange<Double>]
}

/// The initial values of a search, taken from the samples alone: the valleys of the projected cost over a grid of the nonlinear
/// parameters, each followed to its bottom. Linear parameters need no start: they are projected out.
struct StartSearch<Model: Law> {
  private let law: Model
  private let samples: Samples
  private let fixed: [Int: Double]
  private let bounds: [Int: ClosedRange<Double>]
  private let keepPath: Bool
  private let grid: SearchGrid

  /// - Parameters:
  ///   - fixed: index in (c, α) to value.
  ///   - bounds: index in (c, α) to the values allowed.
  init(
    law: Model, samples: Samples, fixed: [Int: Double], bounds: [Int: ClosedRange<Double>], keepPath: Bool
  ) {
    self.law = law
    self.samples = samples
    self.fixed = fixed
    self.bounds = bounds
    self.keepPath = keepPath
    grid = SearchGrid(samples.abscissas, nonlinear: law.nonlinear)
  }

  /// The valley that a point is in; nil where the law has no finite value there.
  /// - Parameter start: the free nonlinear parameters.
  func valley(from start: [Double]) -> Valley? {
    let free = freeNonlinear
    guard !free.isEmpty else { return Valley(start: [], minimum: linearMinimum, domains: [:]) }
    let limits = limits(of: free)
    let valley =
      nearby(start, limits: limits)
      ?? descend(from: start, values: start.map { [$0] }, free: free, limits: limits)
    return valley.map(checkedAgainstLimits)
  }

  /// The valley by undamped steps of all parameters together; nil where they do not lead to its bottom.
  private func nearby(_ start: [Double], limits: [Int: ClosedRange<Double>]) -> Valley? {
    guard !keepPath, law.isSmooth else { return nil }
    let all = (law.linear + law.nonlinear).enumerated().map { index, parameter in
      Parameter(parameter.name, unit: parameter.unit, domain: limits[index] ?? parameter.domain)
    }
    let map = DirectParametrization(all, fixed: fixed)
    let model = samples.projected(law, fixed: fixed, domains: limits).modelParameters(start)
    let free = model.indices.filter { fixed[$0] == nil }
    guard
      let near = GaussNewton().minimize(samples.full(law, map: map), near: free.map { model[$0] })
    else { return nil }
    let minimum = near.minimum.mapped { point in
      zip(point, free).filter { $0.1 >= law.linear.count }.map(\.0)
    }
    return Valley(start: start, minimum: minimum, domains: limits)
  }

  /// The deepest valley; nil where the law has no finite value on the samples.
  /// - Parameter starts: index in (c, α) to a value that the user wants the search to begin at.
  func deepest(starts: [Int: Double]) -> Valley? {
    let count = law.linear.count
    let freeNonlinear = freeNonlinear
    guard !freeNonlinear.isEmpty else { return Valley(start: [], minimum: linearMinimum, domains: [:]) }
    let limits = limits(of: freeNonlinear)
    // Of a long recording the means of neighbours tell the valleys apart; only the deepest is followed on all samples.
    let shortened = samples.thinned(to: 1024)
    if samples.abscissas.count > 4 * shortened.abscissas.count {
      let search = StartSearch(law: law, samples: shortened, fixed: fixed, bounds: bounds, keepPath: false)
      // A valley at a limit of the means is one that they are too coarse to see.
      if let valley = search.deepest(starts: starts), valley.minimum.termination.converged {
        return descend(
          from: valley.minimum.parameters, values: valley.start.map { [$0] }, free: freeNonlinear,
          limits: limits
        ).map(checkedAgainstLimits)
      }
    }
    let thinned = samples.thinned(to: grid.sampleCount)
    let values = freeNonlinear.map { index in
      starts[count + index].map { [$0] }
        ?? grid.values(of: law.nonlinear[index], within: limits[count + index])
    }
    let coarse = thinned.projected(law, fixed: fixed, domains: limits)
    var best: Valley?
    func follow(_ values: [[Double]], atMost count: Int) {
      let met = GridScan(values: values).minima(of: coarse).prefix(count).map(\.point)
      for place in bottoms(met, on: thinned, values: values, limits: limits) {
        guard
          let valley = descend(from: place.bottom, values: values, free: freeNonlinear, limits: limits),
          isDeeper(valley, than: best)
        else { continue }
        best = Valley(
          start: valley.start == place.bottom ? place.met : valley.start, minimum: valley.minimum,
          domains: valley.domains)
      }
    }
    follow(values, atMost: 8)
    // The pixel grid makes valleys of its own beside the deepest one, closer than the scan: look there again.
    if freeNonlinear.count == 1, starts.isEmpty, let near = best?.minimum.parameters[0] {
      follow([grid.values(near: near, within: limits[count + freeNonlinear[0]])], atMost: 4)
    }
    return best.map(checkedAgainstLimits)
  }

  /// The places to follow on all samples. Where the scan saw half of them or fewer, its minima are followed on those first: many
  /// lead to one bottom, and one that is not among the three deepest there is not the deepest on all samples.
  ///
  /// - Parameters:
  ///   - met: the minima of the scan.
  ///   - thinned: the samples that it saw.
  private func bottoms(
    _ met: [[Double]], on thinned: Samples, values: [[Double]], limits: [Int: ClosedRange<Double>]
  ) -> [(met: [Double], bottom: [Double])] {
    guard !keepPath, met.count > 1, 2 * thinned.abscissas.count <= samples.abscissas.count,
      law.nonlinear.count > 1
    else { return met.map { ($0, $0) } }
    let search = StartSearch(law: law, samples: thinned, fixed: fixed, bounds: bounds, keepPath: false)
    var valleys: [(met: [Double], bottom: Minimum)] = []
    for place in met {
      guard
        let bottom = search.descend(from: place, values: values, free: freeNonlinear, limits: limits)?
          .minimum,
        !valleys.contains(where: {
          abs($0.bottom.sumOfSquares - bottom.sumOfSquares) <= 1e-6 * bottom.sumOfSquares
        })
      else { continue }
      valleys.append((place, bottom))
    }
    // What has no value on the means may have one on the samples.
    guard !valleys.isEmpty else { return met.map { ($0, $0) } }
    return valleys.sorted { $0.bottom.sumOfSquares < $1.bottom.sumOfSquares }.prefix(3)
      .map { ($0.met, $0.bottom.parameters) }
  }

  /// Bottoms that differ by their rounding are one: of those the first counts, whose start was the lowest.
  private func isDeeper(_ valley: Valley, than other: Valley?) -> Bool {
    guard let known = other?.minimum.sumOfSquares else { return true }
    let problem = samples.projected(law)
    // A sum of a few terms leaves some units of the last place.
    let rounding = 16 * problem.residualRounding
    return valley.minimum.sumOfSquares < known * (1 - 1e-9) - rounding * rounding
  }

  private func checkedAgainstLimits(_ valley: Valley) -> Valley {
    let limits = RateLimits(law: law, samples: samples, fixed: fixed, bounds: bounds)
    return Valley(
      start: valley.start, minimum: limits.checked(valley.minimum, domains: valley.domains),
      domains: valley.domains)
  }

  var freeNonlinear: [Int] {
    law.nonlinear.indices.filter { fixed[law.linear.count + $0] == nil }
  }

  /// Index in (c, α) to the values that are searched.
  func limits(of free: [Int]) -> [Int: ClosedRange<Double>] {
    let count = law.linear.count
    return Dictionary(
      uniqueKeysWithValues: free.map {
        (count + $0, grid.limits(of: law.nonlinear[$0], within: bounds[count + $0]))
      })
  }

  private var linearMinimum: Minimum {
    let problem = samples.projected(law, fixed: fixed)
    let cost = problem.linearized(at: []).residuals.reduce(0) { $0 + $1 * $1 }
    return Minimum(parameters: [], sumOfSquares: cost, termination: .linear, iterations: 1, evaluations: 1)
  }

  /// Follows a valley to its bottom. A law that changes at a time is smooth only while that time stays between two samples:
  /// there the search goes on from piece to piece for as long as the cost falls.
  private func descend(
    from start: [Double], values: [[Double]], free: [Int], limits: [Int: ClosedRange<Double>]
  ) -> Valley? {
    let overall = minimize(from: start, domains: limits)
    guard overall.termination != .undefined else { return nil }
    guard let changing = law.timeOfChange, let timePlace = free.firstIndex(of: changing) else {
      return Valley(start: start, minimum: overall, domains: limits)
    }
    let time = law.linear.count + free[timePlace]
    var best: (minimum: Minimum, domains: [Int: ClosedRange<Double>])?
    var last = overall
    var index = samples.abscissas.lastIndex { $0 <= overall.parameters[timePlace] } ?? 0
    while let piece = piece(index, within: limits[time]) {
      var domains = limits
      domains[time] = piece
      let minimum = minimize(from: last.parameters, domains: domains).after(last)
      guard minimum.termination != .undefined else { break }
      if let known = best, minimum.sumOfSquares >= known.minimum.sumOfSquares {
        // The cost rises on both sides of the sample between the two pieces: that is the bottom.
        best = (known.minimum.stopped(.kink), known.domains)
        break
      }
      best = (minimum, domains)
      last = minimum
      let stop = minimum.parameters[timePlace]
      guard minimum.termination == .bound, piece.isEnd(stop) else { break }
      index += stop == piece.lowerBound ? -1 : 1
    }
    return best.map { best in
      Valley(
        start: self.start(inside: best.domains, timePlace: timePlace, values: values)
          ?? best.minimum.parameters,
        minimum: best.minimum, domains: best.domains)
    }
  }

  /// The times from sample `index` until just before the next, where a sample at the time itself counts as earlier; from
  /// the last sample on, where nothing depends on the time any more, that sample's alone.
  private func piece(_ index: Int, within allowed: ClosedRange<Double>?) -> ClosedRange<Double>? {
    let abscissas = samples.abscissas
    guard abscissas.indices.contains(index) else { return nil }
    let next = index + 1 < abscissas.count ? abscissas[index + 1].nextDown : abscissas[index]
    let low = max(abscissas[index], allowed?.lowerBound ?? -.infinity)
    let high = min(next, allowed?.upperBound ?? .infinity)
    return low <= high ? low...high : nil
  }

  /// The lowest point of the scan on the piece that a time is in, from which that time can be felt.
  private func start(
    inside domains: [Int: ClosedRange<Double>], timePlace: Int, values: [[Double]]
  ) -> [Double]? {
    let problem = samples.projected(law, fixed: fixed, domains: domains)
    let piece = problem.parameters[timePlace].domain
    var inside = values
    inside[timePlace] = [(piece.lowerBound + piece.upperBound) / 2]
    return GridScan(values: inside).minima(of: problem).first?.point
  }

  private func minimize(from start: [Double], domains: [Int: ClosedRange<Double>]) -> Minimum {
    let problem = samples.projected(law, fixed: fixed, domains: domains)
    guard let straight = law.straightened, freeNonlinear.count == law.nonlinear.count else {
      return solver.minimize(problem, from: start)
    }
    let detour = minimize(straight, from: start, domains: problem.parameters.map(\.domain))
    guard detour.termination != .undefined else { return solver.minimize(problem, from: start) }
    return solver.minimize(problem, from: detour.parameters).after(detour)
  }

  /// A search by other parameters, its end and path in the law's own.
  private func minimize(
    _ model: some StraightenedModel, from start: [Double], domains: [ClosedRange<Double>]
  ) -> Minimum {
    let places = domains.indices.map { law.linear.count + $0 }
    let problem = samples.projected(
      model, fixed: fixed, domains: Dictionary(uniqueKeysWithValues: zip(places, model.domains(domains))))
    return solver.minimize(problem, from: model.straightened(start)).mapped(model.alpha)
  }

  private var solver: LevenbergMarquardt {
    var solver = LevenbergMarquardt()
    solver.keepPath = keepPath
    return solver
  }
}

extension ClosedRange<Double> {
  fileprivate func isEnd(_ value: Double) -> Bool { value == lowerBound || value == upperBound }
}
