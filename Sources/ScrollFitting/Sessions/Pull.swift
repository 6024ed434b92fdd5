import Recordings
import ScrollSegmentation

/// A pull beyond an edge as the rubber band's model sees it: travels of finger and content from the edge on.
package struct Pull {
  package let trace: Trace
  /// The largest error of the finger's travel, pt: it is not known where in a frame the content began to follow the finger.
  package let travelError: Double

  /// Nil where the finger came down beyond the edge.
  package init?(_ trace: Trace, axis: Axis, travel: [Double], found: AxisSegmentation, phase: Int) {
    guard let offsets = trace.offsets[axis], let edges = found.edges else { return nil }
    var first = phase
    while first > 0, [.drag, .rubberBand].contains(found.phases[first - 1].kind) { first -= 1 }
    let range = found.sure(phase)
    let middle = offsets[(range.lowerBound + range.upperBound) / 2]
    let edge = middle > edges.upperBound ? edges.upperBound : edges.lowerBound
    let step = trace.quantizationSteps[axis] ?? PixelGrid.lastDecimal(offsets)
    let touch = TouchStart(
      travel, offsets, from: found.phases[first].range.lowerBound, to: range.lowerBound, step: step)
    let start = offsets[touch.sample]
    // Engines end their returns within a point of the edge.
    guard edge.isFinite, start >= edges.lowerBound - 1, start <= edges.upperBound + 1 else { return nil }
    var beyond = travel
    for sample in range { beyond[sample] = start + travel[sample] - touch.travel - edge }
    // The difference of two numbers on a pixel grid is on it too, but for its rounding.
    let grid = PixelGrid.detect(offsets + [edge])
    let past = offsets.map { offset in
      grid.map { ((offset - edge) / $0).rounded() * $0 } ?? offset - edge
    }
    guard
      let pull = try? Trace(
        Trace.FileOrigin(source: trace.source, series: trace.series, format: trace.format),
        clock: Trace.SampleClock(trace.times, basis: trace.timeBasis, origin: trace.timeOrigin),
        columns: Trace.SampleColumns(offsets: [axis: past], fingers: [axis: beyond], unit: trace.unit))
    else { return nil }
    self.trace = pull
    // Content that follows by an eighth or more shows half a step after four steps of the finger.
    travelError = touch.step + 4 * step
  }
}

/// The last sample before the content follows a finger.
private struct TouchStart {
  private(set) var sample: Int
  /// The recorded travel then, as the samples after it count it.
  private(set) var travel: Double
  /// The finger's step to the sample after it.
  let step: Double

  /// - Parameters:
  ///   - first: the first sample of the finger's motion; a frame early or late where the content shows it late.
  ///   - last: the first sample beyond the edge.
  ///   - step: the smallest difference that the offsets show.
  init(_ travel: [Double], _ offsets: [Double], from first: Int, to last: Int, step: Double) {
    sample = max(first - 1, 0)
    self.travel = travel[sample]
    // Some recorders count from each touch, and until then have what the finger before traveled; others go on. Content follows a finger,
    // not a recorder that counts anew.
    let restart = (sample..<max(sample, last)).last { before in
      let change = travel[before + 1] - travel[before]
      let moved = offsets[before + 1] - offsets[before]
      return abs(travel[before + 1]) < abs(change)
        && abs(moved - travel[before + 1]) < abs(moved - change)
    }
    if let restart {
      let rests = ((restart + 1)..<max(restart + 1, last)).prefix {
        abs(offsets[$0] - offsets[restart]) <= step / 2
      }
      sample = rests.last ?? restart
      self.travel = rests.last.map { travel[$0] } ?? 0
    }
    let next = min(sample + 1, travel.count - 1)
    self.step = abs(travel[next] - self.travel)
  }
}
