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
  /// The time of a frame, s: of the whole recording, so looked at once. Engines that move by a factor a frame show an error of 1 %.
  private let interval: Double
  /// The phases of the axis, where it has been segmented.
  private let found: AxisSegmentation?

  init(trace: Trace, axis: Axis, identifier: Identifier, found: AxisSegmentation? = nil) {
    self.trace = trace
    self.axis = axis
    self.identifier = identifier
    self.found = found
    let clock = trace.timeBasis == .rowNumber ? nil : FrameClock.detect(trace.times)
    interval = clock?.period ?? 1.0 / 60
  }

  /// The maximum time between a motion's beginning and its first sample, s.
  private static let unknownStart = 0.5
  /// The fewest samples of a phase.
  private static let minimumCount = 4

  func phases(_ notices: inout [Notice]) throws(FitError) -> [IdentifiedPhase] {
    let isOverscroll = trace.timeBasis == .rowNumber && !trace.fingers.isEmpty
    let ofAll = identifier.whole ?? (isOverscroll ? .rubberBand : nil)
    guard trace.timeBasis != .rowNumber || ofAll == .rubberBand else { throw .noTimes }
    if let kind = ofAll {
      var options = FitOptions()
      (options.from, options.to) = (identifier.from, identifier.to)
      let range = try PhaseSamples.range(trace, options: options)
      return [
        try phase(kind, trace, range, latestStart: Self.unknownStart, &notices)
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
      guard range.count >= Self.minimumCount, isInside(range) else { continue }
      let latestStart = trace.times[range.lowerBound] - earliestStart(index, placed)
      switch named.kind {
      case .deceleration, .bounce, .snap, .unknownReturn, .programmatic:
        phases.append(try phase(named.kind, trace, range, latestStart: latestStart, &notices))
      case .drag where !hasTouch && isBetweenRests(index, found):
        let whole = max(0, named.range.lowerBound - 1)..<min(trace.times.count, named.range.upperBound + 1)
        phases.append(try phase(.drag, trace, whole, latestStart: latestStart, &notices))
      case .rubberBand:
        guard let travel = trace.fingers[axis], !identifier.ignoresTouch else { continue }
        guard let pull = Pull(trace, axis: axis, travel: travel, found: found, phase: index) else {
          notices.append(SessionFitting.unknownLead(axis, at: trace.times[range.lowerBound]))
          continue
        }
        phases.append(try phase(.rubberBand, pull.trace, range, latestStart: 0, &notices))
      case .drag, .rest, .jump, .constantVelocity, .wheel: break
      }
    }
    return phases
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
    return try? phase(.deceleration, trace, begin..<(end + 1), latestStart: first.latestStart, &notices)
  }

  /// A range of times as a fling, s since the recording's first sample; nil where it has too few samples.
  func fling(from: Double, to: Double) -> IdentifiedPhase? {
    guard let first = trace.times.firstIndex(where: { $0 >= from }),
      let last = trace.times.lastIndex(where: { $0 <= to }), last - first >= Self.minimumCount - 1
    else { return nil }
    var notices: [Notice] = []
    return try? phase(.deceleration, trace, first..<(last + 1), latestStart: Self.unknownStart, &notices)
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
      : placed[index].from - placed[index].fromError - 2 * interval
  }

  private func isInside(_ range: Range<Int>) -> Bool {
    trace.times[range.upperBound - 1] > identifier.from ?? -.infinity
      && trace.times[range.lowerBound] < identifier.to ?? .infinity
  }

  private func phase(
    _ kind: PhaseKind, _ trace: Trace, _ range: Range<Int>, latestStart: Double,
    _ notices: inout [Notice]
  ) throws(FitError) -> IdentifiedPhase {
    var options = FitOptions()
    options.from = max(trace.times[range.lowerBound], identifier.from ?? -.infinity)
    options.to = min(trace.times[range.upperBound - 1], identifier.to ?? .infinity)
    options.edges = identifier.edges
    let model: MotionModel = kind == .rubberBand ? .rubberBand : .deceleration
    let samples = try PhaseSamples(trace, axis: axis, model: model, options: options)
    let readable =
      kind == .rubberBand ? samples.samples : try wellRead(samples, of: trace, options, &notices)
    let times = readable.abscissas
    let scale = trace.headerNumber("scale")
    // The step of a screen with several pixels a point.
    let pixels = samples.quantizationStep.flatMap { $0 < 1 ? 1 / $0 : nil }
    // In frames, not seconds: where the unit of the times is wrong a second has too many of them.
    let frames = Double(1000 + 10 * range.count)
    // Nothing asks for a curve after the last sample.
    let last = (times.last ?? 0) + latestStart + 2 * max(interval, EngineContext().frameInterval)
    let horizon = min(EngineContext.longest, frames * interval, last)
    return IdentifiedPhase(
      axis: axis, kind: kind, samples: readable, from: samples.from, to: samples.to,
      unit: trace.unit, quantizationStep: samples.quantizationStep, resolution: samples.resolution,
      rest: knownRest(trace, readable),
      velocity: kind == .rubberBand
        ? 0
        : initialVelocity(
          times: times, offsets: readable.observations, grid: samples.quantizationStep),
      context: EngineContext(
        frameInterval: interval, density: scale ?? pixels ?? 1,
        dimension: trace.headerNumber(axis == .x ? "viewport.width" : "viewport.height")
          ?? EngineContext().dimension,
        horizon: horizon),
      pixel: scale.map { 1 / $0 } ?? samples.quantizationStep, latestStart: latestStart)
  }

  /// Samples without the offsets that were read a frame too early or too late, by what the recording shows on both sides of each:
  /// between them a model would have to bend.
  private func wellRead(
    _ phase: PhaseSamples, of trace: Trace, _ options: FitOptions, _ notices: inout [Notice]
  ) throws(FitError) -> Samples {
    let range = try PhaseSamples.range(trace, options: options)
    let near =
      max(
        0, range.lowerBound - RepeatedFrames.reach)..<min(
        trace.times.count, range.upperBound + RepeatedFrames.reach)
    let nearby = trace.offsets[axis].map { Array($0[near]) } ?? []
    let offsets = phase.samples.observations
    let first = range.lowerBound - near.lowerBound
    let misread = RepeatedFrames.misread(nearby, grid: phase.resolution)
      .filter((first..<first + offsets.count).contains)
    guard !misread.isEmpty, misread.count * 2 < offsets.count else { return phase.samples }
    let kept = offsets.indices.filter { !misread.contains(first + $0) }
    notices.append(
      Notice(
        .repeatedFrames,
        "axis \(axis.rawValue): \(misread.count) offsets around repeated frames are left out of the phase at "
          + "\(Numerals.significant(phase.from)) s"))
    return Samples(
      abscissas: kept.map { phase.samples.abscissas[$0] }, observations: kept.map { offsets[$0] })
  }

  /// The edge that it comes to rest at, where the recording or the user names it and the motion ends near it.
  private func knownRest(_ trace: Trace, _ samples: Samples) -> Double? {
    let offsets = samples.observations
    guard let last = offsets.last, let low = offsets.min(), let high = offsets.max() else { return nil }
    if let edges = identifier.edges ?? trace.edges[axis] {
      let sides = [edges.lowerBound, edges.upperBound].filter(\.isFinite)
      let nearest = sides.min { ($0 - last).magnitude < ($1 - last).magnitude }
      if let nearest { return (nearest - last).magnitude <= 0.25 * (high - low) ? nearest : nil }
    }
    return trace.rests[axis]
  }
}

/// A phase as the catalogue is asked about it: its samples, and what is known beside them.
struct IdentifiedPhase {
  let axis: Axis
  let kind: PhaseKind
  private(set) var samples: Samples
  let from: Double
  let to: Double
  let unit: String
  let quantizationStep: Double?
  /// The smallest difference the offsets can show.
  let resolution: Double
  /// The position at which it comes to rest, where that is known; nil where it is to be found.
  let rest: Double?
  /// The slope at the first sample, unit/s.
  let velocity: Double
  let context: EngineContext
  /// Units of offset in a device pixel; nil where nothing shows it.
  let pixel: Double?
  /// The maximum time between the motion's beginning and the first sample, s.
  let latestStart: Double

  /// The rows of the catalogue that are compared.
  var enginePhases: [EnginePhase] {
    switch kind {
    case .deceleration: [.fling]
    case .bounce, .unknownReturn: [.bounce]
    case .snap: [.snap, .bounce]
    case .rubberBand: [.overscroll]
    // A program's animation, where no finger is known of.
    case .drag, .programmatic: [.snap]
    case .rest, .jump, .constantVelocity, .wheel: []
    }
  }

  var travel: Double { (samples.observations.max() ?? 0) - (samples.observations.min() ?? 0) }

  /// The difference of two curves that the recording can show, in the unit of offsets.
  var step: Double { max(resolution, 1e-9 * travel) }

  /// The same phase of 24 samples and of 1024, spread evenly from the first to the last, where it has more than twice as many.
  var sketches: [IdentifiedPhase] {
    [24, 1024].filter { 2 * $0 < samples.abscissas.count }.map { count in
      let last = samples.abscissas.count - 1
      let chosen = (0..<count).map { $0 * last / (count - 1) }
      var sketch = self
      sketch.samples = Samples(
        abscissas: chosen.map { samples.abscissas[$0] }, observations: chosen.map { samples.observations[$0] }
      )
      return sketch
    }
  }

  /// The initial value of a number of the state.
  func start(of name: String) -> Double {
    let first = samples.observations.first ?? 0
    let last = samples.observations.last ?? 0
    switch name {
    case Parameter.initialOffset.name: return first
    case Parameter.initialVelocity.name: return velocity
    case Parameter.rest.name: return rest ?? last
    case Parameter.displacement.name: return first - (rest ?? last)
    default: return context.dimension
    }
  }

  /// The lower bound of a number of the state, in its own unit.
  func size(of parameter: Parameter) -> Double {
    parameter.unit == "pt/s" ? max(velocity.magnitude, travel) : max(travel, resolution)
  }

  /// Returns true if a number of the state is known.
  func isKnown(_ name: String) -> Bool { name == Parameter.rest.name && rest != nil }
}
