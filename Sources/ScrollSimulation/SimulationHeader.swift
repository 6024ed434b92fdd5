import Recordings
import ScrollModels

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
