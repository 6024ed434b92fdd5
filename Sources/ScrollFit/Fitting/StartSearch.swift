import LeastSquares
import ScrollModels

/// Where a search begins, taken from the samples alone: the valleys of the projected cost over a grid of the nonlinear
/// parameters, each followed to its bottom.
///
/// The grid follows from what a parameter is, not from which law it belongs to: a rate is scanned from motion that
/// hardly bends over the whole range to motion that is over between two samples, a time over the samples' times, a
/// ratio over the damping ratios that differ to the eye. Linear parameters need no start: they are projected out.
struct StartSearch<Model: Law> {
  private let law: Model
  private let abscissas: [Double]
  private let observations: [Double]
  private let fixed: [Int: Double]
  private let bounds: [Int: ClosedRange<Double>]
  private let keepPath: Bool
  private let span: Double
  private let smallestSpacing: Double

  /// - Parameters:
  ///   - fixed: index in (c, α) to value.
  ///   - bounds: index in (c, α) to the values allowed.
  init(
    law: Model, samples: Samples, fixed: [Int: Double], bounds: [Int: ClosedRange<Double>], keepPath: Bool
  ) {
    self.law = law
    abscissas = samples.abscissas
    observations = samples.observations
    self.fixed = fixed
    self.bounds = bounds
    self.keepPath = keepPath
    let ordered = abscissas.sorted()
    span = (ordered.last ?? 0) - (ordered.first ?? 0)
    smallestSpacing = zip(ordered.dropFirst(), ordered).map { $0 - $1 }.filter { $0 > 0 }.min() ?? span
  }

  /// A valley: where the scan met it, its bottom, and where the search had to stay.
  struct Valley {
    let start: [Double]
    let minimum: Minimum
    /// Index in (c, α) to the piece of a parameter's domain on which the model is smooth.
    let domains: [Int: ClosedRange<Double>]
  }

  /// The deepest valley; nil where the law has no finite value on the samples.
  /// - Parameter starts: index in (c, α) to a value that the user wants the search to begin at.
  func deepest(starts: [Int: Double]) -> Valley? {
    let count = law.linear.count
    let freeNonlinear = law.nonlinear.indices.filter { fixed[count + $0] == nil }
    guard !freeNonlinear.isEmpty else { return Valley(start: [], minimum: linearMinimum, domains: [:]) }
    let limits = Dictionary(uniqueKeysWithValues: freeNonlinear.map { (count + $0, limit(count + $0)) })
    let thinned = thin()
    let values = freeNonlinear.map { index in
      starts[count + index].map { [$0] } ?? grid(law.nonlinear[index], within: limits[count + index])
    }
    let coarse = ProjectedProblem(
      law, fixed: fixed, domains: limits, abscissas: thinned.abscissas, observations: thinned.observations)
    let candidates = GridScan(values: values).minima(of: coarse).prefix(8)
    var best: Valley?
    for candidate in candidates {
      guard let valley = descend(from: candidate.point, free: freeNonlinear, limits: limits) else { continue }
      if valley.minimum.sumOfSquares < best?.minimum.sumOfSquares ?? .infinity { best = valley }
    }
    return best.map { checkedAgainstLimits($0, free: freeNonlinear) }
  }

  /// A bottom that is no lower than the curve at the limit of a rate is none: the samples only say "fast".
  private func checkedAgainstLimits(_ valley: Valley, free: [Int]) -> Valley {
    let problem = ProjectedProblem(
      law, fixed: fixed, domains: valley.domains, abscissas: abscissas, observations: observations)
    for (place, parameter) in problem.parameters.enumerated() where parameter.unit.hasPrefix("1/") {
      let index = law.linear.count + free[place]
      let own = bounds[index] ?? law.nonlinear[free[place]].domain
      for limit in [parameter.domain.lowerBound, parameter.domain.upperBound] where !own.isEnd(limit) {
        var point = valley.minimum.parameters
        point[place] = limit
        let cost = problem.linearized(at: point).residuals.reduce(0) { $0 + $1 * $1 }
        if cost <= valley.minimum.sumOfSquares * (1 + 1e-9) {
          return Valley(start: valley.start, minimum: valley.minimum.stopped(.bound), domains: valley.domains)
        }
      }
    }
    return valley
  }

  private var linearMinimum: Minimum {
    let problem = ProjectedProblem(law, fixed: fixed, abscissas: abscissas, observations: observations)
    let cost = problem.linearized(at: []).residuals.reduce(0) { $0 + $1 * $1 }
    return Minimum(parameters: [], sumOfSquares: cost, termination: .linear, iterations: 1, evaluations: 1)
  }

  /// Follows a valley to its bottom. A law with a time in it is smooth only while that time stays between two samples:
  /// then the search walks from piece to piece for as long as the cost falls.
  private func descend(
    from start: [Double], free: [Int], limits: [Int: ClosedRange<Double>]
  ) -> Valley? {
    let count = law.linear.count
    guard let timePlace = free.firstIndex(where: { law.nonlinear[$0].unit == "s" }) else {
      let minimum = minimize(from: start, domains: limits)
      return minimum.termination == .undefined ? nil : Valley(start: start, minimum: minimum, domains: limits)
    }
    let time = count + free[timePlace]
    var piece = max(0, (abscissas.lastIndex { $0 <= start[timePlace] } ?? 0))
    piece = min(piece, abscissas.count - 2)
    var best: Valley?
    var point = start
    var direction = 0
    while (0..<(abscissas.count - 1)).contains(piece) {
      var domains = limits
      let allowed = limits[time] ?? -.infinity ... .infinity
      guard abscissas[piece] <= allowed.upperBound, abscissas[piece + 1] >= allowed.lowerBound else { break }
      domains[time] = abscissas[piece]...abscissas[piece + 1]
      let minimum = minimize(from: point, domains: domains)
      guard minimum.termination != .undefined else { break }
      if let known = best, minimum.sumOfSquares >= known.minimum.sumOfSquares {
        // The cost rises on both sides of the sample between the two pieces: that is the bottom.
        if direction != 0, known.minimum.termination == .bound {
          best = Valley(start: known.start, minimum: known.minimum.stopped(.kink), domains: known.domains)
        }
        break
      }
      best = Valley(start: start, minimum: minimum, domains: domains)
      guard minimum.termination == .bound else { break }
      direction = minimum.parameters[timePlace] <= abscissas[piece] ? -1 : 1
      point = minimum.parameters
      piece += direction
    }
    return best
  }

  private func minimize(from start: [Double], domains: [Int: ClosedRange<Double>]) -> Minimum {
    var solver = LevenbergMarquardt()
    solver.keepPath = keepPath
    return solver.minimize(
      ProjectedProblem(
        law, fixed: fixed, domains: domains, abscissas: abscissas, observations: observations), from: start)
  }

  /// The values a parameter is searched in: its domain, cut where the curve at the samples no longer changes.
  private func limit(_ index: Int) -> ClosedRange<Double> {
    let parameter = law.nonlinear[index - law.linear.count]
    let domain = bounds[index] ?? parameter.domain
    guard parameter.unit.hasPrefix("1/") else { return domain }
    let fastest = (isOscillation ? Double.pi : 40) / smallestSpacing
    let low = max(domain.lowerBound, min(domain.upperBound, -min(fastest, 600 / span)))
    return low...max(low, min(domain.upperBound, fastest))
  }

  private func grid(_ parameter: Parameter, within limits: ClosedRange<Double>?) -> [Double] {
    let domain = limits ?? parameter.domain
    if parameter.unit.hasPrefix("1/") {
      let slowest = 0.03 / span
      let positive = geometric(from: slowest, through: domain.upperBound)
      guard domain.lowerBound < 0 else {
        return domain.lowerBound == 0 ? positive : positive.filter(domain.contains)
      }
      let negative = geometric(from: slowest, through: -domain.lowerBound)
      return negative.reversed().map { -$0 } + [0] + positive
    }
    if parameter.unit == "s" {
      let step = max(1, abscissas.count / 48)
      return stride(from: 0, to: abscissas.count - 1, by: step).map {
        (abscissas[$0] + abscissas[$0 + 1]) / 2
      }
    }
    return [0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95, 1.05, 1.2, 1.5, 2, 3, 5, 10].filter(domain.contains)
  }

  /// Ten values a decade.
  private func geometric(from low: Double, through high: Double) -> [Double] {
    guard high > low else { return [low] }
    let ratio = 1.2589254117941673  // 10^(1/10)
    var values = [low]
    while let last = values.last, last * ratio < high { values.append(last * ratio) }
    return values + [high]
  }

  private var isOscillation: Bool { law.nonlinear.contains { $0.unit.isEmpty } }

  /// At most 256 samples, evenly taken: enough to tell the valleys apart.
  private func thin() -> (abscissas: [Double], observations: [Double]) {
    let step = (abscissas.count + 255) / 256
    guard step > 1 else { return (abscissas, observations) }
    let kept = Array(stride(from: 0, to: abscissas.count, by: step))
    return (kept.map { abscissas[$0] }, kept.map { observations[$0] })
  }
}

extension ClosedRange<Double> {
  fileprivate func isEnd(_ value: Double) -> Bool { value == lowerBound || value == upperBound }
}
