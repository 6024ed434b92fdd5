import Recordings

/// Names the segments of one axis as phases: which springs return to an edge, which fingers are beyond one.
///
/// The segment model does the rest; what it cannot express is corrected by ``rules``, in their order.
struct PhaseNaming {
  let motion: Motion
  /// The edges that are known beforehand; an infinite side is not.
  let known: ClosedRange<Double>?
  /// The recorded states of the scroll view; empty where there are none, or they are ignored.
  var states: [TouchState?] = []

  /// A correction of phases that the segment model cannot express.
  struct Rule: Sendable {
    /// Its name in docs/phases.md.
    let name: String
    let apply: @Sendable (PhaseNaming, inout [SegmentedPhase], inout ClosedRange<Double>?) -> Void

    fileprivate init(
      _ name: String, _ apply: @escaping @Sendable (PhaseNaming, inout [SegmentedPhase]) -> Void
    ) {
      self.name = name
      self.apply = { naming, phases, _ in apply(naming, &phases) }
    }

    fileprivate init(
      _ name: String,
      withEdges apply:
        @escaping @Sendable (PhaseNaming, inout [SegmentedPhase], inout ClosedRange<Double>?) ->
        Void
    ) {
      self.name = name
      self.apply = apply
    }
  }

  /// The rules, in the order in which they are applied.
  ///
  /// | rule | before | after |
  /// |---|---|---|
  /// | slow end | deceleration, rests on steps that it leads to | deceleration, rest |
  /// | tremor | rest, drag of at most a point or two pixels, rest | rest |
  /// | recorded drag | a free motion that the recorded states call dragging | drag |
  /// | engine's fling | drag, deceleration or spring, then rest, by an engine's own curve from a sample on | drag, deceleration by that engine |
  /// | unknown model | deceleration, drag that goes on losing speed, no spring of its own | deceleration without a model, or a return |
  /// | recorded release | drag that the recorded states call decelerating, slowing down | drag, deceleration without a model |
  /// | settling | a model that goes on below half a step | it, rest |
  /// | animation's ends | programmatic with rest at its ends | rest, programmatic, rest |
  /// | held pull | deceleration or spring, rest, bounce back | drag, rest, bounce |
  /// | edges and snaps | springs | bounces to edges, snaps to other places |
  /// | edge crossing | deceleration, bounce that begins a few samples before the edge | deceleration up to the edge, bounce |
  /// | going out beyond an edge | deceleration or snap that ends beyond an edge, no bounce after it | drag |
  /// | return | deceleration, or the end of a drag, from beyond an edge to it; deceleration to where the content rested before the drag | return |
  /// | overscroll | drag over an edge | drag, rubberBand |
  /// | way out | drag at full speed over an edge, bounce | drag, bounce from the edge on |
  /// | hidden glide | drag, bounce that begins at the edge | drag, deceleration without a model (or a drag, where the bounce may be a snap), bounce |
  /// | jump | two rests more than a point and two pixels apart | rest, jump, rest |
  /// | steps | jumps or animations of one size | wheel; two that may be a finger's keep that name too |
  /// | too short | a model on fewer than four samples; what follows a finger and is over sooner than engines' motions are, or turns round | part of the drag or rest beside it |
  static let rules: [Rule] = [
    Rule("slow end") { $0.slowEnds(&$1) },
    Rule("tremor") { $0.still(&$1) },
    Rule("recorded drag") { $0.recordedDrags(&$1) },
    Rule("engine's fling") { $0.engineFlings(&$1) },
    Rule("unknown model") { $0.glide(&$1) },
    Rule("recorded release") { $0.release(&$1) },
    Rule("settling") { $0.settle(&$1) },
    Rule("animation's ends") { $0.trim(&$1) },
    Rule("held pull") { $0.held(&$1) },
    Rule("too short") { $0.absorb(&$1) },
    Rule(
      "edges and snaps",
      withEdges: { naming, phases, edges in
        edges = naming.edges(of: phases)
        naming.name(&phases, edges)
      }),
    Rule("edge crossing", withEdges: { $0.crossings(&$1, $2) }),
    Rule("going out beyond an edge", withEdges: { $0.overscrolled(&$1, $2) }),
    Rule("return", withEdges: { $0.returns(&$1, $2) }),
    Rule(
      "overscroll",
      withEdges: { naming, phases, edges in
        phases = phases.flatMap { [edges] in naming.parted($0, edges) }
      }),
    Rule("way out") { $0.waysOut(&$1) },
    Rule("hidden glide") { $1 = $0.glides($1) },
    Rule("jump") { $0.jump(&$1) },
    Rule("steps") { $0.steps(&$1) },
  ]

  /// The phases, and the edges that they show.
  func phases(_ placed: [PlacedSegment]) -> (phases: [SegmentedPhase], edges: ClosedRange<Double>?) {
    var phases = grouped(placed)
    var edges = known
    for rule in Self.rules { rule.apply(self, &phases, &edges) }
    return (phases, edges)
  }

  // MARK: Groups

  /// Neighboring segments of one regime are one phase, but for rests at two offsets and flings that follow one another.
  func grouped(_ placed: [PlacedSegment]) -> [SegmentedPhase] {
    var phases: [SegmentedPhase] = []
    for next in placed {
      let segment = next.segment
      let kind = kind(segment.regime)
      if let last = phases.last, last.kind == kind, isOne(last, with: segment) {
        phases[phases.count - 1].range = last.range.lowerBound..<segment.range.upperBound
        phases[phases.count - 1].segments.append(segment)
        phases[phases.count - 1].alternatives = []
      } else {
        let alternatives = next.alternatives.map {
          PhaseAlternative(kind: self.kind($0.regime), model: $0.model?.name, probability: $0.probability)
        }
        phases.append(
          SegmentedPhase(
            kind: kind, range: segment.range, begins: next.begins, segments: [segment],
            alternatives: alternatives))
      }
    }
    return phases
  }

  func kind(_ regime: Regime) -> PhaseKind {
    switch regime {
    case .rest, .hold: .rest
    case .finger: .drag
    case .momentum: .deceleration
    case .spring: .bounce
    case .steady: .constantVelocity
    case .eased: .programmatic
    }
  }

  /// Returns true if a segment goes on with the phase of its kind before it: at the same offset, where both rest; without a gain
  /// of speed, where both are free, since content that gains speed was pushed again.
  func isOne(_ phase: SegmentedPhase, with segment: Segment) -> Bool {
    switch phase.kind {
    case .rest:
      abs(motion.offsets[phase.range.upperBound - 1] - motion.offsets[segment.range.lowerBound])
        <= motion.resolution
    case .deceleration: phase.segments.last.map { !gainsSpeed($0, segment) } ?? true
    default: true
    }
  }

  // MARK: Names

  func name(_ phases: inout [SegmentedPhase], _ edges: ClosedRange<Double>?) {
    for index in phases.indices where phases[index].kind == .bounce && phases[index].fit != nil {
      if edge(phases, index) == nil { phases[index].kind = .snap }
      // Content that is let go beyond a place and springs back to it shows no difference between an edge and a place
      // behind it, unless the edge is known or was met in motion.
      let isMet = index > 0 && phases[index - 1].kind == .deceleration
      if known == nil, !isMet, phases[index].kind == .bounce || isReturn(phases, index) {
        let other = phases[index].kind == .bounce ? PhaseKind.snap : .bounce
        phases[index].alternatives.append(PhaseAlternative(kind: other, model: nil, probability: 0.5))
      }
    }
    for index in phases.indices where phases[index].kind == .deceleration {
      // What slows down after a finger by no known model may be that finger, stopping: nothing shows which.
      if phases[index].fit == nil, phases[index].engine == nil, phases[index].hasModel, index > 0,
        phases[index - 1].kind == .drag
      {
        phases[index].alternatives.append(PhaseAlternative(kind: .drag, model: nil, probability: 0.5))
      }
      nameSpring(&phases[index].alternatives, after: index > 0 ? phases[index - 1] : nil)
    }
    for index in phases.indices where phases[index].kind == .bounce || phases[index].kind == .snap {
      phases[index].rest = level(phases, index)
      // A low one that goes on from a glide that may be a finger's may be that finger's too.
      guard index > 0, phases[index - 1].kind == .deceleration,
        motion.travel(phases[index].range) <= Self.lowBounce * motion.resolution,
        let finger = phases[index - 1].alternatives.first(where: { $0.kind == .drag }),
        !phases[index].alternatives.contains(where: { $0.kind == .drag })
      else { continue }
      phases[index].alternatives.append(finger)
    }
  }

  /// The travel of a low bounce, in steps of the offsets.
  private static let lowBounce = 12.0

  /// Names both kinds of a spring's motion after a finger's, one to an edge and one to a snap position: nothing shows which a glide is.
  private func nameSpring(_ alternatives: inout [PhaseAlternative], after before: SegmentedPhase?) {
    guard before?.kind == .drag, let spring = alternatives.firstIndex(where: { $0.kind == .bounce }) else {
      return
    }
    let (model, probability) = (alternatives[spring].model, alternatives[spring].probability / 2)
    alternatives[spring] = PhaseAlternative(kind: .bounce, model: model, probability: probability)
    alternatives.insert(PhaseAlternative(kind: .snap, model: model, probability: probability), at: spring)
  }

  /// Returns true if a spring may return to where the content has been before.
  private func isReturn(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard let fit = phases[index].segments.last?.fit else { return false }
    let rest = ownRest(fit)
    let start = motion.offsets[phases[index].range.lowerBound]
    var first = index
    while first > 0, [.drag, .rubberBand, .rest].contains(phases[first - 1].kind) { first -= 1 }
    let before = motion.offsets[phases[first].range.lowerBound]
    // A recording that begins in a finger's motion does not show where the content was.
    let isUnknown = first == index || first == 0 && phases[0].kind != .rest
    return isUnknown || (before - rest) * (start - rest) <= 0
      || (before - rest).magnitude <= 2 * motion.resolution
  }

  /// A drag over an edge is a drag up to it and a rubber band beyond.
  func parted(_ phase: SegmentedPhase, _ edges: ClosedRange<Double>?) -> [SegmentedPhase] {
    guard phase.kind == .drag, let edges else { return [phase] }
    let kinds = kinds(phase.range, edges)
    var parts: [SegmentedPhase] = []
    for (index, kind) in zip(phase.range, kinds) {
      if let last = parts.last, last.kind == kind {
        parts[parts.count - 1].range = last.range.lowerBound..<(index + 1)
      } else {
        parts.append(
          SegmentedPhase(
            kind: kind, range: index..<(index + 1),
            begins: index == phase.range.lowerBound ? phase.begins : max(index - 1, 0)...index,
            segments: phase.segments, fingerReason: phase.fingerReason))
      }
    }
    return parts
  }

  /// The kinds of the samples of a drag: inside or beyond an edge. One that is at the edge to within its rounding goes with the sample after it.
  func kinds(_ range: Range<Int>, _ edges: ClosedRange<Double>) -> [PhaseKind] {
    let slack = motion.resolution
    var next = PhaseKind.drag
    return range.reversed().map { index in
      let offset = motion.offsets[index]
      let beyond = edges.distance(beyond: offset)
      if abs(beyond) > slack { next = beyond > 0 ? .rubberBand : .drag }
      return next
    }.reversed()
  }
}

/// The reasons for which a motion that a model describes is a finger's all the same.
enum FingerReason {
  /// A spring takes the content back from the rest after it.
  case held
  /// It ends beyond an edge, and nothing takes the content back.
  case beyondEdge
  case recorded

  /// The reason, in words.
  var phrase: String {
    switch self {
    case .held: "finger: a spring takes back what it brought out and held"
    case .beyondEdge: "finger: what is let go beyond an edge comes back"
    case .recorded: "finger, by the recorded states"
    }
  }
}

/// A phase with the fits that it rests on.
package struct SegmentedPhase {
  package internal(set) var kind: PhaseKind
  package internal(set) var range: Range<Int>
  /// The first and the last sample that the phase probably begins at; nil at the start of the recording.
  var begins: ClosedRange<Int>?
  var segments: [Segment]
  /// The other explanations, most probable first.
  package internal(set) var alternatives: [PhaseAlternative] = []
  /// The reason for which a motion that a model describes is a finger's; nil for other phases.
  var fingerReason: FingerReason?
  /// The fling of the catalogue that describes it; nil for others.
  var engine: EngineFling?
  /// The recorded offset that it comes to rest at, where its model agrees with it; rounded as all offsets are.
  package internal(set) var rest: Double?

  /// True if a model of its own describes it.
  package var hasModel: Bool { !segments.isEmpty }

  /// Takes in the phase that follows.
  mutating func join(_ next: SegmentedPhase) {
    range = range.lowerBound..<next.range.upperBound
    segments += next.segments
  }

  /// The fit that describes the whole phase; nil where it took several.
  var fit: SegmentFit? { segments.count == 1 ? segments[0].fit : nil }
}
