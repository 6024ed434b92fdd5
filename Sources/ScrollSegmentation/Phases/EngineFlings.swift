import Elementary
import LinearAlgebra
import Recordings
import ScrollModels

/// Flings along a curve that no segment has, and an engine of the catalogue does.
///
/// A finger that stops slows down by any power of the time that is left; an engine's fling goes a distance that its speed decides. So a
/// motion that comes to rest is a fling where from some sample on only two free numbers, offset and velocity, follow all samples.
extension PhaseNaming {
  /// The flings of engines in what comes to rest, where no recorded state shows a finger.
  func engineFlings(_ phases: inout [SegmentedPhase]) {
    lazy var search = EngineFlingSearch(motion)
    var (first, index) = (0, 0)
    while index < phases.count {
      defer { index += 1 }
      guard Self.mayBeFling(phases[index]) else {
        first = index + 1
        continue
      }
      guard let stop = stop(phases, index) else { continue }
      let range = phases[first].range.lowerBound..<stop
      if states.isEmpty || range.allSatisfy({ states[$0] == nil }),
        let fling = search.fling(in: range, before: latest(phases[first...index], stop)),
        isCheaper(fling, than: phases[first...index])
      {
        index = replace(&phases, first...index, by: fling, orFinger: search.probabilityOfFinger(fling))
      }
      first = index + 1
    }
  }

  /// Puts a fling in the place of the samples that it has of some phases, unless a finger is more probable; returns the index of the last phase
  /// of them.
  private func replace(
    _ phases: inout [SegmentedPhase], _ range: ClosedRange<Int>, by fling: EngineFling,
    orFinger probability: Double
  ) -> Int {
    guard probability < 0.5 else { return range.upperBound }
    let before = phases[range].compactMap { $0.cut(before: fling.range.lowerBound) }
    var own = SegmentedPhase(fling, orFinger: probability)
    own.range = fling.range.lowerBound..<phases[range.upperBound].range.upperBound
    phases.replaceSubrange(range, with: before + [own])
    let index = range.lowerBound + before.count
    guard own.range.upperBound > fling.range.upperBound else { return index }
    rest(&phases, after: index)
    return index + 1
  }

  /// Returns true if a finger, by no engine's curve, brings the content to where it stands until a spring takes it back.
  func hasPull(_ phases: [SegmentedPhase]) -> Bool {
    phases.indices.dropFirst().dropLast().contains { index in
      let (before, after) = (phases[index - 1], phases[index + 1])
      return phases[index].kind == .rest && before.kind == .drag && after.kind == .bounce
        && travel(before.range) * travel(after.range) < 0
    }
  }

  /// The kinds that a fling may be taken for.
  private static func mayBeFling(_ phase: SegmentedPhase) -> Bool {
    phase.kind == .drag || phase.kind == .deceleration || phase.kind == .bounce
  }

  /// The end of what a phase moves, where it comes to rest: at the rest after it, or before its own last samples; nil where it goes on.
  private func stop(_ phases: [SegmentedPhase], _ index: Int) -> Int? {
    let range = phases[index].range
    if index + 1 < phases.count, phases[index + 1].kind == .rest { return range.upperBound }
    let last = motion.offsets[range.upperBound - 1]
    guard let moved = range.last(where: { motion.offsets[$0] != last }),
      range.upperBound - 1 - moved >= Regime.rest.minimumSamples
    else { return nil }
    return moved + 1
  }

  /// The sample before which a fling must begin: not within a glide that a model describes, and so that this is less than two thirds of it.
  private func latest(_ phases: ArraySlice<SegmentedPhase>, _ stop: Int) -> Int {
    let glides = phases.filter { $0.kind == .deceleration && $0.fit != nil }
    return glides.reduce(stop) { latest, glide in
      let count = min(stop, glide.range.upperBound) - glide.range.lowerBound
      return min(latest, glide.range.lowerBound + TouchHints.reach + 1, stop - 3 * count / 2)
    }
  }

  /// Returns true if a fling costs less than the segments that it replaces.
  private func isCheaper(_ fling: EngineFling, than phases: ArraySlice<SegmentedPhase>) -> Bool {
    let start = fling.range.lowerBound
    var (own, others) = (fling.cost, 0.0)
    for segment in phases.flatMap(\.segments) where segment.range.upperBound > start {
      guard let fit = segment.fit else { continue }
      others += fling.cost(of: fit, segment.regime, motion)
      // The finger moves the content up to the fling.
      if segment.range.lowerBound < start {
        own += fling.cost(ofFinger: segment.range.lowerBound..<start, motion)
      }
    }
    return own <= others
  }
}

extension SegmentedPhase {
  fileprivate init(_ fling: EngineFling, orFinger probability: Double) {
    let start = fling.range.lowerBound
    self.init(
      kind: .deceleration, range: fling.range, begins: max(0, start - 1)...start,
      segments: [Segment(regime: .momentum, range: fling.range, fit: nil)],
      alternatives: [PhaseAlternative(kind: .drag, model: nil, probability: probability)])
    engine = fling
  }

  /// The part before a sample, which is a finger's; nil where there is none.
  fileprivate func cut(before sample: Int) -> SegmentedPhase? {
    guard range.lowerBound < sample else { return nil }
    guard range.upperBound > sample else { return self }
    var part = self
    part.kind = .drag
    part.range = range.lowerBound..<sample
    part.segments.removeAll { $0.range.lowerBound >= sample }
    part.alternatives = []
    return part
  }
}

/// A fling of an engine that samples follow up to a rest.
struct EngineFling {
  let name: String
  let range: Range<Int>
  let chiSquared: Double
  /// −2 log likelihood, with penalties for its free numbers, its end and the choice of the engine.
  let cost: Double

  fileprivate init(_ fling: KnownFling, _ range: Range<Int>, chiSquared: Double, free: Int, of choices: Int) {
    name = fling.engine
    self.range = range
    self.chiSquared = chiSquared
    cost =
      segmentCost(chiSquared: chiSquared, count: range.count, parameters: free)
      + Double(free + 1) * parameterPenalty(count: range.count) + 2 * logarithm(Double(choices))
  }

  /// The cost of another model of about the same samples, to be compared with ``cost``.
  fileprivate func cost(of fit: SegmentFit, _ regime: Regime, _ motion: Motion) -> Double {
    SegmentFitter(motion).total(fit, regime, penalty: parameterPenalty(count: range.count))
  }

  /// The cost of a finger's motion before it.
  fileprivate func cost(ofFinger range: Range<Int>, _ motion: Motion) -> Double {
    SegmentFitter(motion).fit(.parabola, range).map { cost(of: $0, .finger, motion) } ?? 0
  }
}

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
      let samples = start..<range.upperBound
      let fits = flings.compactMap { fling -> EngineFling? in
        guard let speed = fling.speed(over: left.magnitude),
          Self.roughness.contains(speed / velocity.magnitude)
        else { return nil }
        let launch = left < 0 ? -speed : speed
        return passes(fling, samples, launch) ? fit(fling, samples, velocity: launch) : nil
      }
      if let best = fits.min(by: { $0.cost < $1.cost }) { return best }
    }
    return nil
  }

  /// Returns true if the four samples after the next four are no faster than these.
  private func slowsDown(after start: Int, from velocity: Double) -> Bool {
    let later = self.velocity(from: start + 4)
    let noise = motion.resolution / (motion.times[start + 4] - motion.times[start])
    return later.magnitude <= velocity.magnitude + noise
  }

  /// Returns true if a curve passes near the samples after a quarter, a half and three quarters.
  private func passes(_ fling: KnownFling, _ range: Range<Int>, _ velocity: Double) -> Bool {
    let first = range.lowerBound
    let some = [2, 1, 3].map { first + range.count * $0 / 4 }
    let found = fling.offsets(
      from: motion.offsets[first], velocity, at: some.map { motion.times[$0] - motion.times[first] })
    return zip(some, found).allSatisfy { index, offset in
      let slack =
        3 * motion.resolution + Self.detour * (motion.offsets[index] - motion.offsets[first]).magnitude
      return (motion.offsets[index] - offset).magnitude <= slack
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
    var least = Double.infinity
    for _ in 0..<8 {
      let values = fling.offsets(from: point[0], point[1], at: times, since: point[2])
      var factor = RowUpdatedQR(columns: free)
      let step = 1e-4 * point[1]
      let delay = 1e-3 * motion.interval
      let faster = fling.offsets(from: point[0], point[1] + step, at: times, since: point[2])
      let later =
        free == 3 ? fling.offsets(from: point[0], point[1], at: times, since: point[2] + delay) : values
      var chiSquared = 0.0
      for (place, index) in range.enumerated() {
        let precision = motion.precisions[index]
        let residual = (motion.offsets[index] - values[place]) * precision
        chiSquared += residual * residual
        var row = RowUpdatedQR.Row()
        row[0] = precision
        row[1] = (faster[place] - values[place]) / step * precision
        row[2] = (later[place] - values[place]) / delay * precision
        row[RowUpdatedQR.last] = residual
        factor.add(row)
      }
      let isSettled = chiSquared > least - 1e-3
      least = min(least, chiSquared)
      guard chiSquared.isFinite else { return nil }
      if isSettled { break }
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
