import Elementary
import LeastSquares

/// A spring's course over its range, whatever comes before it.
struct SpringCourse {
  /// The largest displacement.
  let farthest: Double
  /// True if the spring is seen to come back.
  let isSeen: Bool
}

/// The offsets of a range that grows: their extremes, and the sum of the variances of those that were read in time.
struct OffsetExtent {
  private var end: Int
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity
  private(set) var variance = 0.0
  /// The number of those variances.
  private(set) var count = 0.0

  init(start: Int) { end = start }

  /// Takes in the samples up to an end, which is none before.
  mutating func grow(to newEnd: Int, _ motion: borrowing Motion) {
    precondition(newEnd >= end, "\(newEnd) before \(end)")
    let (offsets, precisions, isMisread) = (
      motion.offsets.span, motion.precisions.span, motion.isMisread.span
    )
    for i in end..<newEnd {
      low = min(low, offsets[i])
      high = max(high, offsets[i])
      // What was read too early or too late is off by much, and decides nothing.
      if !isMisread[i] {
        variance += 1 / (precisions[i] * precisions[i])
        count += 1
      }
    }
    end = newEnd
  }
}

/// Conditions of physics on single fits.
extension SegmentFitter {
  func duration(_ range: Range<Int>) -> Double { motion.duration(range) }

  /// Returns true if a model passes near enough by its samples to be one: what it leaves beyond the noise stays below the part of the
  /// travel at which a model fails.
  ///
  /// A rest is one offset to within the noise; a finger does what it likes, but not one thing for long.
  func holds(_ fit: SegmentFit, _ regime: Regime) -> Bool {
    var extent = OffsetExtent(start: fit.range.lowerBound)
    return holds(fit, regime, &extent)
  }

  /// - Parameter extent: of a range that begins where the fit's does and ends no later.
  func holds(_ fit: SegmentFit, _ regime: Regime, _ extent: inout OffsetExtent) -> Bool {
    let degreesOfFreedom = Double(fit.range.count - fit.parameterCount)
    switch regime {
    case .finger:
      if fit.range.count < Regime.rest.minimumSamples { return true }
      return fit.range.count <= Self.longestParabola && !motion.isStill(fit.range)
    case .rest, .hold: return fit.chiSquared <= 4 * Double(fit.range.count)
    case .momentum, .spring, .steady, .eased: if motion.isStill(fit.range) { return false }
    }
    guard degreesOfFreedom > 0 else { return false }
    if regime == .steady {
      guard duration(fit.range) >= Self.minimumSteady, motion.travel(fit.range) > 2 * motion.tremor else {
        return false
      }
    }
    // Three standard deviations of what noise alone leaves.
    if fit.chiSquared <= degreesOfFreedom + 3 * (2 * degreesOfFreedom).squareRoot() { return true }
    if regime == .steady { return false }
    extent.grow(to: fit.range.upperBound, motion)
    let excess =
      extent.count > 0
      ? max(0, fit.chiSquared / degreesOfFreedom - 1) * extent.variance / extent.count : 0
    // A spring with a ratio of its own is flexible enough to pass near many motions, and a program follows its curve exactly.
    let rule = AdequacyRule()
    let isNear = fit.model == .spring || regime == .eased
    let allowed = (isNear ? rule.nearLackOfFit : rule.failingLackOfFit) * (extent.high - extent.low)
    return excess <= allowed * allowed
  }

  /// Returns true if a model of momentum only ever loses speed over its range; it may have stopped within the last frame.
  ///
  /// - Parameters:
  ///   - hidden: the time, s, by which it may have stopped before.
  ///   - shortest: the shortest constant deceleration, s.
  func slows(_ fit: SegmentFit, hidden: Double = 0, atLeast shortest: Double = minimumStopping) -> Bool {
    let duration = duration(fit.range) - motion.interval
    let velocity = fit.coefficients[1]
    switch fit.model {
    case .parabola:
      let half = fit.coefficients[2]
      return velocity * half < 0 && velocity.magnitude >= 2 * half.magnitude * (duration - hidden)
        && duration >= shortest
    case .exponentialWithDrift:
      let last = velocity * exponential(-fit.rates[0] * duration) + fit.coefficients[2]
      return RateRange.momentum.contains(fit.rates[0]) && velocity * last >= 0 && shows(fit.model, fit.range)
        && (velocity + fit.coefficients[2]) * velocity > 0
    default:
      return RateRange.momentum.contains(fit.rates[0]) && duration >= Self.minimumGlide - motion.interval
    }
  }

  /// Returns true if a range is long enough to show a model: no regime admits an exponential with a drift on a shorter one.
  func shows(_ model: SegmentModel, _ range: Range<Int>) -> Bool {
    model != .exponentialWithDrift || duration(range) - motion.interval >= Self.minimumDrift
  }

  /// Returns true if a model of momentum may end in a rest: an exponential may be stopped by a finger, but constant deceleration and
  /// drift are only told from a finger's motion by coming to a stop, within a few frames.
  func stops(_ fit: SegmentFit) -> Bool {
    guard fit.model != .exponential else { return true }
    let duration = duration(fit.range)
    let velocity = fit.coefficients[1]
    let slack = 0.05 * duration + 2 * motion.interval
    guard fit.model == .parabola else {
      let last = velocity * exponential(-fit.rates[0] * duration) + fit.coefficients[2]
      let braking = velocity * fit.rates[0] * exponential(-fit.rates[0] * duration)
      return last.magnitude <= slack * braking.magnitude
    }
    return -velocity / (2 * fit.coefficients[2]) - duration <= slack
  }

  /// Returns true if an animation begins and ends within a range, but for what rounding hides of it.
  func isWhole(_ fit: SegmentFit) -> Bool {
    let hidden = 0.2 * fit.rates[1] + 2 * motion.interval
    return fit.rates[0] > -hidden && fit.rates[0] + fit.rates[1] < duration(fit.range) + hidden
  }

  /// Returns true if a spring may follow a regime, and is seen to come back: at the range's end it is nearer to its rest than half of
  /// the farthest. Let go from a pause it moves towards its rest from the start; momentum meets it at its rest, within a
  /// frame or two.
  func follows(_ fit: SegmentFit, _ before: Regime?) -> Bool { follows(fit, before, course(fit)) }

  /// - Parameter course: the fit's own, the same for every regime before it.
  func follows(_ fit: SegmentFit, _ before: Regime?, _ course: SpringCourse) -> Bool {
    guard course.isSeen else { return false }
    let farthest = course.farthest
    let (displacement, velocity) = (fit.coefficients[1].magnitude, fit.coefficients[2].magnitude)
    let rate = fit.rates[0]
    switch before {
    case .hold:
      // Let go within the last frames, it has gained no more than the spring's pull gives in them, or than a held pull starts with.
      let square = max(rate * rate - fit.rates[1], 0)
      let gained = max(3 * motion.interval * square, 10) * displacement
      return displacement > 0.9 * farthest && velocity <= gained
    case .momentum:
      let frames = 2.5 * motion.interval * velocity
      return displacement <= frames + motion.resolution
    default: return true
    }
  }

  /// A spring's course over its range.
  func course(_ fit: SegmentFit) -> SpringCourse {
    let duration = duration(fit.range)
    let rate = fit.rates[0]
    // A spring of which less than its own time is seen is none, and one that moves the content by no more than its offsets show.
    guard rate * duration >= 1, RateRange.spring.contains(rate) else {
      return SpringCourse(farthest: 0, isSeen: false)
    }
    let swing = swing(fit)
    let isSeen =
      swing.farthest > 2 * motion.resolution && Double(swing.visible) / 17 * Double(fit.range.count) >= 5
      && swing.last <= swing.farthest / 2
    return SpringCourse(farthest: swing.farthest, isSeen: isSeen)
  }

  /// A spring's largest and last displacements at seventeen times over its range, and how many of them the samples show.
  ///
  /// Its displacement x and velocity v after a step h are a x + b v and a′ x + b′ v with the motions a and b from (1, 0) and (0, 1):
  /// a′ = −ω₀² b and b′ = a − 2σ b.
  private func swing(_ fit: SegmentFit) -> (farthest: Double, last: Double, visible: Int) {
    let (damping, square) = (fit.rates[0], fit.rates[0] * fit.rates[0] - fit.rates[1])
    let basis = fit.model.columns(at: duration(fit.range) / 16, fit.rates).basis
    let (a, b) = (basis[1], basis[2])
    var (displacement, velocity) = (fit.coefficients[1], fit.coefficients[2])
    var farthest = displacement.magnitude
    var visible = farthest > motion.resolution / 2 ? 1 : 0
    for _ in 0..<16 {
      (displacement, velocity) = (
        a * displacement + b * velocity, (a - 2 * damping * b) * velocity - square * b * displacement
      )
      farthest = max(farthest, displacement.magnitude)
      if displacement.magnitude > motion.resolution / 2 { visible += 1 }
    }
    return (farthest, displacement.magnitude, visible)
  }

  /// Returns true if a glide may be the beginning of the spring that follows: it is over in less than ``shortGlide`` and has lost
  /// speed at a spring's rate.
  func resemblesSpring(_ fit: SegmentFit) -> Bool {
    duration(fit.range) < Self.shortGlide
      && (fit.model != .exponential || RateRange.usualSpring.contains(fit.rates[0]))
  }

  /// The time in which a spring's beginning resembles a glide, s.
  private static let shortGlide = 0.3

  /// Returns true if a spring is over at its range's end: engines stop one within a point, or a few pixels, of its rest.
  func isSettled(_ fit: SegmentFit) -> Bool {
    let swing = swing(fit)
    return swing.last <= max(3 * motion.resolution, motion.unit, Self.unsettledShare * swing.farthest)
  }

  /// The largest part of a spring's displacement that is left where it ends.
  private static let unsettledShare = 0.02

  /// Returns true if a regime's fit is possible after what came before it.
  func mayFollow(_ fit: SegmentFit, _ regime: Regime, before: Regime?, last: SegmentFit?) -> Bool {
    switch (before, regime) {
    case (_, .spring): follows(fit, before)
    case (.momentum, .rest): last.map(stops) ?? true
    case (.spring, .rest), (.spring, .hold): last.map(isSettled) ?? true
    default: true
    }
  }
}
