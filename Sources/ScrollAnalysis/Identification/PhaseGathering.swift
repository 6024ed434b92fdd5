import LeastSquares
import Numerals
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// The phases of one axis that the catalogue has rows for.
struct PhaseGathering {
  let trace: Trace
  let axis: Axis
  let identifier: Identifier
  private let reader: PhaseReader
  /// The phases of the axis, where it has been segmented.
  private let found: AxisSegmentation?

  init(trace: Trace, axis: Axis, identifier: Identifier, found: AxisSegmentation? = nil) {
    self.trace = trace
    self.axis = axis
    self.identifier = identifier
    self.found = found
    reader = PhaseReader(
      trace, axis: axis, edges: identifier.edges, from: identifier.from, to: identifier.to)
  }

  /// The maximum time between a motion's beginning and its first sample, s.
  private static let unknownStart = 0.5

  func phases(_ notices: inout [Notice]) throws(FitError) -> [IdentifiedPhase] {
    let isOverscroll = trace.timeBasis == .rowNumber && !trace.fingers.isEmpty
    let ofAll = identifier.whole ?? (isOverscroll ? .rubberBand : nil)
    guard trace.timeBasis != .rowNumber || ofAll == .rubberBand else { throw .noTimes }
    if let kind = ofAll {
      var options = FitOptions()
      (options.from, options.to) = (identifier.from, identifier.to)
      let range = try PhaseSamples.range(trace, options: options)
      return [
        try reader.phase(kind, trace, range, latestStart: Self.unknownStart, &notices)
      ]
    }
    let segmenter = Segmenter(ignoresTouch: identifier.ignoresTouch, threads: identifier.threads)
    guard let found = found ?? segmenter.segmentation(of: trace, axis: axis, edges: identifier.edges) else {
      return []
    }
    if found.isNoise { throw .noise(axis) }
    let hasTouch = !identifier.ignoresTouch && trace.states.contains { $0 == .dragging }
    let placed = found.reported(axis, unit: trace.unit)
    var phases: [IdentifiedPhase] = []
    for index in found.phases.indices {
      let named = found.phases[index]
      let range = found.sure(index)
      guard range.count >= PhaseReader.minimumCount, isInside(range) else { continue }
      let latestStart = trace.times[range.lowerBound] - earliestStart(index, placed)
      switch named.kind {
      case .deceleration, .bounce, .snap, .unknownReturn, .programmatic:
        var own = try reader.phase(named.kind, trace, range, latestStart: latestStart, &notices)
        // A motion of no known model is more often a changed engine's fling than a hand's.
        own.mayBeDrag =
          !isTouchKnown && placed[index].model != nil && named.alternatives.contains { $0.kind == .drag }
        if !isTouchKnown {
          let moving = placed[..<index].lastIndex { $0.kind == .rest }.map { $0 + 1 } ?? 0
          own.latestOpenStart = trace.times[range.lowerBound] - placed[moving].from
        }
        phases.append(own)
      case .drag where !hasTouch && isBetweenRests(index, found):
        let whole = max(0, named.range.lowerBound - 1)..<min(trace.times.count, named.range.upperBound + 1)
        phases.append(try reader.phase(.drag, trace, whole, latestStart: latestStart, &notices))
      case .rubberBand:
        guard let travel = trace.fingers[axis], !identifier.ignoresTouch else { continue }
        guard let pull = Pull(trace, axis: axis, travel: travel, found: found, phase: index) else {
          notices.append(SessionFitting.unknownLead(axis, at: trace.times[range.lowerBound]))
          continue
        }
        var own = try reader.phase(.rubberBand, pull.trace, range, latestStart: 0, &notices)
        own.travelError = pull.travelError
        phases.append(own)
      case .drag, .rest, .jump, .constantVelocity, .wheel: break
      }
    }
    return phases
  }

  /// True if the recording shows when a finger is on the content.
  private var isTouchKnown: Bool {
    !identifier.ignoresTouch && (trace.fingers[axis] != nil || trace.states.contains { $0 != nil })
  }

  /// The phases with the flings of movements that the segmentation takes for a finger's, or for one's up to a late sample, where the speed
  /// shows a release. Where it shows none, a fling of no known model behind a drag may be that drag.
  func withShownReleases(_ phases: [IdentifiedPhase]) -> [IdentifiedPhase] {
    guard let found, identifier.whole == nil, !isTouchKnown, !found.isNoise, trace.timeBasis != .rowNumber
    else { return phases }
    var phases = phases
    for movement in found.phases.indices.split(whereSeparator: { found.phases[$0].kind == .rest }) {
      let parts = found.phases[movement]
      guard let last = parts.last, last.kind == .drag || last.kind == .deceleration,
        parts.dropLast().allSatisfy({ $0.kind == .drag || $0.kind == .snap }),
        let first = parts.first?.range.lowerBound, isInside(first..<last.range.upperBound)
      else { continue }
      if let corner = corner(first..<last.range.upperBound, in: found) {
        guard let fling = fling(from: corner, endingAs: last) else { continue }
        phases.removeAll { $0.from <= fling.to && fling.from <= $0.to }
        phases.append(fling)
      } else if last.kind == .deceleration, parts.count > 1,
        parts.dropLast().allSatisfy({ $0.kind == .drag }),
        last.alternatives.contains(where: { $0.kind == .drag })
      {
        let (from, to) = (trace.times[last.range.lowerBound], trace.times[last.range.upperBound - 1])
        for index in phases.indices where phases[index].from <= to && from <= phases[index].to {
          phases[index].mayBeDrag = true
        }
      }
    }
    return phases
  }

  /// The release that the speed of a movement shows.
  private func corner(_ movement: Range<Int>, in found: AxisSegmentation) -> ReleaseCorner? {
    ReleaseCorner(
      times: trace.times, offsets: trace.offsets[axis] ?? [],
      in: max(0, movement.lowerBound - 1)..<min(trace.times.count, movement.upperBound + 1),
      resolution: found.resolution, skipping: found.isRepeated)
  }

  /// The fling from a release to the end of a movement; nil where there is too little of it, or the segmentation has it.
  private func fling(from corner: ReleaseCorner, endingAs last: SegmentedPhase) -> IdentifiedPhase? {
    guard corner.samples.upperBound + PhaseReader.minimumCount < last.range.upperBound,
      last.kind == .drag || corner.samples.upperBound + 2 < last.range.lowerBound
    else { return nil }
    var notices: [Notice] = []
    var fling = try? reader.phase(
      .deceleration, trace, corner.samples.upperBound + 1..<last.range.upperBound,
      latestStart: trace.times[corner.samples.upperBound + 1] - trace.times[corner.samples.lowerBound],
      &notices)
    fling?.mayBeDrag = !corner.isCertain
    fling?.isOfShownRelease = true
    return fling
  }

  /// The phases with adjoining flings as one where that is one motion of a known engine: fitted models part a curve that they only
  /// approximate.
  ///
  /// - Parameter isMotion: whether some engine's own curve follows the samples.
  func joiningFlings(
    _ phases: [IdentifiedPhase], where isMotion: (IdentifiedPhase) -> Bool
  ) -> [IdentifiedPhase] {
    var joined: [IdentifiedPhase] = []
    for phase in phases {
      if let last = joined.last, isAdjoining(last, phase), let whole = whole(from: last, to: phase),
        isMotion(whole)
      {
        joined[joined.count - 1] = whole
      } else {
        joined.append(phase)
      }
    }
    return joined
  }

  /// Returns true if two phases are flings without anything between them.
  private func isAdjoining(_ first: IdentifiedPhase, _ second: IdentifiedPhase) -> Bool {
    guard let found, first.kind == .deceleration, second.kind == .deceleration else { return false }
    return found.phases.indices.dropLast().contains { index in
      found.phases[index].kind == .deceleration && found.phases[index + 1].kind == .deceleration
        && trace.times[found.sure(index).upperBound - 1] == first.to
        && trace.times[found.sure(index + 1).lowerBound] == second.from
    }
  }

  private func whole(from first: IdentifiedPhase, to second: IdentifiedPhase) -> IdentifiedPhase? {
    guard let begin = trace.times.firstIndex(of: first.from), let end = trace.times.lastIndex(of: second.to)
    else { return nil }
    var notices: [Notice] = []
    return try? reader.phase(
      .deceleration, trace, begin..<(end + 1), latestStart: first.latestStart, &notices)
  }

  /// Returns true if a movement begins and ends at rest: a finger's seldom does, a program's always.
  private func isBetweenRests(_ index: Int, _ found: AxisSegmentation) -> Bool {
    index > 0 && index + 1 < found.phases.count && found.phases[index - 1].kind == .rest
      && found.phases[index + 1].kind == .rest
  }

  /// The earliest beginning of a phase: not before the finger that let it go came down.
  private func earliestStart(_ index: Int, _ placed: [Phase]) -> Double {
    guard index > 0 else { return placed[0].from - Self.unknownStart }
    let before = placed[index - 1]
    let isLetGo = before.kind == .drag || before.kind == .rubberBand
    return isLetGo
      ? max(before.from, placed[index].from - Self.unknownStart)
      : placed[index].from - placed[index].fromError - 2 * reader.interval
  }

  private func isInside(_ range: Range<Int>) -> Bool {
    trace.times[range.upperBound - 1] > identifier.from ?? -.infinity
      && trace.times[range.lowerBound] < identifier.to ?? .infinity
  }
}
