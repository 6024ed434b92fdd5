import LeastSquares
import ScrollModels

/// The limits of a model's rates, where a minimum that is no lower than the curve there is none: the samples only show that it is fast.
struct RateLimits<Model: ScrollModel> {
  let scrollModel: Model
  let samples: Samples
  /// Index in (c, α) to value.
  let fixed: [Int: Double]
  /// Index in (c, α) to the values that the user allows.
  let bounds: [Int: ClosedRange<Double>]

  /// A minimum in the free nonlinear parameters, stopped at the bound where a limit is as good.
  ///
  /// - Parameter domains: index in (c, α) to the values that were searched.
  func checked(_ minimum: Minimum, domains: [Int: ClosedRange<Double>]) -> Minimum {
    let problem = samples.projected(scrollModel, fixed: fixed, domains: domains)
    // The best curve through a part of the samples is no farther from them than the best through all.
    let part = samples.part(atMost: Self.partCount)?.projected(scrollModel, fixed: fixed, domains: domains)
    let least = minimum.sumOfSquares * (1 + 1e-9)
    let free = scrollModel.nonlinear.indices.filter { fixed[scrollModel.linear.count + $0] == nil }
    for (position, parameter) in problem.parameters.enumerated() where parameter.unit.hasPrefix("1/") {
      let own =
        bounds[scrollModel.linear.count + free[position]] ?? scrollModel.nonlinear[free[position]].domain
      for limit in [parameter.domain.lowerBound, parameter.domain.upperBound]
      where limit != own.lowerBound && limit != own.upperBound {
        var point = minimum.parameters
        point[position] = limit
        if let part, part.cost(at: point) > least * (1 + 1e-6) { continue }
        if problem.cost(at: point) <= least { return minimum.stopped(.bound) }
      }
    }
    return minimum
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
