import Numerals
import Recordings

/// Splits a recording into phases, from times and offsets alone; recorded touch data is used where there is any, unless it is
/// to be ignored.
///
/// **Method.** Each axis is cut at long pauses into movements. A movement is cut into the fewest parabolas that explain it
/// (``CandidateChangePoints``); over their ends, an exact search finds the likeliest sequence of regimes
/// (``OptimalPartitioning``), each with a model under one noise model (``RecorderNoise``), with a penalty for every
/// parameter as in the Bayesian information criterion, and the transitions of ``TransitionTable``. Then every change point
/// gets its posterior, sample by sample (``ChangePointSearch``), and neighboring segments are exchanged, merged and split
/// while the cost falls (``Refinement``). Names follow from where motions come to rest (``PhaseNaming``). docs/phases.md
/// has the method with its sources, and how well it works.
///
/// - Complexity: O(samples): a movement is looked at by itself.
package struct Segmenter: Sendable {
  /// True if recorded touch data (finger, scroll state, events) is ignored.
  package let ignoresTouch: Bool

  /// The number of movements that are looked at at once; the result is the same for every number.
  package let threads: Int

  package init(ignoresTouch: Bool = false, threads: Int = 1) {
    self.ignoresTouch = ignoresTouch
    self.threads = threads
  }

  /// The phases of one axis and the content's edges on it; nil where the trace lacks the axis.
  package func phases(
    of trace: Trace, axis: Axis, edges known: ClosedRange<Double>? = nil
  ) -> (phases: [Phase], edges: ClosedRange<Double>?)? {
    guard let found = segmentation(of: trace, axis: axis, edges: known) else { return nil }
    return (found.reported(axis, unit: trace.unit), found.edges)
  }

  /// The segmentation of one axis with the fits that it rests on; nil where the trace lacks the axis.
  package func segmentation(
    of trace: Trace, axis: Axis, edges known: ClosedRange<Double>? = nil
  ) -> AxisSegmentation? {
    guard let offsets = trace.offsets[axis] else { return nil }
    let segmenter = AxisSegmenter(
      times: trace.times, offsets: offsets, grid: trace.quantizationSteps[axis],
      deviations: trace.deviations)
    let states = ignoresTouch ? [] : TouchHints.states(of: trace, axis: axis)
    let naming = PhaseNaming(motion: segmenter.motion, known: known ?? trace.edges[axis], states: states)
    var (phases, edges) = naming.phases(segmenter.segments(threads: threads))
    if !states.isEmpty { TouchHints(states: states).position(&phases) }
    return AxisSegmentation(motion: segmenter.motion, phases: phases, edges: edges)
  }
}

/// The phases of one axis, with the fits that they rest on.
package struct AxisSegmentation {
  let motion: Motion
  /// In time order; together they cover every sample once.
  package let phases: [SegmentedPhase]
  /// The content's edges: known, or shown by the springs that return to them; an infinite side is not.
  package let edges: ClosedRange<Double>?

  /// The smallest difference that the offsets can show, in their unit.
  package var resolution: Double { motion.resolution }

  /// True if nothing moves.
  package var isStill: Bool { motion.isStill(0..<motion.count) }

  /// True if all of it is one rest, to within the noise.
  package var isRest: Bool { phases.count == 1 && phases[0].kind == .rest }

  /// True if the offsets are noise rather than a motion: neighboring steps go opposite ways by more than a point.
  ///
  /// The steps of independent values have the autocorrelation −1/2 (J. von Neumann, *Distribution of the ratio of the mean
  /// square successive difference to the variance*, Annals of Mathematical Statistics 12, 1941), those of a motion a
  /// positive one.
  package var isNoise: Bool {
    let count = motion.count - 1
    guard count >= Self.minimumSteps else { return false }
    var (squares, products, last) = (0.0, 0.0, 0.0)
    for (next, offset) in zip(motion.offsets.dropFirst(), motion.offsets) {
      let step = next - offset
      squares += step * step
      products += last * step
      last = step
    }
    return squares > Double(count) * motion.unit * motion.unit && products < -squares / 4
  }

  /// The fewest steps whose autocorrelation shows noise.
  private static let minimumSteps = 12
}

extension AxisSegmentation {
  /// The samples between which phase `index` begins: the last that may still belong to the phase before, the first that
  /// surely belongs to it.
  private func begins(_ index: Int) -> ClosedRange<Int> {
    // One sample of rest before a motion is on its curve as well as not.
    guard index > 0 else { return 0...(phases[0].kind == .rest ? 0 : min(1, motion.count - 1)) }
    let position = phases[index].range.lowerBound
    let likely = phases[index].begins ?? position...position
    return max(
      0, min(likely.lowerBound, position) - 1)...min(motion.count - 1, max(likely.upperBound, position))
  }

  /// The samples between which phase `index` ends.
  private func ends(_ index: Int) -> ClosedRange<Int> {
    if index + 1 < phases.count { return begins(index + 1) }
    let last = phases[index].range.upperBound - 1
    guard phases[index].kind != .rest else { return last...last }
    // The content may have come to rest with the first of the recording's last samples that are equal.
    let offsets = motion.offsets
    let still = phases[index].range.reversed().prefix { offsets[$0] == offsets[last] }.count
    return still == 1 ? last...last : max(phases[index].range.lowerBound, last - still)...last
  }

  /// The phases as they are reported.
  package func reported(_ axis: Axis, unit: String) -> [Phase] {
    phases.indices.map { index in
      let phase = phases[index]
      let from = motion.times[phase.range.lowerBound]
      let to = motion.times[phase.range.upperBound - 1]
      func error(_ time: Double, _ range: ClosedRange<Int>) -> Double {
        max(0, time - motion.times[range.lowerBound], motion.times[range.upperBound] - time)
      }
      return Phase(
        axis: axis, kind: phase.kind, samples: phase.range, from: from,
        fromError: error(from, begins(index)), to: to, toError: error(to, ends(index)),
        model: phase.fit?.model.name, alternatives: phase.alternatives, evidence: evidence(index, unit: unit))
    }
  }

  /// The samples that surely belong to a phase, for a model to be fitted to; all of them where few are sure.
  package func sure(_ index: Int) -> Range<Int> {
    let range = phases[index].range
    let first = index == 0 ? range.lowerBound : max(range.lowerBound, phases[index].begins?.upperBound ?? 0)
    var last =
      index + 1 == phases.count
      ? range.upperBound : min(range.upperBound, phases[index + 1].begins?.lowerBound ?? range.upperBound)
    // A frame that is shown again is no stop.
    while last > first, isRepeated(last - 1) { last -= 1 }
    return last - first >= max(6, range.count / 2) ? first..<last : range
  }

  /// Returns true if a sample shows the frame before again while the content moves.
  package func isRepeated(_ sample: Int) -> Bool {
    sample > 0 && motion.isMisread[sample] && motion.offsets[sample] == motion.offsets[sample - 1]
  }

  private func evidence(_ index: Int, unit: String) -> String {
    let phase = phases[index]
    let count = phase.range.count
    let own: String
    switch phase.kind {
    case .rest: own = "one offset, \(Numerals.significant(motion.offsets[phase.range.lowerBound])) \(unit)"
    case .drag, .rubberBand:
      let edge = phase.kind == .rubberBand ? ", beyond the edge" : ""
      own =
        phase.fingerReason?.phrase ?? "finger: no free motion fits better than \(parabolas(phase))\(edge)"
    case .jump: own = "from one sample to the next"
    case .wheel: own = "steps of one size"
    case .deceleration, .bounce, .snap, .programmatic, .constantVelocity, .unknownReturn:
      if let fit = phase.fit {
        let share = (fit.chiSquared / Double(max(1, count))).squareRoot()
        own = "\(fit.name), reduced χ = \(Numerals.significant(share, 2)) (\(count) samples)"
      } else if let engine = phase.engine {
        let share = (engine.chiSquared / Double(max(1, count))).squareRoot()
        own = "the curve of \(engine.name), reduced χ = \(Numerals.significant(share, 2)) (\(count) samples)"
      } else if phase.hasModel {
        own = "free motion without a known model: \(phase.segments.count) segments"
      } else {
        own = "too few samples before the edge to fit a model"
      }
    }
    guard let other = phase.alternatives.first else { return own }
    // Some models are named as the kind of phase that they describe.
    let model = other.model.flatMap { $0 == other.kind.rawValue ? nil : $0 }
    let name = [other.kind.rawValue, model].compactMap { $0 }.joined(separator: ", ")
    return own + "; or \(name), probability \(Numerals.significant(other.probability, 2))"
  }

  private func parabolas(_ phase: SegmentedPhase) -> String {
    phase.segments.count == 1 ? "a parabola" : "\(phase.segments.count) parabolas"
  }
}

extension SegmentFit {
  /// The model's name for readers.
  fileprivate var name: String {
    switch model {
    case .exponential: "exponential deceleration"
    case .criticalSpring: "a critically damped spring"
    case .spring: "a damped spring"
    case .exponentialWithDrift:
      "exponential deceleration with a drift, \(Numerals.significant(rates[0])) /s,"
    case .parabola: "constant deceleration"
    case .constantVelocity: "constant velocity"
    case .constant: "one offset"
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: "an easing curve"
    case .fingerStop: "a finger that stops"
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: "a finger from rest to rest"
    }
  }
}
