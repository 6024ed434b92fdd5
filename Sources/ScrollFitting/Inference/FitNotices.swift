import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// The direction of a motion's velocity change by its fitted decay constant.
enum VelocityTrend {
  case slowsDown, uncertain, speedsUp

  /// By the interval of the decay constant, or of the constant deceleration; a model without one slows down in its own way.
  init(of parameters: [Estimate], over abscissas: [Double]) {
    let rates = [ParameterName.decayConstant.id, ParameterName.deceleration.id]
    guard let decay = parameters.first(where: { rates.contains($0.name) }) else {
      self = .slowsDown
      return
    }
    let span = (abscissas.last ?? 0) - (abscissas.first ?? 0)
    let interval = decay.interval ?? decay.value...decay.value
    // On exact samples the interval may leave out 0 by rounding alone.
    if abs(decay.value) * span <= 1e-8 {
      self = .uncertain
    } else if interval.lowerBound > 0 {
      self = .slowsDown
    } else {
      self = interval.upperBound < 0 ? .speedsUp : .uncertain
    }
  }
}

extension Candidate {
  /// The notices about a fit.
  func notices(
    _ solution: Solution, _ parameters: [Estimate], trend: VelocityTrend, asked: Estimator
  ) -> [Notice] {
    let estimation = solution.estimation
    return [
      velocityTrendNotice(trend), errorNotice(parameters, solution), stopNotice(estimation),
      estimatorNotice(estimation, asked), endNotice(estimation),
    ].compactMap(\.self)
  }

  private func velocityTrendNotice(_ trend: VelocityTrend) -> Notice? {
    switch trend {
    case .slowsDown: nil
    case .uncertain:
      Notice(
        .uncertainDestination,
        "the confidence interval of decayConstant includes 0; the destination is undefined")
    case .speedsUp:
      Notice(.acceleration, "decayConstant is negative: the motion accelerates and has no destination")
    }
  }

  private func errorNotice(_ parameters: [Estimate], _ solution: Solution) -> Notice? {
    if sampleCount <= freeCount {
      return Notice(.undetermined, "as many free parameters as samples: standard errors are undefined")
    }
    let undetermined = parameters.filter { !$0.fixed && $0.standardError == nil }.map(\.name)
    let missing =
      undetermined.isEmpty
      ? nil
      : "the samples do not determine \(undetermined.joined(separator: " and ")): no standard error is reported"
    let isDetermined = solution.covariance.map { $0.count == freeCount && $0.determinesAll } ?? false
    let directions = isDetermined ? [] : undeterminedDirections(solution.estimation).map(\.description)
    let sentences = [missing].compactMap(\.self) + directions
    return sentences.isEmpty ? nil : Notice(.undetermined, sentences.joined(separator: "; "))
  }

  /// The directions that the samples do not determine, in the names of the parameters that were moved; which reported
  /// numbers are determined
  /// all the same.
  private func undeterminedDirections(_ estimation: Estimation) -> [UndeterminedDirection] {
    let coordinates = estimation.coordinates
    let sizes = estimation.point.map { $0 == 0 ? 1 : abs($0) }
    let names = coordinates.parameters.map(\.name)
    func directions(_ quantities: [Identifiability.Quantity]) -> [UndeterminedDirection] {
      Identifiability(
        jacobian: estimation.jacobian, rows: estimation.residuals.count, names: names, sizes: sizes,
        quantities: quantities)?.directions ?? []
    }
    guard !directions([]).isEmpty else { return [] }
    let quantities = scrollModel.derived.map { quantity in
      Identifiability.Quantity(
        quantity.name,
        gradient: numericalGradient(at: estimation.point, sizes: sizes.map { 1e-3 * $0 }) {
          quantity.value(coordinates.reported($0))
        })
    }
    return directions(
      quantities + Identifiability.Quantity.combinations(names: names, values: estimation.point))
  }

  private func stopNotice(_ estimation: Estimation) -> Notice? {
    let sentence: String? =
      switch estimation.minimum.termination {
      case .gradient, .step, .exact, .linear, .kink: nil
      case .bound:
        "a parameter is at its bound: the samples fit as well or better beyond it"
      case .noDescent:
        "stalled: no trial step reduced the cost; convergence not verified"
      case .evaluationLimit:
        "not converged within \(estimation.minimum.evaluations) evaluations"
      case .budget:
        "evaluation budget spent: the search from all starts had not converged"
      case .undefined: "the model has no finite value at the initial parameters"
      }
    return sentence.map { Notice(.unverifiedMinimum, $0) }
  }

  private func estimatorNotice(_ estimation: Estimation, _ asked: Estimator) -> Notice? {
    guard asked != .auto, asked != estimation.estimator else { return nil }
    return Notice(
      .replacedEstimator,
      "\(asked.optionName) does not support these constraints: \(estimation.estimator.optionName) was used")
  }

  /// A stop that no sample lies beyond.
  private func endNotice(_ estimation: Estimation) -> Notice? {
    guard scrollModel.model == .decelerationStop,
      let stop = scrollModel.derived.first(where: { $0.name == "duration" }),
      let last = phase.samples.abscissas.last, stop.value(estimation.minimum.parameters) >= last * (1 - 1e-12)
    else { return nil }
    return Notice(
      .earlyEnd, "the samples end before the motion stops: the reported stopVelocity is an upper bound")
  }
}

extension Adequacy {
  /// The verdict with its sentence.
  init(_ result: AdequacyJudgement, rms: Double, quantizationNoise: Double) {
    let share = "\(Numerals.significant(100 * result.relativeLackOfFit, 2)) % of the travel"
    let lackOfFit =
      quantizationNoise > 0
      ? "the residuals exceed the grid's floor by \(share)" : "the residuals are \(share)"
    let sentence =
      switch result.verdict {
      case .holds where rms <= quantizationNoise: "the residuals stay within the pixel grid"
      case .holds: lackOfFit
      case .near, .fails: "\(lackOfFit) and follow a pattern"
      case .undecided: "too few samples to tell"
      }
    self.init(
      verdict: Verdict(result.verdict), patternPValue: result.patternPValue, lackOfFit: result.lackOfFit,
      relativeLackOfFit: result.relativeLackOfFit, reason: sentence)
  }
}

extension Adequacy.Verdict {
  package init(_ verdict: AdequacyJudgement.Verdict) {
    switch verdict {
    case .holds: self = .holds
    case .near: self = .near
    case .fails: self = .fails
    case .undecided: self = .undecided
    }
  }
}
