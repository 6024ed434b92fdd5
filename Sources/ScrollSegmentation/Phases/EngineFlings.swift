import Elementary
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

  init(_ fling: KnownFling, _ range: Range<Int>, chiSquared: Double, free: Int, of choices: Int) {
    name = fling.engine
    self.range = range
    self.chiSquared = chiSquared
    cost =
      segmentCost(chiSquared: chiSquared, count: range.count, parameters: free)
      + Double(free + 1) * parameterPenalty(count: range.count) + 2 * logarithm(Double(choices))
  }

  /// The cost of another model of about the same samples, to be compared with ``cost``.
  func cost(of fit: SegmentFit, _ regime: Regime, _ motion: Motion) -> Double {
    SegmentFitter(motion).total(fit, regime, penalty: parameterPenalty(count: range.count))
  }

  /// The cost of a finger's motion before it.
  func cost(ofFinger range: Range<Int>, _ motion: Motion) -> Double {
    SegmentFitter(motion).fit(.parabola, range).map { cost(of: $0, .finger, motion) } ?? 0
  }
}
