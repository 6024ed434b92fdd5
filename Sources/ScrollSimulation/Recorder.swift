import LeastSquares
import Recordings
import ScrollModels

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

extension Scenario {
  /// The metadata of a recording of this scroll view.
  func header(_ axes: some Sequence<Axis>) -> [JSONMember] {
    func object(_ members: (String, Double)...) -> JSONValue {
      .object(members.map { JSONMember($0, .decimal($1)) })
    }
    return [
      JSONMember("device", .string("simulated")),
      JSONMember("viewport", object(("width", viewport.x), ("height", viewport.y))),
      JSONMember("contentSize", object(("width", content.x), ("height", content.y))),
      JSONMember(
        "insets",
        object(("top", insets.top), ("left", insets.left), ("bottom", insets.bottom), ("right", insets.right))
      ),
      engine.map { JSONMember("engine", .string($0.name)) }
        ?? JSONMember("decelerationRate", .decimal(constants.decelerationRate)),
    ]
  }
}

extension Simulation {
  /// The trace with the truth in its header, under `truth`: each axis's phases, their models' parameters in the names and
  /// units of a fit.
  package var traceWithTruth: Trace {
    let axes = Axis.allCases.compactMap { axis in
      truth[axis].map { JSONMember(axis.rawValue, .array($0.map(\.json))) }
    }
    return trace.withHeader(trace.header + [JSONMember("truth", .object(axes))])
  }
}

extension MotionSegment {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("kind", .string(kind.rawValue)), JSONMember("from", .decimal(from)),
      JSONMember("to", .decimal(to)),
    ]
    members += curve.names.map { JSONMember($0, .string($1)) }
    members += curve.parameters.map { JSONMember($0, .decimal($1)) }
    return .object(members)
  }
}

extension MotionSegment.Curve {
  /// The names of an engine for its motions and their models.
  fileprivate var names: [(String, String)] {
    switch self {
    case .engine(let segment): [("engine", segment.entry.engine), ("law", segment.entry.model.name)]
    case .stretch(let stretch, _, _, _, _):
      stretch.entry.map { [("engine", $0.engine), ("law", $0.model.name)] } ?? []
    case .coasting(let curve, _, _): curve.names
    default: []
    }
  }

  fileprivate var parameters: [(String, Double)] {
    switch self {
    case .rest(let offset): [("rest", offset)]
    case .finger(let offset, let velocity, let acceleration):
      [("initialOffset", offset), ("initialVelocity", velocity), ("acceleration", acceleration)]
    case .rubberBand(let band, let edges, let offset, let velocity, let acceleration):
      [("coefficient", band.coefficient), ("dimension", band.dimension)]
        + Self.parameters(edges, offset, velocity, acceleration)
    case .stretch(let stretch, let edges, let offset, let velocity, let acceleration):
      (stretch.entry.map(Self.constants) ?? []) + [("dimension", stretch.dimension)]
        + Self.parameters(edges, offset, velocity, acceleration)
    case .engine(let segment): segment.state.map { ($0.name, $0.value) } + Self.constants(segment.entry)
    case .deceleration(let motion):
      [
        ("initialOffset", motion.initialOffset), ("initialVelocity", motion.initialVelocity),
        ("decayConstant", motion.decayConstant),
      ]
    case .bounce(let motion): Self.parameters(motion)
    case .tabulated(let motion, let interval): Self.parameters(motion) + [("tableInterval", interval)]
    case .coasting(let curve, let release, let velocity):
      curve.parameters + [("release", release), ("releaseVelocity", velocity)]
    }
  }

  private static func constants(_ entry: CatalogueEntry) -> [(String, Double)] {
    zip(entry.model.constants, entry.values).map { ($0.name, $1) }
  }

  private static func parameters(
    _ edges: ClosedRange<Double>, _ offset: Double, _ velocity: Double, _ acceleration: Double
  ) -> [(String, Double)] {
    [
      ("edge", edges.upperBound - offset < offset - edges.lowerBound ? edges.upperBound : edges.lowerBound),
      ("initialFinger", offset), ("initialVelocity", velocity), ("acceleration", acceleration),
    ]
  }

  private static func parameters(_ motion: Bounce) -> [(String, Double)] {
    [
      ("rest", motion.rest), ("displacement", motion.displacement),
      ("initialVelocity", motion.initialVelocity), ("damping", motion.damping),
    ]
  }
}
