import Elementary
import ScrollModels

/// Another explanation of a segment, with its probability.
struct Alternative: Equatable, Sendable {
  let regime: Regime
  /// The other model of the same regime; nil for another regime's own.
  let model: SegmentModel?
  let probability: Double
}

extension [Alternative] {
  /// The same with one more, which replaces a less probable one of its regime; glides are told apart by their models.
  func with(_ other: Alternative?) -> [Alternative] {
    guard let other else { return self }
    if contains(where: { $0.regime == other.regime && $0.probability >= other.probability }) { return self }
    return
      (filter { $0.regime != other.regime || other.regime == .momentum && $0.model != other.model } + [other])
      .sorted { $0.probability > $1.probability }
  }
}

extension SegmentFitter {
  /// Explanations less probable than this are not named.
  static let minimumProbability = 0.01

  /// The least probability of a finger that stops evenly: constant deceleration to a stop is the same curve, and so is the
  /// quadratic easing of one that gained speed as evenly.
  static let evenStop = 0.1

  /// The other explanations of a segment: what its samples leave probable beside the model that was chosen, as the posterior
  /// odds of the penalized costs.
  ///
  /// A glide may be a finger's, and its model another one of momentum; an animation may be a finger's.
  ///
  /// - Parameter before: the segment before, with which glides and springs begin at one offset and one velocity.
  func alternatives(_ segment: Segment, after before: Segment?, penalty: Double) -> [Alternative] {
    guard let fit = segment.fit else { return [] }
    var rivals: [(regime: Regime, model: SegmentModel?, cost: Double)] = []
    let own: Double
    let ownJoin = join(before, fit, segment.regime, penalty)
    func joined(_ rival: SegmentFit, _ regime: Regime) -> Double {
      total(rival, regime, penalty: penalty) + join(before, rival, regime, penalty) - ownJoin
    }
    switch segment.regime {
    case .momentum:
      own = momentumCost(fit, penalty)
      for model in [SegmentModel.exponential, .parabola] where model != fit.model {
        // What is a glide already may be any that is as short.
        guard let rival = self.fit(model, segment.range, from: model.starts),
          slows(rival, atLeast: Self.minimumGlide - motion.interval)
        else { continue }
        rivals.append((.momentum, model, joined(rival, .momentum)))
      }
      if let spring = self.spring(segment.range, from: nil, penalty: penalty), follows(spring, before?.regime)
      {
        rivals.append((.spring, spring.model, joined(spring, .spring)))
      }
      rivals.append((.finger, nil, fingerCost(segment.range, penalty)))
    case .eased:
      own = fit.total(penalty: penalty)
      rivals.append((.finger, nil, fingerCost(segment.range, penalty)))
    case .spring:
      own = total(fit, .spring, penalty: penalty)
      if let glide = self.fit(.exponential, segment.range, from: SegmentModel.exponential.starts),
        slows(glide)
      {
        rivals.append((.momentum, .exponential, joined(glide, .momentum)))
      }
      rivals.append((.finger, nil, fingerCost(segment.range, penalty)))
    case .finger: return evenStop(fit, penalty)
    case .rest, .hold, .steady: return []
    }
    let weights = rivals.map { exponential(-min(max($0.cost - own, -60), 600) / 2) }
    let sum = weights.reduce(1, +)
    return zip(rivals, weights).map { rival, weight in
      let isOneCurve = rival.regime == .finger && (fit.model == .parabola || fit.model == .easeQuadratic)
      let probability = max(weight / sum, isOneCurve ? Self.evenStop : 0)
      return Alternative(regime: rival.regime, model: rival.model, probability: probability)
    }
    .filter { $0.probability >= Self.minimumProbability }
    .sorted { $0.probability > $1.probability }
  }

  /// The part of a segment's cost that depends on the segment before: the change of regime, and what their continuity saves.
  private func join(_ before: Segment?, _ fit: SegmentFit, _ regime: Regime, _ penalty: Double) -> Double {
    // A recording that begins with it was begun as the finger lifted.
    let change = ((before?.regime ?? .finger).penalty(to: regime) ?? 0) * penalty
    guard let before, let last = before.fit else { return change }
    return change + continuityCost(last, fit, from: before.regime, to: regime, penalty: penalty)
  }

  /// Constant deceleration to a stop, where a finger's parabola is one: the same curve.
  private func evenStop(_ finger: SegmentFit, _ penalty: Double) -> [Alternative] {
    guard let glide = glideToStop(finger.range) else { return [] }
    let range = glide.range
    let odds = exponential(-max(momentumCost(glide, penalty) - fingerCost(range, penalty), 0) / 2)
    let probability = max(odds / (1 + odds), Self.evenStop)
    return [Alternative(regime: .momentum, model: .parabola, probability: probability)]
  }

  /// Constant deceleration over a range up to the first sample of its last offset; nil where the range does not end with a stop.
  ///
  /// The last half of a step before a parabola's turn, and the first behind it, show no motion.
  func glideToStop(_ whole: Range<Int>) -> SegmentFit? {
    let last = motion.offsets[whole.upperBound - 1]
    let moving = whole.lastIndex { motion.offsets[$0] != last } ?? whole.lowerBound
    let range = whole.lowerBound..<min(moving + 2, whole.upperBound)
    guard range.count >= Regime.momentum.minimumSamples, let glide = fit(.parabola, range) else { return nil }
    let hidden = (motion.resolution / (2 * glide.coefficients[2].magnitude)).squareRoot()
    let turn = -glide.coefficients[1] / (2 * glide.coefficients[2])
    // It began within the frame before the first sample.
    let isLong = turn + motion.interval >= Self.minimumStopping
    return isLong && slows(glide, hidden: hidden, atLeast: 0)
      && (stops(glide) || turn - duration(range) <= 2 * motion.interval + hidden) ? glide : nil
  }

  /// The cost of a range as a finger's: one parabola, or two that meet with one velocity.
  private func fingerCost(_ range: Range<Int>, _ penalty: Double) -> Double {
    guard let whole = fit(.parabola, range) else { return .infinity }
    var best = total(whole, .finger, penalty: penalty)
    let transition = Regime.finger.penalty(to: .finger) ?? 0
    for part in 1...3 {
      let middle = range.lowerBound + range.count * part / 4
      guard middle - range.lowerBound >= 3, range.upperBound - middle >= 3,
        let first = fit(.parabola, range.lowerBound..<middle),
        let second = fit(.parabola, middle..<range.upperBound)
      else { continue }
      let cost =
        total(first, .finger, penalty: penalty) + total(second, .finger, penalty: penalty)
        + (transition - 2) * penalty
      best = min(best, cost)
    }
    return best
  }
}

extension SegmentModel {
  /// The model's name as users know it; nil for a finger's and a rest's.
  var name: String? {
    switch self {
    case .constant, .constantVelocity, .fingerStop: nil
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: nil
    case .parabola: MotionModel.constantDeceleration.id
    case .exponential: MotionModel.deceleration.id
    case .exponentialWithDrift: MotionModel.decelerationDrift.id
    case .criticalSpring: MotionModel.bounce.id
    case .spring: MotionModel.spring.id
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: "ease-in-out"
    }
  }
}
