/// A model followed from one start over growing ranges: a reference, so that no factor is copied.
final class GrowingFit {
  // No method of a growth has the fit that it belongs to: a check of each access would find nothing.
  @exclusivity(unchecked) private var growth: Growth

  init(_ model: SegmentModel, start: Int) { growth = Growth(model, start: start) }

  /// The state at a time.
  func state(at time: Double, _ motion: Motion, scale: Double) -> BoundaryState {
    BoundaryState(&growth.linearization, at: time, motion, scale: scale)
  }

  /// The fit to the range from the start to `end`, of at least ``SegmentModel/minimumSamples``.
  func fit(to end: Int, _ fitter: SegmentFitter) -> SegmentFit? { growth.fit(to: end, fitter) }

  /// The fit from other rates, from which the model is followed on.
  func restarted(at rates: SIMD2<Double>, _ range: Range<Int>, _ fitter: SegmentFitter) -> SegmentFit? {
    growth.restarted(at: rates, range, fitter)
  }
}

/// The linearized factor of a model that takes in new samples; it is computed anew only where the step that it asks for is too
/// large for its derivatives to hold.
private struct Growth {
  var linearization: Linearization
  private let start: Int
  private var end: Int
  /// The fit to the range that ends there: several regimes ask for one.
  private var last: SegmentFit?
  /// The number of samples below which the search for better rates is not tried again.
  private var patience = 0
  /// The number of samples from which on the starts are compared again: the beginning of a spring does not choose among them.
  private var next: Int

  init(_ model: SegmentModel, start: Int) {
    linearization = Linearization(model, rates: model.starts[0], slopes: nil, origin: start)
    self.start = start
    end = start
    next = model.isSpring ? 3 * model.minimumSamples : .max
  }

  /// The fit to the range from the start to `newEnd`, of at least ``SegmentModel/minimumSamples``.
  mutating func fit(to newEnd: Int, _ fitter: SegmentFitter) -> SegmentFit? {
    if newEnd == end, let last, last.range.upperBound == end { return last }
    let fit = grown(to: newEnd, fitter)
    last = fit
    return fit
  }

  private mutating func grown(to newEnd: Int, _ fitter: SegmentFitter) -> SegmentFit? {
    let model = linearization.model
    let range = start..<newEnd
    var isStuck = false
    let begins = end == start && model.rateCount > 0 || isAstray && range.count >= patience
    if begins {
      // The first range that is long enough chooses among the starts, and so does a longer one where too short a range led
      // away from what scrolling has: the beginning of a spring that is let go is a parabola, which no rate describes.
      isStuck = fitter.start(&linearization, range)
    } else {
      linearization.add(end..<newEnd, fitter.motion)
    }
    end = newEnd
    var minimum = linearization.minimum
    if range.count >= next {
      let isFirst = next == 3 * model.minimumSamples
      next = range.count * 3 / 2
      let isUnexplained = minimum.chiSquared > 1.5 * Double(range.count)
      var other = linearization
      let found: Descent
      if !(isFirst && isUnexplained) {
        found = integrate(&other, range, fitter)
      } else if begins {
        // A search that has just begun at the starts would find the same.
        found = .absent
      } else {
        found = fitter.start(&other, range) ? .stuck : .lowering
      }
      if found != .absent {
        let least = other.minimum
        if least.chiSquared < minimum.chiSquared {
          (linearization, isStuck, minimum) = (other, found == .stuck, least)
        }
      }
    }
    if range.count >= patience {
      let isFar = self.isFar(minimum)
      if isFar, !isStuck {
        fitter.improve(&linearization, range, steps: 3)
        minimum = linearization.minimum
      }
      // What does not improve by its derivatives is looked at again when a quarter more is known.
      if isAstray || isFar && self.isFar(minimum) { patience = range.count + max(4, range.count / 2) }
    }
    return fit(range, minimum)
  }

  /// The fit from other rates, from which the model is followed on.
  mutating func restarted(
    at rates: SIMD2<Double>, _ range: Range<Int>, _ fitter: SegmentFitter
  ) -> SegmentFit? {
    guard
      linearization.linearize(at: rates, slopes: nil, range, fitter.motion, below: .infinity) < .infinity
    else { return nil }
    fitter.improve(&linearization, range, steps: 3)
    end = range.upperBound
    last = fit(range, linearization.minimum)
    return last
  }

  /// The end of a search from another start.
  private enum Descent {
    /// There is no other start.
    case absent
    /// No step from the end leads lower.
    case stuck
    /// Each step led lower, or none was needed.
    case lowering
  }

  /// Linearizes a spring at the rate that integration gives and goes down from there, where that rate is much higher than its own.
  ///
  /// χ² has a second minimum at half of the true rate, and on a coarse grid noise explains what that leaves of a spring's first half.
  private func integrate(
    _ point: inout Linearization, _ range: Range<Int>, _ fitter: SegmentFitter
  ) -> Descent {
    guard let rates = fitter.integratedSpring(range), rates.x > 1.4 * point.rates.x else { return .absent }
    let start = point.model == .spring ? rates : SIMD2(rates.x, 0)
    guard point.linearize(at: start, slopes: nil, range, fitter.motion, below: .infinity) < .infinity else {
      return .absent
    }
    return fitter.improve(&point, range, steps: 3) ? .lowering : .stuck
  }

  /// True if the rate is none of scrolling's.
  private var isAstray: Bool {
    switch linearization.model {
    case .exponential, .exponentialWithDrift: !RateRange.momentum.contains(linearization.rates.x)
    case .criticalSpring, .spring: !RateRange.spring.contains(linearization.rates.x)
    default: false
    }
  }

  /// True if the step of the rates is too large for the derivatives: what they leave out grows with the square of its
  /// relative size.
  private func isFar(_ minimum: Linearization.Minimum) -> Bool {
    let gain = minimum.gain
    guard gain > SegmentFitter.tolerance else { return false }
    let step = minimum.solution.rates
    let rate = linearization.rates.x
    let relative = step.x.magnitude / rate + step.y.magnitude / (rate * rate)
    return !(gain * relative * relative < 0.3 && relative < 0.5)
  }

  /// The fit after the step of the rates, where that may be taken. Inlined, as a growth is large to pass on.
  @inline(__always)
  private func fit(_ range: Range<Int>, _ minimum: Linearization.Minimum) -> SegmentFit? {
    guard minimum.chiSquaredAtRates.isFinite else { return nil }
    guard linearization.slopes != nil, !isFar(minimum) else {
      return SegmentFit(
        model: linearization.model, range: range, rates: linearization.rates,
        coefficients: linearization.coefficients, chiSquared: minimum.chiSquaredAtRates)
    }
    var coefficients = minimum.solution.lowHalf
    coefficients[SegmentModel.maximumCoefficients] = 0
    return SegmentFit(
      model: linearization.model, range: range, rates: linearization.rates + minimum.solution.rates,
      coefficients: coefficients, chiSquared: minimum.chiSquared)
  }
}

/// The ranges from the end of one rest to the start of another in which a program may have moved the content: those in which
/// half of the way is covered in about half of the time.
struct EasingRanges {
  /// Candidates that an animation may begin at, by the candidate it ends at.
  private var starts: [Int: [Int]] = [:]
  /// The longest animation, s.
  private static let maximumDuration = 2.0

  init(_ motion: Motion, _ candidates: [Int], penalty: Double) {
    guard let first = candidates.first, let last = candidates.last else { return }
    let points = CandidateChangePoints(motion: motion, penalty: penalty)
    let runs = points.runs(in: first..<last, minimum: 2 * Regime.rest.minimumSamples)
    let opening = Set(runs.map(\.upperBound) + (runs.first?.lowerBound == first ? [] : [first]))
    let closing = Set(runs.map(\.lowerBound) + (runs.last?.upperBound == last ? [] : [last]))
    for j in candidates.indices where closing.contains(candidates[j]) {
      for i in (0..<j).reversed() where opening.contains(candidates[i]) {
        let range = candidates[i]..<candidates[j]
        guard motion.duration(range) <= Self.maximumDuration
        else { break }
        guard range.count >= Regime.eased.minimumSamples, Self.isBalanced(motion, range) else { continue }
        starts[j, default: []].append(i)
      }
    }
  }

  func starts(endingAt j: Int) -> [Int] { starts[j] ?? [] }

  /// Returns true if the content covers half of the way in about half of the time, and starts and ends slowly.
  private static func isBalanced(_ motion: Motion, _ range: Range<Int>) -> Bool {
    let (from, to) = (motion.offsets[range.lowerBound], motion.offsets[range.upperBound - 1])
    let travel = to - from
    guard travel.magnitude > 30 * motion.resolution else { return false }
    let (start, end) = (motion.times[range.lowerBound], motion.times[range.upperBound - 1])
    func share(at part: Double) -> Double {
      let sample = motion.firstSample(after: start + part * (end - start), in: range)
      return (motion.offsets[min(sample, range.upperBound - 1)] - from) / travel
    }
    let slack = 2 * motion.interval / (end - start)
    return share(at: 0.15) < 0.08 + slack && share(at: 0.85) > 0.92 - slack
      && (share(at: 0.5) - 0.5).magnitude < 0.1 + 2 * slack
  }
}
