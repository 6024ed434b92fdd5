import Recordings
import ScrollFitting

@testable import ScrollAnalysis

/// A finger that comes down on content at rest and lifts after 0.2 s, and what the content does then.
struct MadeGesture {
  /// pt since the finger came down, over the time since then, s.
  let travel: (Double) -> Double
  /// pt since the release, over the time since then, s.
  let glide: (Double) -> Double

  /// s.
  static let contact = 0.2

  /// The report of gestures one after another, each after half a second of rest: at 60 Hz, to thirds of a point, with the releases noted.
  static func report(_ gestures: [MadeGesture], frames: Int, from offset: Double) throws -> ReleaseReport? {
    var times: [Double] = [], fingers: [Double] = [], offsets: [Double] = [], events: [Event] = []
    var (finger, offset) = (0.0, offset)
    for gesture in gestures {
      let origin = times.count
      for frame in 0..<frames {
        let time = Double(frame - 30) / 60
        let travel = gesture.travel(min(max(0, time), contact))
        times.append(Double(origin + frame) / 60)
        fingers.append(finger + travel)
        offsets.append(((offset + travel + gesture.glide(max(0, time - contact))) * 3).rounded() / 3)
      }
      events.append(Event(time: Double(origin + 42) / 60, name: "willEndDragging"))
      finger = fingers[times.count - 1]
      offset = offsets[times.count - 1]
    }
    let trace = try Trace(
      Trace.FileOrigin(source: "made", format: "scrolltrace"), clock: Trace.SampleClock(times),
      columns: Trace.SampleColumns(offsets: [.y: offsets], fingers: [.y: fingers], states: [], events: events)
    )
    return ReleaseAnalyzer().reports([trace], Analyzer(options: FitOptions()).analyze([trace]).analysis).first
  }
}
