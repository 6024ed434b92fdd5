import Recordings
import ScrollFitting

/// A recording as the page replays it: its offsets, and where its content moves free of a finger.
struct FeelSession: Equatable {
  let times: [Double]
  let offsets: [Double]
  /// The content's edges on the axis; nil where unknown.
  let edges: (lower: Double?, upper: Double?)
  let free: [FreeMotion]

  /// From a release to the next touch.
  struct FreeMotion: Equatable {
    let from: Double
    let to: Double
    /// At the release, in units of length a second.
    let velocity: Double
  }

  static func == (one: FeelSession, other: FeelSession) -> Bool { one.json == other.json }

  /// Nil where samples were not kept or nothing moves free; of two axes the vertical.
  init?(_ recording: RecordingSummary, fits: [Fit]) {
    guard let axis = [Axis.y, .x].first(where: { recording.overview[$0] != nil }),
      let overview = recording.overview[axis], overview.x.count > 1
    else { return nil }
    times = overview.x
    offsets = overview.y
    let fits = fits.filter { $0.axis == axis }
    let known = recording.edges[axis]
    edges = (
      known.flatMap { $0.lowerBound.isFinite ? $0.lowerBound : nil } ?? Self.edge(fits, isUpper: false),
      known.flatMap { $0.upperBound.isFinite ? $0.upperBound : nil } ?? Self.edge(fits, isUpper: true)
    )
    let last = overview.x[overview.x.count - 1]
    free = Self.motions(recording.phases.filter { $0.axis == axis }, fits: fits, last: last)
    guard !free.isEmpty else { return nil }
  }

  var json: JSONValue {
    [
      "times": .numbers(times), "offsets": .numbers(offsets),
      "edges": .array([.number(edges.lower), .number(edges.upper)]),
      "free": .array(
        free.map { ["from": .number($0.from), "to": .number($0.to), "velocity": .number($0.velocity)] }),
    ]
  }

  /// The rest of the first bounce on a side.
  private static func edge(_ fits: [Fit], isUpper: Bool) -> Double? {
    for fit in fits where fit.phase == PhaseKind.bounce.rawValue {
      guard let rest = fit[.rest]?.value, rest.isFinite else { continue }
      let displacement = fit[.displacement]?.value ?? 0, velocity = fit[.initialVelocity]?.value ?? 0
      // A bounce begins beyond its edge, or on its way there.
      let side = displacement.magnitude > 1 ? displacement : velocity
      if side != 0, (side > 0) == isUpper { return rest }
    }
    return nil
  }

  private static func motions(_ phases: [PhaseSummary], fits: [Fit], last: Double) -> [FreeMotion] {
    let kinds = phases.map { PhaseKind(rawValue: $0.kind) }
    func isFree(_ index: Int) -> Bool {
      switch kinds[index] {
      case .deceleration, .bounce, .unknownReturn, .rest: true
      // A file or a range that was taken as one phase.
      case nil: true
      case .drag, .rubberBand, .programmatic, .constantVelocity, .wheel, .jump, .snap: false
      }
    }
    return phases.indices.compactMap { index in
      // A release begins a motion that a fit knows; what follows it up to the next touch is its own.
      guard isFree(index), kinds[index] != .rest,
        index == 0 || !isFree(index - 1) || kinds[index - 1] == .rest,
        let fit = fits.first(where: { $0.from < phases[index].to && $0.to > phases[index].from })
      else { return nil }
      let touch = phases.indices.first { $0 > index && !isFree($0) }
      let velocity = fit[.initialVelocity]?.value ?? 0
      let displacement = fit[.displacement]?.value ?? 0
      // After an overscroll drag the return makes its own start of an inward velocity.
      let isInward = fit.model.entry.kind == .springReturn && displacement * velocity <= 0
      return FreeMotion(
        from: fit.from, to: touch.map { phases[$0].from } ?? last.nextUp,
        velocity: isInward || !velocity.isFinite ? 0 : velocity)
    }
  }
}
