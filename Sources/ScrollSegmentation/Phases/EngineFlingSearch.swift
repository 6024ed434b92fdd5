import Elementary
import LinearAlgebra
import ScrollModels

/// Looks for the first sample from which on a motion that comes to rest is a fling of the catalogue.
struct EngineFlingSearch {
  private let motion: Motion
  private let flings: [KnownFling]

  init(_ motion: Motion) {
    // Engines cut times to milliseconds and offsets to pixels: none holds to the last digit of a frame.
    self.motion = motion.with(minimumJitter: AxisSegmenter.minimumJitter)
    flings = KnownFling.bent(frameInterval: motion.interval)
  }

  /// The fewest samples that show an engine's curve.
  private static let minimumCount = 12
  /// The shortest fling that shows it, s.
  private static let minimumDuration = 0.15
  /// The shortest travel that shows it, in steps of the offsets.
  private static let minimumTravel = 40.0
  /// The standard deviations by which χ² may exceed what noise alone leaves.
  private static let slack = 1.5
  /// The factor by which a launch may differ from the mean velocity of the samples after it.
  private static let roughness = 0.8...1.4

  /// - Parameters:
  ///   - range: of samples that move until the one after them, which is at rest.
  ///   - end: of the samples that it may begin at.
  func fling(in range: Range<Int>, before end: Int) -> EngineFling? {
    let rest = motion.offsets[range.upperBound]
    // At a recording's beginning the finger may have lifted before; nothing starts to glide by itself.
    let first = range.lowerBound + (range.lowerBound == 0 ? 0 : 1)
    for start in first..<max(first, min(end, range.upperBound - Self.minimumCount + 1)) {
      let left = rest - motion.offsets[start]
      guard left.magnitude >= Self.minimumTravel * motion.resolution else { continue }
      guard motion.duration(start..<range.upperBound) >= Self.minimumDuration else { return nil }
      let velocity = velocity(from: start)
      // Most samples are told from a launch by their neighbors.
      guard velocity * left > 0, slowsDown(after: start, from: velocity),
        isLaunch(Self.roughness.upperBound * velocity, at: start)
      else { continue }
      if let best = cheapest(start..<range.upperBound, over: left, from: velocity) { return best }
    }
    return nil
  }

  /// The fling of the least cost through samples; nil where they are none's.
  ///
  /// - Parameters:
  ///   - distance: from the first sample to the rest.
  ///   - velocity: near that of the launch.
  private func cheapest(_ samples: Range<Int>, over distance: Double, from velocity: Double) -> EngineFling? {
    let logarithm = Elementary.logarithm(distance.magnitude)
    let speeds =
      Self.roughness.lowerBound * velocity.magnitude...Self.roughness.upperBound * velocity.magnitude
    var best: EngineFling?
    for fling in flings {
      guard let speed = fling.speed(overDistanceOf: logarithm, near: speeds),
        Self.roughness.contains(speed / velocity.magnitude)
      else { continue }
      let launch = distance < 0 ? -speed : speed
      guard passes(fling, samples, launch), let fit = fit(fling, samples, velocity: launch),
        fit.cost < best?.cost ?? .infinity
      else { continue }
      best = fit
    }
    return best
  }

  /// Returns true if the four samples after the next four are no faster than these.
  private func slowsDown(after start: Int, from velocity: Double) -> Bool {
    let later = self.velocity(from: start + 4)
    let noise = motion.resolution / (motion.times[start + 4] - motion.times[start])
    return later.magnitude <= velocity.magnitude + noise
  }

  /// Returns true if a curve passes near the samples after a half, a quarter and three quarters.
  private func passes(_ fling: KnownFling, _ range: Range<Int>, _ velocity: Double) -> Bool {
    let first = range.lowerBound
    let (time, level) = (motion.times[first], motion.offsets[first])
    var found = [0.0]
    return [2, 1, 3].allSatisfy { quarters in
      let index = first + range.count * quarters / 4
      fling.fill(&found, from: level, velocity, at: [motion.times[index] - time])
      let slack = 3 * motion.resolution + Self.detour * (motion.offsets[index] - level).magnitude
      return (motion.offsets[index] - found[0]).magnitude <= slack
    }
  }

  /// The part of the way by which a curve from a rough launch may pass a sample by.
  private static let detour = 0.03

  /// The mean velocity of the five samples from one on.
  private func velocity(from start: Int) -> Double { motion.meanVelocity(start, start + 4) }

  /// A fling's curve through samples, where noise explains what it leaves.
  private func fit(_ fling: KnownFling, _ range: Range<Int>, velocity: Double) -> EngineFling? {
    let origin = motion.times[range.lowerBound]
    let times = range.map { motion.times[$0] - origin }
    // A fling that depends on its start began between two frames.
    var point = [motion.offsets[range.lowerBound], velocity, 0]
    let free = fling.isTimeInvariant ? 2 : 3
    let delay = 1e-3 * motion.interval
    var values = [Double](repeating: 0, count: range.count)
    var (faster, later) = (values, values)
    let stride = (range.count + 7) / 8 * 8
    var columns = [Double](repeating: 0, count: stride * (free + 1))
    var least = Double.infinity
    for _ in 0..<8 {
      fling.fill(&values, from: point[0], point[1], at: times, since: point[2])
      var chiSquared = 0.0
      for (place, index) in range.enumerated() {
        let residual = (motion.offsets[index] - values[place]) * motion.precisions[index]
        chiSquared += residual * residual
      }
      guard chiSquared.isFinite else { return nil }
      let isSettled = chiSquared > least - 1e-3
      least = min(least, chiSquared)
      if isSettled { break }
      let step = 1e-4 * point[1]
      fling.fill(&faster, from: point[0], point[1] + step, at: times, since: point[2])
      if free == 3 { fling.fill(&later, from: point[0], point[1], at: times, since: point[2] + delay) }
      for (place, index) in range.enumerated() {
        let precision = motion.precisions[index]
        columns[place] = precision
        columns[stride + place] = (faster[place] - values[place]) / step * precision
        if free == 3 { columns[2 * stride + place] = (later[place] - values[place]) / delay * precision }
        columns[free * stride + place] = (motion.offsets[index] - values[place]) * precision
      }
      var factor = RowUpdatedQR(columns: free)
      columns.withUnsafeMutableBufferPointer {
        factor.addFirst(lanes: 0..<free, free..<free, factoring: $0, stride: stride)
      }
      let change = factor.coefficients(first: free)
      for number in 0..<free { point[number] += change[number] }
      guard point[1] * velocity > 0 else { return nil }
      point[2] = min(max(point[2], 0), 1.5 * motion.interval)
    }
    let degreesOfFreedom = Double(range.count - free)
    guard least <= degreesOfFreedom + Self.slack * (2 * degreesOfFreedom).squareRoot() else { return nil }
    guard isLaunch(point[1], at: range.lowerBound) else { return nil }
    return EngineFling(fling, range, chiSquared: least, free: free, of: flings.count)
  }

  /// Returns true if the content was no faster before: a finger that slows down goes on as a fling does that has begun before.
  private func isLaunch(_ velocity: Double, at start: Int) -> Bool {
    guard start >= Self.samplesBefore else { return true }
    let first = start - Self.samplesBefore
    let duration = motion.times[start] - motion.times[first]
    return motion.meanVelocity(first, start).magnitude <= Self.launchSlack * velocity.magnitude + motion
      .resolution / duration
  }

  /// The part of smooth stops of a hand that the curve of some engine follows.
  private static let chance = 0.1

  /// The samples before a launch whose mean velocity is compared with it.
  private static let samplesBefore = 3
  private static let launchSlack = 1.05

  /// The posterior probability that a finger that stops made what follows an engine's curve; not less than that of chance.
  func probabilityOfFinger(_ fling: EngineFling) -> Double {
    let fitter = SegmentFitter(motion)
    guard let stop = fitter.stop(fling.range, at: fling.range.upperBound) else { return Self.chance }
    let penalty = parameterPenalty(count: fling.range.count)
    let changes = [(Regime.finger, Regime.finger), (.finger, .hold)].compactMap { $0.penalty(to: $1) }
    let own = fling.cost(of: stop, .finger, motion) + changes.reduce(0, +) * penalty
    return max(Self.chance, Refinement.probability(ofChange: own - fling.cost))
  }
}
