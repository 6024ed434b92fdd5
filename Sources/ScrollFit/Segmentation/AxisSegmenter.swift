import Elementary
import LeastSquares
import Recordings
import ScrollModels

/// Finds the stretches of one axis: pieces, the likeliest sequence of laws over them, then every boundary sample by sample.
struct AxisSegmenter {
  /// Equal offsets for at least this long, s, part two movements that are looked at apart.
  static let pause = 1.5
  /// That the truth lies in a boundary's interval.
  static let probability = 0.99

  /// The least noise of times that the choice of laws allows for, in frames.
  static let leastClockNoise = 5e-3

  let motion: Motion
  /// The motion as the choice of laws sees it: engines step their laws, and no law holds to the last digit of a frame.
  private let coarse: Motion

  init(times: [Double], offsets: [Double], grid: Double?) {
    motion = Motion(times: times, offsets: offsets, grid: grid)
    coarse = motion.with(leastClockNoise: Self.leastClockNoise)
  }

  /// - Parameter threads: how many movements are looked at at once; the result is the same for every number.
  func stretches(threads: Int = 1) -> [PlacedStretch] {
    let whole = 0..<motion.count
    // What never moves is at rest, however few samples show it.
    if motion.count > 0, motion.isStill(whole) {
      return [PlacedStretch(stretch: Stretch(mover: .rest, range: whole, fit: nil), begins: nil)]
    }
    let movements = movements()
    let placed = Parallel.map(movements.count, threads: threads) { stretches(of: movements[$0]) }
    return joined(placed.flatMap { $0 })
  }

  private func stretches(of movement: Range<Int>) -> [PlacedStretch] {
    let price = logarithm(Double(max(16, movement.count)))
    let nodes = Pieces(motion: coarse, price: price).boundaries(of: movement)
    var partition = Partition(coarse, price: price)
    let found = partition.stretches(nodes, startsAtRest: movement.lowerBound > 0)
    var placer = StretchPlacer(fine: motion, coarse: coarse, price: price, probability: Self.probability)
    // Every boundary of two laws where the samples put it, and changes that do not pay taken back.
    return placer.placed(found)
  }

  /// Ranges parted in the middle of long runs of equal offsets.
  func movements() -> [Range<Int>] {
    var movements: [Range<Int>] = []
    var start = 0
    var runStart = 0
    for i in 0..<motion.count {
      let ends = i + 1 == motion.count || motion.offsets[i + 1] != motion.offsets[runStart]
      guard ends else { continue }
      if i - runStart >= Pieces.run, motion.times[i] - motion.times[runStart] >= Self.pause,
        i + 1 < motion.count
      {
        let middle = (runStart + i) / 2
        if middle > start { movements.append(start..<middle) }
        start = middle
      }
      runStart = i + 1
    }
    if start < motion.count { movements.append(start..<motion.count) }
    return movements
  }

  /// Rests on both sides of a movement's end are one.
  private func joined(_ placed: [PlacedStretch]) -> [PlacedStretch] {
    var joined: [PlacedStretch] = []
    for next in placed {
      if let last = joined.last, last.stretch.mover == .rest, next.stretch.mover == .rest, next.begins == nil
      {
        joined[joined.count - 1].stretch.range = last.stretch.range.lowerBound..<next.stretch.range.upperBound
      } else {
        joined.append(next)
      }
    }
    return joined
  }
}

extension SpanFitter {
  /// A mover's law fitted to a range, from where it was found elsewhere.
  mutating func fit(_ mover: Mover, _ range: Range<Int>, from last: SpanFit?) -> SpanFit? {
    switch mover {
    case .rest, .hold: return fit(ConstantOffset(), range, from: [[]])
    case .finger: return fit(Parabola(), range, from: [[]])
    case .momentum: return momentum(range, from: last)
    case .spring:
      return fit(BounceLaw(), range, from: last.map { [$0.alpha] } ?? [[5], [10], [20]])
    }
  }

  /// The law of momentum that explains a range best for its number of parameters: exponential, constant deceleration, or an
  /// exponential with a drift.
  private mutating func momentum(_ range: Range<Int>, from last: SpanFit?) -> SpanFit? {
    var starts: [[Double]] = [[1], [3], [9]]
    if let last, !last.alpha.isEmpty { starts = [last.alpha] }
    var laws: [SpanFit] = []
    if let decay = fit(DecelerationLaw(), range, from: starts) { laws.append(decay) }
    let isExplained = laws.first.map { $0.misfit <= 1.5 * Double(range.count) } ?? false
    if var parabola = fit(Parabola(), range, from: [[]]) {
      parabola.endsByItself = stops(parabola)
      laws.append(parabola)
    }
    if !isExplained, range.count >= 8, let drift = fit(DecelerationWithDrift(), range, from: starts) {
      laws.append(drift)
    }
    // The exponential is every engine's first choice: another law must earn its place.
    let price = logarithm(Double(range.count))
    return laws.filter(slows).min {
      $0.total(price: price) + handicap($0) < $1.total(price: price) + handicap($1)
    }
  }

  private func handicap(_ fit: SpanFit) -> Double { fit.law is DecelerationLaw ? 0 : 2 * Self.tie }

  /// Differences of AICc below this are ties.
  private static let tie = 2.0

  /// Whether a spring may follow a mover, and is seen to come back: at the range's end it is nearer to its rest than half of
  /// the farthest. Let go from a pause it moves towards its rest from the start; momentum meets it at its rest, within a
  /// frame or two.
  func follows(_ fit: SpanFit, _ before: Mover?) -> Bool {
    let duration = motion.times[fit.range.upperBound - 1] - motion.times[fit.range.lowerBound]
    let bounce = Bounce(
      rest: 0, displacement: fit.coefficients[1], initialVelocity: fit.coefficients[2], damping: fit.alpha[0])
    let farthest = bounce.farthest.magnitude
    // A spring of which less than its own time is seen is none, and one that moves the content by no more than its offsets show.
    guard farthest > 2 * motion.resolution, bounce.damping * duration >= 1,
      bounce.displacement(at: duration).magnitude <= farthest / 2
    else {
      return false
    }
    switch before {
    case .hold:
      // Let go within the last frames, it has gained no more than the spring's pull gives in them.
      let gained = 3 * motion.interval * bounce.damping * bounce.damping * bounce.displacement.magnitude
      return bounce.displacement.magnitude > 0.9 * farthest && bounce.initialVelocity.magnitude <= gained
    case .momentum:
      let frames = 2.5 * motion.interval * bounce.initialVelocity.magnitude
      return bounce.displacement.magnitude <= frames + motion.resolution
    default: return true
    }
  }

  /// Whether a mover's fit is possible after what came before it.
  func mayFollow(_ fit: SpanFit, _ mover: Mover, before: Mover?, last: SpanFit?) -> Bool {
    switch (before, mover) {
    case (_, .spring): follows(fit, before)
    case (.momentum, .rest): last.map(stops) ?? true
    default: true
    }
  }

  /// Whether a law of momentum may end in a rest: an exponential may be stopped by a finger, but constant deceleration and
  /// drift are only told from a finger's motion by coming to a stop, within a few frames.
  func stops(_ fit: SpanFit) -> Bool {
    guard !(fit.law is DecelerationLaw) else { return true }
    let duration = motion.times[fit.range.upperBound - 1] - motion.times[fit.range.lowerBound]
    let velocity = fit.coefficients[1]
    guard fit.law is Parabola else {
      let last = velocity * exponential(-fit.alpha[0] * duration) + fit.coefficients[2]
      let braking = velocity * fit.alpha[0] * exponential(-fit.alpha[0] * duration)
      return last.magnitude <= (0.05 * duration + 2 * motion.interval) * braking.magnitude
    }
    let stop = -velocity / (2 * fit.coefficients[2])
    return stop - duration <= 0.05 * duration + 2 * motion.interval
  }

  /// Whether a law passes near enough by its samples to be one: what it leaves beyond the noise stays below the part of the
  /// travel at which a law fails.
  ///
  /// A rest is one offset to within the noise; a finger does what it likes, but not one thing for long.
  func holds(_ fit: SpanFit, _ mover: Mover) -> Bool {
    let freedom = Double(fit.range.count - fit.parameterCount)
    switch mover {
    case .finger:
      if fit.range.count < Mover.rest.leastSamples { return true }
      return fit.range.count <= Pieces.longest && !motion.isStill(fit.range)
    case .rest, .hold: return fit.misfit <= 4 * Double(fit.range.count)
    case .momentum, .spring: if motion.isStill(fit.range) { return false }
    }
    guard freedom > 0 else { return false }
    // Three standard deviations of what noise alone leaves.
    if fit.misfit <= freedom + 3 * (2 * freedom).squareRoot() { return true }
    var low = Double.infinity
    var high = -Double.infinity
    var variance = 0.0
    for i in fit.range {
      low = min(low, motion.offsets[i])
      high = max(high, motion.offsets[i])
      variance += 1 / (motion.precisions[i] * motion.precisions[i])
    }
    let excess = max(0, fit.misfit / freedom - 1) * variance / Double(fit.range.count)
    let allowed = AdequacyRule().failingExcess * (high - low)
    return excess <= allowed * allowed
  }

  /// Whether a law of momentum only ever loses speed over its range; it may have stopped within the last frame.
  private func slows(_ fit: SpanFit) -> Bool {
    let duration =
      motion.times[fit.range.upperBound - 1] - motion.times[fit.range.lowerBound] - motion.interval
    let velocity = fit.coefficients[1]
    switch fit.law {
    case is Parabola:
      let half = fit.coefficients[2]
      return velocity * half < 0 && velocity.magnitude >= 2 * half.magnitude * duration
    case is DecelerationWithDrift:
      let last = velocity * exponential(-fit.alpha[0] * duration) + fit.coefficients[2]
      return fit.alpha[0] > 0 && velocity * last >= 0 && (velocity + fit.coefficients[2]) * velocity > 0
    default: return fit.alpha[0] > 0
    }
  }
}
