import LeastSquares
import ScrollModels

/// The values of a model's nonlinear parameters that a search looks at.
///
/// They follow from what a parameter is, not from which model it belongs to: a rate is scanned from motion that hardly
/// bends over the whole range to motion that is over between two samples, a time over the samples' times, a ratio over
/// the damping ratios that differ to the eye.
struct SearchGrid {
  private let abscissas: [Double]
  private let span: Double
  private let smallestSpacing: Double
  /// True if a model oscillates: a ratio stands among its parameters.
  private let isOscillation: Bool
  /// True if the model has no other nonlinear parameter.
  private let isAlone: Bool

  /// - Parameter nonlinear: the model's nonlinear parameters.
  init(_ abscissas: [Double], nonlinear: [Parameter]) {
    self.abscissas = abscissas
    let step = Self.smallestStep(abscissas)
    let ordered = step == nil ? abscissas.sorted() : abscissas
    span = (ordered.last ?? 0) - (ordered.first ?? 0)
    let smallest = step ?? Self.smallestStep(ordered) ?? .infinity
    smallestSpacing = smallest.isFinite ? smallest : span
    isOscillation = nonlinear.contains { $0.unit.isEmpty }
    isAlone = nonlinear.count == 1
  }

  /// The smallest step that is not zero, ∞ for none; nil for numbers that are not in order.
  private static func smallestStep(_ numbers: [Double]) -> Double? {
    numbers.withUnsafeBufferPointer { numbers in
      var smallest = Double.infinity
      for i in numbers.indices.dropFirst() {
        let step = numbers[i] - numbers[i - 1]
        guard step >= 0 else { return nil }
        if step > 0, step < smallest { smallest = step }
      }
      return smallest
    }
  }

  /// The number of samples, means of neighbors, on which the grid is looked at: nearly all for one parameter, since two
  /// local minima may differ in few of them.
  var sampleCount: Int { isAlone ? 2048 : isOscillation ? 256 : 64 }

  /// The values a parameter is searched in: its domain or bounds, cut where the curve at the samples no longer changes.
  func limits(of parameter: Parameter, within bounds: ClosedRange<Double>?) -> ClosedRange<Double> {
    let domain = bounds ?? parameter.domain
    guard parameter.unit.hasPrefix("1/") else { return domain }
    let fastest = (isOscillation ? Double.pi : 40) / smallestSpacing
    // Where a model needs a rate above zero, a slower one than this bends nothing over the whole range.
    let slowest = domain.lowerBound > 0 ? 1e-4 / span : -min(fastest, 600 / span)
    let low = max(domain.lowerBound, min(domain.upperBound, slowest))
    return low...max(low, min(domain.upperBound, fastest))
  }

  /// The grid's values, increasing.
  ///
  /// - Parameter ratio: that of a rate's neighboring values; nil for that of the model's grid.
  func values(
    of parameter: Parameter, within limits: ClosedRange<Double>?, ratio: Double? = nil
  ) -> [Double] {
    let domain = limits ?? parameter.domain
    if parameter.unit.hasPrefix("1/") {
      let slowest = 0.03 / span
      let ratio = ratio ?? self.ratio
      let positive = geometric(from: slowest, through: domain.upperBound, ratio)
      guard domain.lowerBound < 0 else {
        return domain.lowerBound == 0 ? positive : positive.filter(domain.contains)
      }
      let negative = geometric(from: slowest, through: -domain.lowerBound, ratio)
      return negative.reversed().map { -$0 } + [0] + positive
    }
    if parameter.unit == "s" {
      let step = max(1, abscissas.count / 16)
      let later = stride(from: 0, to: abscissas.count - 1, by: step).map { (i: Int) -> Double in
        (abscissas[i] + abscissas[i + 1]) / 2
      }
      guard domain.lowerBound < 0 else { return later }
      let earlier: [Double] = later.reversed().map { -$0 }
      return earlier + [0] + later
    }
    return [0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95, 1.05, 1.2, 1.5, 2, 3, 5, 10].filter(domain.contains)
  }

  /// Values within 13 % of one, a third of a per cent apart.
  func values(near value: Double, within limits: ClosedRange<Double>?) -> [Double] {
    let step = 1.0033
    var (below, above) = ([value], [value])
    for _ in 0..<37 {
      below.append(below[below.count - 1] / step)
      above.append(above[above.count - 1] * step)
    }
    let values = (below.dropFirst().reversed() + above).sorted()
    return values.filter { limits?.contains($0) ?? true }
  }

  /// Thirty values a decade, for local minima may be that close; ten where a second parameter multiplies their number, three where
  /// nothing oscillates either.
  private var ratio: Double {
    isAlone ? 1.0797751623277096 : isOscillation ? Self.tenADecade : 2.1544346900318843
  }

  /// 10^(1/10), the ratio of neighbors of which a decade has ten.
  static var tenADecade: Double { 1.2589254117941673 }

  private func geometric(from low: Double, through high: Double, _ ratio: Double) -> [Double] {
    guard high > low else { return [low] }
    var values = [low]
    while let last = values.last, last * ratio < high { values.append(last * ratio) }
    return values + [high]
  }
}

/// The limits of a model's rates, where a minimum that is no lower than the curve there is none: the samples only show that it is fast.
struct RateLimits {
  let scrollModel: any ScrollModel
  let samples: Samples
  /// Index in (c, α) to value.
  let fixed: [Int: Double]
  /// Index in (c, α) to the values that the user allows.
  let bounds: [Int: ClosedRange<Double>]

  /// A minimum in the free nonlinear parameters, stopped at the bound where a limit is as good.
  ///
  /// - Parameter domains: index in (c, α) to the values that were searched.
  func checked(_ minimum: Minimum, domains: [Int: ClosedRange<Double>]) -> Minimum {
    compared(minimum, domains: domains).minimum
  }

  /// The same, with a lower bound of the sum of squares at the limits that were compared: ∞ for none.
  func compared(
    _ minimum: Minimum, domains: [Int: ClosedRange<Double>]
  ) -> (minimum: Minimum, costAtLimits: Double) {
    compared(minimum, of: scrollModel, domains: domains)
  }

  private func compared(
    _ minimum: Minimum, of scrollModel: some ScrollModel, domains: [Int: ClosedRange<Double>]
  ) -> (minimum: Minimum, costAtLimits: Double) {
    let count = scrollModel.linear.count
    let free = scrollModel.nonlinear.indices.filter { fixed[count + $0] == nil }
    // The best curve through a part of the samples is no farther from them than the best through all.
    var part = samples.part(atMost: Self.partCount)?.linear(scrollModel, fixed: fixed)
    /// The cost of a part of the samples there; 0 without a part, and for a cost that may be rounding.
    func partCost(_ point: [Double]) -> Double {
      var alpha = scrollModel.nonlinear.indices.map { fixed[count + $0] ?? 0 }
      for (value, index) in zip(point, free) { alpha[index] = value }
      return part?.leastCost(at: alpha) ?? 0
    }
    lazy var whole = samples.projected(scrollModel, fixed: fixed, domains: domains)
    let least = minimum.sumOfSquares * (1 + 1e-9)
    var costAtLimits = Double.infinity
    for (position, index) in free.enumerated() where scrollModel.nonlinear[index].unit.hasPrefix("1/") {
      let domain = scrollModel.nonlinear[index].domain
      let (searched, own) = (domains[count + index] ?? domain, bounds[count + index] ?? domain)
      for limit in [searched.lowerBound, searched.upperBound]
      where limit != own.lowerBound && limit != own.upperBound {
        var point = minimum.parameters
        point[position] = limit
        var cost = partCost(point)
        if !(cost > least * (1 + 1e-6)) {
          cost = whole.cost(at: point)
          if cost <= least { return (minimum.stopped(.bound), cost) }
        }
        costAtLimits = min(costAtLimits, cost)
      }
    }
    return (minimum, costAtLimits)
  }

  /// The number of samples that show in most cases that a limit is no minimum.
  private static var partCount: Int { 24 }
}

extension ScrollModel {
  /// True if the curve is smooth in all parameters: none is a time at which it changes. A time that may be negative shifts
  /// the whole model.
  var isSmooth: Bool { timeOfChange == nil }

  /// The index of the nonlinear parameter that is a time at which the model changes.
  var timeOfChange: Int? { nonlinear.firstIndex { $0.unit == "s" && $0.domain.lowerBound >= 0 } }
}
