import LeastSquares
import ScrollModels

/// One model fitted to several recordings, some of its parameters with one value for all.
///
/// The recordings' own parameters are at their best for every shared value, so that whatever a recording's fit can do
/// (constraints, weights, any coordinates) holds here too.
package struct JointFitting: Sendable {
  /// A recording and its separate fit, whose weights are kept.
  package struct Member: Sendable {
    package let candidate: Candidate
    package let solution: Solution
    /// With the standard deviations that the separate fit found, where it found any: recordings of different noise have
    /// to be measured alike.
    package let samples: Samples
    /// The sum of squares of the separate fit's residuals, in the same measure.
    package let sumOfSquares: Double

    package init(candidate: Candidate, solution: Solution) {
      self.candidate = candidate
      self.solution = solution
      let residuals = solution.estimation.residuals
      let deviations = residuals.indices.compactMap { solution.standardDeviation($0) }
      var samples = solution.samples
      if solution.noise.model != .none, deviations.count == residuals.count {
        samples.weights = .known(standardDeviations: deviations)
        sumOfSquares = zip(residuals, deviations).reduce(0) { $0 + ($1.0 / $1.1) * ($1.0 / $1.1) }
      } else {
        sumOfSquares = solution.estimation.minimum.sumOfSquares
      }
      self.samples = samples
    }
  }

  let members: [Member]
  /// Parameters, or derived names that determine one.
  let names: [String]
  package let options: FitOptions

  package init(members: [Member], names: [String], options: FitOptions) {
    self.members = members
    self.names = names
    self.options = options
  }

  /// The joint minimum.
  package struct Outcome {
    package let shared: [Estimate]
    /// The sum of squares of the weighted residuals of all recordings.
    package let sumOfSquares: Double
    package let freeParameters: Int
    /// One for each member.
    let estimations: [Estimation]
    fileprivate let variance: Double?
    fileprivate let distribution: StudentT
  }

  /// - Throws: ``FitError`` for a name that the model does not know or that is given otherwise, and where a recording
  ///   has no fit.
  package func outcome() throws(FitError) -> Outcome {
    var starts: [Double] = []
    var parameters: [Parameter] = []
    for name in names {
      let values = try members.map { member throws(FitError) in try member.value(of: name) }
      starts.append(values.reduce(0, +) / Double(values.count))
      parameters.append(try members[0].parameter(name))
    }
    let problem = JointProblem(
      shared: parameters, counts: members.map { $0.solution.estimation.residuals.count }
    ) { recording, shared in
      let values = Dictionary(uniqueKeysWithValues: zip(names, shared))
      return (try? members[recording].estimation(sharing: values, options: options))?.block(names)
    }
    let minimum = LevenbergMarquardt().minimize(problem, from: starts)
    guard minimum.termination != .undefined else {
      throw .noStart(model: members[0].candidate.scrollModel.name)
    }
    let values = Dictionary(uniqueKeysWithValues: zip(names, minimum.parameters))
    let estimations = try members.map { member throws(FitError) in
      try member.estimation(sharing: values, options: options, termination: minimum.termination)
    }
    return try outcome(of: estimations)
  }

  private func outcome(of estimations: [Estimation]) throws(FitError) -> Outcome {
    let count = estimations.reduce(0) { $0 + $1.residuals.count }
    let free = estimations.reduce(names.count) { $0 + $1.point.count - names.count }
    let sum = estimations.reduce(0) { $0 + $1.minimum.sumOfSquares }
    let degreesOfFreedom = count - free
    let weights = members[0].samples.weights
    let variance = weights.variance(sumOfSquares: sum, degreesOfFreedom: degreesOfFreedom)
    let distribution =
      members[0].solution.noise.isVarianceKnown
      ? StudentT(degreesOfFreedom: .infinity) : Weights.equal.distribution(degreesOfFreedom: degreesOfFreedom)
    let blocks = estimations.map { $0.block(names) }
    guard let all = BorderedLeastSquares(blocks, sharedCount: names.count) else {
      throw .noStart(model: members[0].candidate.scrollModel.name)
    }
    let quantile = distribution.criticalValue(confidence: options.confidence)
    let covariance = variance.map { all.covariance(variance: $0).shared }
    let shared = names.enumerated().map { position, name in
      let value = estimations[0].point[estimations[0].coordinates.position(of: name) ?? 0]
      let error = covariance.flatMap { $0.standardError($0.unit(position)) }
      let unit = (try? members[0].parameter(name).unit) ?? ""
      return Estimate(
        name: name, unit: unit, value: value, standardError: error,
        interval: error.map { (value - quantile * $0)...(value + quantile * $0) }, shared: true)
    }
    return Outcome(
      shared: shared, sumOfSquares: sum, freeParameters: free, estimations: estimations, variance: variance,
      distribution: distribution)
  }

  /// One for each member, with the errors that sharing gives.
  func solutions(_ outcome: Outcome) -> [Solution] {
    let reduced = outcome.estimations.map {
      BorderedLeastSquares([$0.block(names)], sharedCount: names.count)?.jacobian ?? []
    }
    return outcome.estimations.enumerated().map { index, estimation in
      // The other recordings' part in the shared parameters is further rows of this one's Jacobian.
      let others = reduced.enumerated().filter { $0.offset != index }.map(\.element)
      return Solution(
        estimation, samples: members[index].samples, noise: members[index].solution.noise,
        covariance: outcome.variance.map { estimation.covariance(with: others, of: names, variance: $0) },
        variance: outcome.variance, distribution: outcome.distribution)
    }
  }

  /// Every shared parameter with the F test of its being the same: against separate fits, or, of several, against the
  /// fit that shares only the others.
  package func estimates(_ outcome: Outcome) throws(FitError) -> [JointEstimate] {
    let count = members.reduce(0) { $0 + $1.solution.estimation.residuals.count }
    let restricted = NestedModelTest.Model(
      sumOfSquares: outcome.sumOfSquares, freeParameters: outcome.freeParameters)
    var estimates: [JointEstimate] = []
    for estimate in outcome.shared {
      let full: NestedModelTest.Model
      if names.count == 1 {
        full = NestedModelTest.Model(
          sumOfSquares: members.reduce(0) { $0 + $1.sumOfSquares },
          freeParameters: members.reduce(0) { $0 + $1.solution.estimation.point.count })
      } else {
        let others = try JointFitting(
          members: members, names: names.filter { $0 != estimate.name }, options: options
        ).outcome()
        full = NestedModelTest.Model(
          sumOfSquares: others.sumOfSquares, freeParameters: others.freeParameters)
      }
      let test = NestedModelTest(restricted: restricted, full: full, count: count)
      estimates.append(
        JointEstimate(
          estimate: estimate, fStatistic: test?.statistic ?? .nan, equalities: members.count - 1,
          degreesOfFreedom: count - full.freeParameters, pValue: test?.pValue ?? .nan))
    }
    return estimates
  }
}

extension JointFitting.Member {
  private var scrollModel: any ScrollModel { candidate.scrollModel }

  fileprivate func parameter(_ name: String) throws(FitError) -> Parameter {
    let target = try ConstrainedParameter(name, in: scrollModel)
    if candidate.fixed[name] != nil { throw .givenTwice(name, name, parameter: name) }
    guard let quantity = target.quantity?.0 else { return scrollModel.parameters[target.parameter] }
    return Parameter(quantity.name, unit: quantity.unit)
  }

  /// In the separate fit.
  fileprivate func value(of name: String) throws(FitError) -> Double {
    let reported = solution.estimation.minimum.parameters
    let target = try ConstrainedParameter(name, in: scrollModel)
    return target.quantity?.0.value(reported) ?? reported[target.parameter]
  }

  /// The recording's own parameters at their best for the shared values, in coordinates in which these are free.
  fileprivate func estimation(
    sharing values: [String: Double], options: FitOptions, termination: Termination? = nil
  ) throws(FitError) -> Estimation {
    var search = options
    search.estimator = .auto
    search.keepPath = false
    search.starts = [:]
    for name in values.keys { search.bounds[name] = nil }
    let held = try Estimation(
      scrollModel, samples: samples, fixed: candidate.fixed.merging(values) { $1 }, options: search,
      near: solution.estimation.minimum.parameters)
    for name in values.keys { search.bounds[name] = try parameter(name).domain }
    let coordinates = try Coordinates(
      scrollModel, fixed: candidate.fixed, bounds: search.bounds, ties: search.ties)
    let reported = held.minimum.parameters
    let point = coordinates.point(reported: reported, model: scrollModel.modelParameters(reported))
    func freed(_ scrollModel: some ScrollModel) -> Estimation {
      let minimum = Minimum(
        parameters: point, sumOfSquares: held.minimum.sumOfSquares,
        termination: termination ?? held.minimum.termination, iterations: held.minimum.iterations,
        evaluations: held.minimum.evaluations)
      return Estimation(
        minimum, of: samples.full(scrollModel, map: coordinates), samples: samples, in: coordinates,
        by: held.estimator)
    }
    return freed(scrollModel)
  }
}

extension Estimation {
  /// Residuals over their standard deviations, their derivatives by the own parameters and by the shared ones.
  fileprivate func block(_ names: [String]) -> BorderedBlock {
    let count = residuals.count
    let positions = names.compactMap(coordinates.position(of:))
    func columns(_ indices: [Int]) -> [Double] {
      indices.flatMap { jacobian[($0 * count)..<(($0 + 1) * count)] }
    }
    return BorderedBlock(
      residuals: weightedResiduals, own: columns(point.indices.filter { !positions.contains($0) }),
      shared: columns(positions))
  }

  /// The covariance of the free numbers where other recordings add rows to the shared ones' columns.
  fileprivate func covariance(with others: [[Double]], of names: [String], variance: Double) -> Covariance {
    let positions = names.map { coordinates.position(of: $0) ?? 0 }
    let count = residuals.count
    let rows = count + others.reduce(0) { $0 + $1.count / names.count }
    var all = [Double](repeating: 0, count: rows * point.count)
    for j in point.indices {
      for i in 0..<count { all[j * rows + i] = jacobian[j * count + i] }
    }
    var first = count
    for block in others {
      let height = block.count / names.count
      for (column, position) in positions.enumerated() {
        for i in 0..<height { all[position * rows + first + i] = block[column * height + i] }
      }
      first += height
    }
    return Covariance(jacobian: all, rows: rows, columns: point.count, variance: variance)
  }
}
