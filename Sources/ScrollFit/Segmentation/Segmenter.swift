import Numerals
public import Recordings
import ScrollModels

/// Finds what happened when in a recording, from times and offsets alone; what the scroll view or the finger says is used
/// where it is recorded, unless it is to be ignored.
///
/// **Method.** Each axis is cut at long pauses into movements. A movement is cut into the fewest parabolas that explain it
/// (``Pieces``); over their ends, dynamic programming finds the likeliest sequence of laws (``Partition``: rest, a finger's
/// parabolas, momentum, a critically damped spring), each law paying for its parameters and each boundary for its
/// place, as in the Bayesian information criterion. Then every boundary is placed sample by sample
/// (``BoundarySearch``), and neighbouring laws are exchanged, merged and parted while that explains the samples for less
/// (``StretchPlacer``). What the laws are called follows from where they come to rest (``PhaseNaming``).
///
/// **Cost.** A movement is looked at by itself, its laws at most a few dozen times: time is linear in the number of samples,
/// and so is memory.
public struct Segmenter: Sendable {
  /// Whether finger, state and events are left aside.
  public let ignoresTouch: Bool

  /// How many movements are looked at at once; the result is the same for every number.
  public let threads: Int

  public init(ignoresTouch: Bool = false, threads: Int = 1) {
    self.ignoresTouch = ignoresTouch
    self.threads = threads
  }

  /// The phases of one axis and the content's edges on it; nil where the trace lacks the axis.
  public func phases(
    of trace: Trace, axis: Axis, edges known: ClosedRange<Double>? = nil
  ) -> (phases: [Phase], edges: ClosedRange<Double>?)? {
    guard let found = named(trace, axis: axis, edges: known) else { return nil }
    return (found.phases(axis, unit: trace.unit), found.edges)
  }

  /// What the segmentation found of one axis.
  struct AxisPhases {
    let motion: Motion
    let named: [NamedPhase]
    let edges: ClosedRange<Double>?
  }

  func named(_ trace: Trace, axis: Axis, edges known: ClosedRange<Double>? = nil) -> AxisPhases? {
    guard let offsets = trace.offsets[axis] else { return nil }
    let segmenter = AxisSegmenter(times: trace.times, offsets: offsets, grid: PixelGrid.detect(offsets))
    let naming = PhaseNaming(motion: segmenter.motion, known: known ?? trace.edges[axis])
    var (named, edges) = naming.phases(segmenter.stretches(threads: threads))
    if !ignoresTouch, !trace.states.isEmpty { TouchHints(states: trace.states).place(&named) }
    return AxisPhases(motion: segmenter.motion, named: named, edges: edges)
  }
}

extension Segmenter.AxisPhases {
  /// The samples between which phase `index` begins: the last that may still belong to the phase before, the first that
  /// surely belongs to it.
  private func begins(_ index: Int) -> ClosedRange<Int> {
    guard index > 0 else { return 0...0 }
    let place = named[index].range.lowerBound
    let likely = named[index].begins ?? place...place
    return max(0, min(likely.lowerBound, place) - 1)...min(motion.count - 1, max(likely.upperBound, place))
  }

  func phases(_ axis: Axis, unit: String) -> [Phase] {
    named.indices.map { index in
      let phase = named[index]
      let from = motion.times[phase.range.lowerBound]
      let to = motion.times[phase.range.upperBound - 1]
      let start = begins(index)
      let end =
        index + 1 < named.count
        ? begins(index + 1) : (phase.range.upperBound - 1)...(phase.range.upperBound - 1)
      func error(_ time: Double, _ range: ClosedRange<Int>) -> Double {
        max(0, time - motion.times[range.lowerBound], motion.times[range.upperBound] - time)
      }
      return Phase(
        axis: axis, kind: phase.kind, samples: phase.range, from: from,
        fromError: index == 0 ? 0 : error(from, start), to: to,
        toError: index + 1 == named.count ? 0 : error(to, end),
        evidence: evidence(index, unit: unit))
    }
  }

  /// The samples that surely belong to a phase, for a law to be fitted to; all of them where few are sure.
  func sure(_ index: Int) -> Range<Int> {
    let range = named[index].range
    let first = index == 0 ? range.lowerBound : max(range.lowerBound, named[index].begins?.upperBound ?? 0)
    let last =
      index + 1 == named.count
      ? range.upperBound : min(range.upperBound, named[index + 1].begins?.lowerBound ?? range.upperBound)
    return last - first >= max(8, range.count / 2) ? first..<last : range
  }

  private func evidence(_ index: Int, unit: String) -> String {
    let phase = named[index]
    let count = phase.range.count
    switch phase.kind {
    case .rest:
      return "one offset, \(Numerals.significant(motion.offsets[phase.range.lowerBound])) \(unit)"
    case .drag, .rubberBand:
      let edge = phase.kind == .rubberBand ? ", beyond the edge" : ""
      return "no law of momentum explains it for less than \(pieces(phase)) of a finger\(edge)"
    case .jump: return "from one sample to the next"
    case .deceleration, .bounce, .snap:
      guard !phase.stretches.isEmpty else { return "let go so near to the edge that it shows no law" }
      guard let fit = phase.law else {
        return "no touch shows, but one law does not explain it: \(phase.stretches.count) pieces do"
      }
      let share = (fit.misfit / Double(max(1, count))).squareRoot()
      return
        "\(fit.name) explains \(count) samples to \(Numerals.significant(share, 2)) of the noise allowed for"
    }
  }

  private func pieces(_ phase: NamedPhase) -> String {
    phase.stretches.count == 1 ? "a parabola" : "\(phase.stretches.count) parabolas"
  }
}

extension SpanFit {
  /// What a reader calls the law.
  fileprivate var name: String {
    switch law {
    case is DecelerationLaw: "exponential deceleration"
    case is BounceLaw: "a critically damped spring"
    case is DecelerationWithDrift:
      "exponential deceleration with a drift, \(Numerals.significant(alpha[0])) /s,"
    default: "constant deceleration"
    }
  }
}

/// What a scroll view says of itself, where it was recorded.
struct TouchHints {
  let states: [TouchState?]

  /// Moves the beginning of what moves by itself to where the scroll view stopped dragging, where that is near.
  func place(_ phases: inout [NamedPhase]) {
    for index in phases.indices.dropFirst() {
      let (before, after) = (phases[index - 1], phases[index])
      guard before.kind == .drag || before.kind == .rubberBand,
        [.deceleration, .bounce, .snap].contains(after.kind)
      else { continue }
      let likely = after.begins ?? after.range.lowerBound...after.range.lowerBound
      let window =
        max(
          before.range.lowerBound + 1, likely.lowerBound - 4)...min(
          after.range.upperBound - 1, likely.upperBound + 4)
      let change = window.first {
        states[$0 - 1] == .dragging && states[$0] != .dragging && states[$0] != nil
      }
      guard let change else { continue }
      phases[index - 1].range = before.range.lowerBound..<change
      phases[index].range = change..<after.range.upperBound
      phases[index].begins = change...change
    }
  }
}
