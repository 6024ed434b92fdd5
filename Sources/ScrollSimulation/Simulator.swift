import LeastSquares
import Recordings
import ScrollModels

/// A simulated recording with what truly happened.
package struct Simulation: Equatable, Sendable {
  package let trace: Trace
  /// The pieces of the motion on each axis, times in seconds since the trace's first sample.
  package let truth: [Axis: [MotionSegment]]
}

/// Moves a headless scroll view by a scenario and records it.
package struct Simulator: Sendable {
  package let scenario: Scenario

  /// - Throws: ``ScenarioError`` where the scenario makes no sense.
  package init(_ scenario: Scenario) throws(ScenarioError) {
    try scenario.validate()
    self.scenario = scenario
  }

  /// The recordings of the scroll view and, where there is one, of the view that it hands its velocity to.
  ///
  /// - Parameter source: the name that the traces carry.
  /// - Throws: ``ScenarioError`` where the motion takes more frames than are simulated.
  package func run(source: String) throws(ScenarioError) -> [Simulation] {
    var views: [Axis: AxisView] = [.x: view(.x), .y: view(.y)]
    var fingers: [FingerPath] = []
    for gesture in scenario.gestures {
      // The finger is sampled at every frame of its gesture, whatever part of it is recorded.
      try check("the motion", lasts: gesture.at + gesture.duration + gesture.hold)
      fingers.append(move(&views, gesture))
    }
    var all = [views]
    if let next = scenario.next { all.append(handedOver(from: views, to: next)) }
    let end = scenario.duration ?? (all.flatMap(\.values).map(\.lastChange).max() ?? 0) + 0.5
    try check(scenario.duration == nil ? "the motion" : "duration", lasts: end)
    return all.enumerated().compactMap { index, views in
      try? Recorder(scenario: scenario, views: views, fingers: index == 0 ? fingers : [], duration: end)
        .simulation(
          source: source, series: all.count > 1 ? (index == 0 ? "first" : "second") : nil, stream: index)
    }
  }

  /// - Throws: ``ScenarioError`` where a time (s) takes more frames than are simulated.
  private func check(_ key: String, lasts duration: Double) throws(ScenarioError) {
    let limit = Double(ReadingLimits.maximumSimulatedFrames)
    guard duration * scenario.recording.frameRate <= limit else {
      throw ScenarioError(
        key: key,
        problem: "lasts \(duration) s: at most \(ReadingLimits.maximumSimulatedFrames) frames are simulated, "
          + "\(limit / scenario.recording.frameRate) s")
    }
  }

  private func view(_ axis: Axis) -> AxisView {
    let insets = scenario.insets
    let (low, length, size, end, offset) =
      axis == .x
      ? (0 - insets.left, scenario.content.x, scenario.viewport.x, insets.right, scenario.start?.x)
      : (0 - insets.top, scenario.content.y, scenario.viewport.y, insets.bottom, scenario.start?.y)
    var view = axisView(
      offset: offset ?? low, edges: low...max(low, length + end - size), dimension: size)
    view.handsOver = scenario.next != nil
    return view
  }

  private func axisView(offset: Double, edges: ClosedRange<Double>, dimension: Double) -> AxisView {
    let recording = scenario.recording
    let context = EngineContext(
      frameInterval: 1 / recording.frameRate, density: recording.grid > 0 ? 1 / recording.grid : 1,
      dimension: dimension, settlingDistance: scenario.constants.settlingDistance)
    return AxisView(
      offset: offset, edges: edges, constants: scenario.constants, engine: scenario.engine, context: context)
  }

  /// Both axes under one gesture: they move apart, but an anchor is chosen for both together.
  private func move(_ views: inout [Axis: AxisView], _ gesture: Scenario.Gesture) -> FingerPath {
    var released: [Axis: (time: Double, velocity: Double)] = [:]
    let before = views.mapValues { $0.velocity(at: gesture.at) }
    for axis in Axis.allCases {
      let isX = axis == .x
      released[axis] = views[axis]?.drag(
        at: gesture.at, duration: gesture.duration, velocity: isX ? gesture.velocity.x : gesture.velocity.y,
        acceleration: isX ? gesture.acceleration.x : gesture.acceleration.y, hold: gesture.hold)
    }
    let anchor = anchor(views, released)
    let finger = FingerPath(gesture)
    for axis in Axis.allCases {
      guard let release = released[axis] else { continue }
      if let anchor {
        views[axis]?.snap(at: release.time, to: axis == .x ? anchor.x : anchor.y, velocity: release.velocity)
      } else {
        let touch = finger.touch(axis, frameRate: scenario.recording.frameRate)
        let launch = estimator?.launch(touch) ?? release.velocity
        let carried = scenario.engine?.rows[.momentum]?.carried(from: before[axis] ?? 0, to: launch) ?? 0
        views[axis]?.release(at: release.time, velocity: release.velocity, launch: launch + carried)
      }
    }
    return finger
  }

  /// The estimator of the velocity of a release; nil for the finger's own.
  private var estimator: VelocityEstimator? {
    if scenario.estimator == Scenario.fingerVelocity { return nil }
    return Catalogue.velocityEstimator(of: scenario.estimator ?? scenario.engine?.name ?? "UIScrollView")
  }

  /// The anchor nearest to where the content would glide to.
  private func anchor(
    _ views: [Axis: AxisView], _ released: [Axis: (time: Double, velocity: Double)]
  ) -> Scenario.Vector? {
    func projection(_ axis: Axis) -> Double {
      guard let view = views[axis], let (time, velocity) = released[axis] else { return 0 }
      return view.value(at: time) + Projection.log(velocity, rate: scenario.constants.decelerationRate)
    }
    let (x, y) = (projection(.x), projection(.y))
    func distance(_ anchor: Scenario.Vector) -> Double {
      (anchor.x - x) * (anchor.x - x) + (anchor.y - y) * (anchor.y - y)
    }
    return scenario.anchors.min { distance($0) < distance($1) }
  }

  private func handedOver(from views: [Axis: AxisView], to next: Scenario.NextView) -> [Axis: AxisView] {
    var handed: [Axis: AxisView] = [:]
    for axis in Axis.allCases {
      let (length, size, offset) =
        axis == .x
        ? (next.content.x, scenario.viewport.x, next.start.x)
        : (next.content.y, scenario.viewport.y, next.start.y)
      var view = axisView(offset: offset, edges: 0...max(0, length - size), dimension: size)
      for impact in views[axis]?.impacts ?? [] {
        view.takeOver(at: impact.time, velocity: impact.velocity * next.massRatio)
      }
      handed[axis] = view
    }
    return handed
  }
}

/// The finger of one gesture: down from `start` to `end`, its travel in the content's sense.
struct FingerPath {
  let start: Double
  let moved: Double
  let end: Double
  private let gesture: Scenario.Gesture

  init(_ gesture: Scenario.Gesture) {
    self.gesture = gesture
    start = gesture.at
    moved = gesture.at + gesture.duration
    end = moved + gesture.hold
  }

  /// The positions that an engine gets: where the finger comes down, and at each frame until it lets go.
  func touch(_ axis: Axis, frameRate: Double) -> TouchSamples {
    // A frame at the start itself is the start.
    let first = Int((start * frameRate + Self.rounding).rounded(.down)) + 1
    let last = Int((end * frameRate + Self.rounding).rounded(.down))
    let frames = first <= last ? (first...last).map { min(Double($0) / frameRate, end) } : []
    let times = [start] + frames
    return TouchSamples(times: times, positions: times.map { travel(axis, at: $0) ?? 0 }, release: end)
  }

  /// The rounding error of a time in frames.
  private static let rounding = 1e-6

  /// pt since it came down; nil where it is not down.
  func travel(_ axis: Axis, at time: Double) -> Double? {
    guard time >= start, time <= end else { return nil }
    let elapsed = min(time, moved) - start
    let (velocity, acceleration) =
      axis == .x ? (gesture.velocity.x, gesture.acceleration.x) : (gesture.velocity.y, gesture.acceleration.y)
    let first = velocity - acceleration * gesture.duration
    return elapsed * (first + acceleration * elapsed / 2)
  }
}

extension AxisView {
  /// The time at which the motion came to its last rest, s.
  var lastChange: Double { segments.last?.from ?? 0 }

  /// Returns true if the content moves by itself at a time (s) when no finger is down, or stands still before a return that
  /// begins late.
  func isDecelerating(at time: Double) -> Bool {
    let isDelayed = segments.contains {
      $0.kind == .bounce && time < $0.from && $0.from - time <= OverscrollRelease.onset
    }
    return isDelayed || velocity(at: time) != 0
  }
}

extension Simulation {
  /// The true motion on an axis; nil where its content only rests.
  package func motion(_ axis: Axis) -> (any EngineMotion)? {
    guard let segments = truth[axis], segments.contains(where: { $0.kind != .rest }) else { return nil }
    return PiecewiseMotion(segments: segments)
  }
}

/// Pieces one after the other, at rest behind the last.
private struct PiecewiseMotion: EngineMotion {
  let segments: [MotionSegment]

  var duration: Double { segments.last.map { $0.kind == .rest ? $0.from : $0.to } ?? 0 }

  func value(at time: Double) -> Double { segment(at: time).value(at: time) }

  func velocity(at time: Double) -> Double { segment(at: time).velocity(at: time) }

  /// Nil: the content may turn.
  func time(toReach offset: Double) -> Double? { nil }

  private func segment(at time: Double) -> MotionSegment { segments.last { $0.from <= time } ?? segments[0] }
}
