import LeastSquares
import Recordings

/// Takes the frames of a simulated motion.
struct Recorder {
  let scenario: Scenario
  let views: [Axis: AxisView]
  let fingers: [FingerPath]
  let duration: Double

  /// - Parameter stream: which of the seed's sequences of random numbers is drawn.
  func simulation(source: String, series: String?, stream: Int) throws(RecordingError) -> Simulation {
    var random = SplitMix64(seed: scenario.recording.seed, stream: stream)
    let recording = scenario.recording
    var times: [Double] = []
    var recorded: [Double] = []
    var origin: Double?
    for frame in 0... {
      let due = Double(frame) / recording.frameRate
      guard due <= duration else { break }
      let time = max(0, due + recording.jitter * random.signedUniform())
      let stamp = time + recording.clockNoise * random.normal()
      // The first frame is the clock's zero, so it is never missing.
      guard random.uniform() >= recording.drops || frame == 0 else { continue }
      times.append(time)
      let first = origin ?? stamp
      origin = first
      // A clock that errs may not go back.
      recorded.append(max(stamp - first, (recorded.last ?? -.infinity).nextUp))
    }
    var offsets: [Axis: [Double]] = [:]
    for axis in Axis.allCases {
      guard let view = views[axis] else { continue }
      offsets[axis] = times.map { rounded(view.value(at: $0) + recording.noise * random.normal()) }
    }
    let start = origin ?? 0
    var travels: [Axis: [Double]] = [:]
    var states: [TouchState?] = []
    if !fingers.isEmpty {
      for axis in Axis.allCases { travels[axis] = times.map { travel(axis, at: $0) } }
      states = times.map(state)
    }
    let truth = views.mapValues { view in
      view.segments.filter { $0.from <= duration }.map { $0.shifted(by: -start, end: duration) }
    }
    let trace = try Trace(
      Trace.FileOrigin(
        source: source, series: series, format: "scrolltrace", header: scenario.header(views.keys)),
      clock: Trace.SampleClock(recorded),
      columns: Trace.SampleColumns(offsets: offsets, fingers: travels, states: states, events: events(start)))
    return Simulation(trace: trace, truth: truth)
  }

  private func rounded(_ offset: Double) -> Double {
    let grid = scenario.recording.grid
    return grid > 0 ? (offset / grid).rounded() * grid : offset
  }

  /// The travel of the finger that is down, or was last.
  private func travel(_ axis: Axis, at time: Double) -> Double {
    guard let last = fingers.last(where: { $0.start <= time }) else { return 0 }
    return last.travel(axis, at: min(time, last.end)) ?? 0
  }

  private func state(at time: Double) -> TouchState? {
    if let finger = fingers.first(where: { $0.start <= time && time <= $0.end }) {
      return time <= finger.moved ? .dragging : .tracking
    }
    return views.values.contains { $0.isDecelerating(at: time) } ? .decelerating : .idle
  }

  /// The events that UIScrollView's delegate would receive.
  private func events(_ origin: Double) -> [Event] {
    fingers.enumerated().flatMap { index, finger in
      let next = index + 1 < fingers.count ? fingers[index + 1].start : .infinity
      let offset = views.mapValues { $0.value(at: finger.end) }
      let rests = views.mapValues { $0.rest(before: next) }
      var events = [
        Event(time: finger.start - origin, name: "willBeginDragging"),
        Event(
          time: finger.end - origin, name: "willEndDragging", offset: offset,
          velocity: views.mapValues { $0.velocity(at: finger.end) },
          target: rests.compactMapValues { $0?.offset }),
      ]
      let ends = rests.values.compactMap { $0?.time }
      if ends.count == views.count, let end = ends.max(), end > finger.end {
        events.append(Event(time: end - origin, name: "didEndDecelerating"))
      }
      return events.filter { $0.time + origin <= duration }
    }
  }
}

extension MotionSegment {
  /// The same piece on a clock that is ahead by `offset`, cut at `end` of the old one.
  fileprivate func shifted(by offset: Double, end: Double) -> MotionSegment {
    MotionSegment(kind: kind, from: from + offset, to: min(to, end) + offset, curve: curve)
  }
}
