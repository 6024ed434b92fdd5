import LeastSquares
import Numerals
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// Takes ranges of one axis of a recording as phases that the catalogue can be asked about.
struct PhaseReader {
  /// The fewest samples of a phase.
  static let minimumCount = 4

  private let trace: Trace
  private let axis: Axis
  /// The offsets of the content's edges; override what the recording names.
  private let edges: ClosedRange<Double>?
  /// The limits of every phase, s since the recording's first sample.
  private let from: Double?
  private let to: Double?
  /// The time of a frame, s: of the whole recording, so looked at once. Engines that move by a factor a frame show an error of 1 %.
  let interval: Double
  /// True where the recorded times are the frames' own: at no display's rate frames come when the engine is done, not when a clock that
  /// errs says so, and offsets of full precision show the time of each frame at whatever rate.
  private let followsFrames: Bool

  init(_ trace: Trace, axis: Axis, edges: ClosedRange<Double>? = nil, from: Double? = nil, to: Double? = nil)
  {
    self.trace = trace
    self.axis = axis
    self.edges = edges
    self.from = from
    self.to = to
    let clock = trace.timeBasis == .rowNumber ? nil : trace.frameClock
    interval = clock?.period ?? 1.0 / 60
    let hasOwnRate = clock.map { $0.nominalRate == nil } ?? false
    followsFrames = hasOwnRate || trace.quantizationSteps[axis] == nil
  }

  /// A range of times as a fling, s since the recording's first sample; nil where it has too few samples.
  ///
  /// - Parameter latestStart: the maximum time between the fling's beginning and its first sample, s.
  func fling(from: Double, to: Double, latestStart: Double) -> IdentifiedPhase? {
    guard let first = trace.times.firstIndex(where: { $0 >= from }),
      let last = trace.times.lastIndex(where: { $0 <= to }), last - first >= Self.minimumCount - 1
    else { return nil }
    var notices: [Notice] = []
    return try? phase(.deceleration, trace, first..<(last + 1), latestStart: latestStart, &notices)
  }

  /// The samples of a range as a phase.
  ///
  /// - Parameter trace: the recording, or a part of it as the phase's model sees it.
  func phase(
    _ kind: PhaseKind, _ trace: Trace, _ range: Range<Int>, latestStart: Double,
    _ notices: inout [Notice]
  ) throws(FitError) -> IdentifiedPhase {
    var options = FitOptions()
    options.from = max(trace.times[range.lowerBound], from ?? -.infinity)
    options.to = min(trace.times[range.upperBound - 1], to ?? .infinity)
    options.edges = edges
    let isRubberBand = kind == .rubberBand
    let model: MotionModel = isRubberBand ? .rubberBand : .deceleration
    let samples = try PhaseSamples(trace, axis: axis, model: model, options: options)
    let used = try PhaseSamples.range(trace, options: options)
    let readable = isRubberBand ? samples.samples : wellRead(samples, of: trace, used, &notices)
    let times = readable.abscissas
    let scale = trace.scale
    // The step of a screen with several pixels a point.
    let pixels = samples.quantizationStep.flatMap { $0 < 1 ? 1 / $0 : nil }
    // In frames, not seconds: where the unit of the times is wrong a second has too many of them.
    let frames = Double(1000 + 10 * range.count)
    // Nothing asks for a curve after the last sample.
    let last = (times.last ?? 0) + latestStart + 2 * max(interval, EngineContext().frameInterval)
    let horizon = min(EngineContext.longest, frames * interval, last)
    return IdentifiedPhase(
      recording: trace.recordingName, axis: axis, kind: kind, samples: readable, from: samples.from,
      to: samples.to,
      unit: trace.unit, quantizationStep: samples.quantizationStep, resolution: samples.resolution,
      rest: knownRest(trace, readable),
      velocity: isRubberBand
        ? 0
        : initialVelocity(
          times: times, offsets: readable.observations, grid: samples.quantizationStep),
      context: EngineContext(
        frameInterval: interval, density: scale ?? pixels ?? 1,
        dimension: trace.headerNumber(axis == .x ? "viewport.width" : "viewport.height")
          ?? EngineContext().dimension,
        horizon: horizon),
      frameTimes: followsFrames && !isRubberBand ? unevenFrames(used) : [],
      pixel: scale.map { 1 / $0 } ?? samples.quantizationStep, latestStart: latestStart,
      rateError: trace.rateError)
  }

  /// The samples of a phase, each at the time of the frame that it shows.
  private func wellRead(
    _ phase: PhaseSamples, of trace: Trace, _ range: Range<Int>, _ notices: inout [Notice]
  ) -> Samples {
    guard let offsets = trace.offsets[axis] else { return phase.samples }
    let shown = ShownFrames(phase, of: range, times: trace.times, offsets: offsets)
    if let remark = shown.remark {
      notices.append(
        Notice(
          .repeatedFrames,
          "axis \(axis.rawValue): in the phase at \(Numerals.significant(phase.from)) s \(remark)"))
    }
    return shown.samples
  }

  /// The times of the frames of a range since its first, s, where they come unevenly; empty where they do not.
  private func unevenFrames(_ range: Range<Int>) -> [Double] {
    let times = trace.times[range]
    let durations = zip(times.dropFirst(), times).map { $0 - $1 }
    let mean = (times[range.upperBound - 1] - times[range.lowerBound]) / Double(durations.count)
    let squares = durations.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard squares > Self.evenness * Self.evenness * mean * mean * Double(durations.count) else { return [] }
    return times.map { $0 - times[range.lowerBound] }
  }

  /// The standard deviation of frames' durations, in frames, to which they count as even.
  private static let evenness = 0.05

  /// The edge that it comes to rest at, where the recording or the user names it and the motion ends near it.
  private func knownRest(_ trace: Trace, _ samples: Samples) -> Double? {
    let offsets = samples.observations
    guard let last = offsets.last, let low = offsets.min(), let high = offsets.max() else { return nil }
    if let edges = edges ?? trace.edges[axis] {
      let sides = [edges.lowerBound, edges.upperBound].filter(\.isFinite)
      let nearest = sides.min { ($0 - last).magnitude < ($1 - last).magnitude }
      if let nearest { return (nearest - last).magnitude <= 0.25 * (high - low) ? nearest : nil }
    }
    return trace.rests[axis]
  }
}
