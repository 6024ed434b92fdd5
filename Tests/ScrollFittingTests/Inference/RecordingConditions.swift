import Foundation
import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// The conditions under which a motion is recorded.
struct RecordingConditions: Sendable, CustomTestStringConvertible {
  let name: String
  /// Standard deviation of Gaussian noise of the offsets, pt.
  var offsetNoise = 0.0
  /// The step that offsets are rounded to, pt; nil for none.
  var grid: Double?
  /// Standard deviation of the recorded times about the true ones, s.
  var timeNoise = 0.0
  /// Standard deviation of the true frame times about even ones, s; they are recorded as they are.
  var jitter = 0.0
  /// The share of frames that are missing.
  var dropped = 0.0

  var testDescription: String { name }

  static let all = [
    RecordingConditions(name: "Gaussian 0.4 pt", offsetNoise: 0.4),
    RecordingConditions(name: "grid 1 pt", grid: 1),
    RecordingConditions(name: "grid 1/2 pt", grid: 0.5),
    RecordingConditions(name: "grid 1/3 pt", grid: 1.0 / 3),
    RecordingConditions(
      name: "grid 1/3 pt, jitter 2 ms, 8 % dropped", grid: 1.0 / 3, jitter: 0.002, dropped: 0.08),
    RecordingConditions(name: "grid 1/3 pt, times 0.3 ms", grid: 1.0 / 3, timeNoise: 0.0003),
    RecordingConditions(name: "grid 1/3 pt, times 1 ms", grid: 1.0 / 3, timeNoise: 0.001),
  ]

  /// A recording, and the parameters it really has.
  struct Recording {
    let trace: Trace
    let motion: TrueMotion
  }

  /// One recording: 60 frames a second of a motion drawn at random.
  func record(_ motion: TrueMotion, _ random: inout SplitMix64) throws -> Recording {
    let motion = motion.varied(&random)
    let interval = 1.0 / 60
    var truth: [Double] = []
    var recorded: [Double] = []
    for frame in 0..<Int(motion.duration / interval) {
      let isDropped = random.unit() < dropped
      let wobble = max(-0.45 * interval, min(0.45 * interval, jitter * random.normal()))
      let time = Double(frame) * interval + (frame == 0 ? 0 : wobble)
      let error = timeNoise * random.normal()
      guard !isDropped || frame == 0 else { continue }
      truth.append(time)
      // A recorded clock does not run backwards.
      recorded.append(Swift.max(time + error, (recorded.last ?? -1) + 1e-6))
    }
    let abscissas = motion.isOverTime ? truth : truth.map { 700 * $0 }
    let offsets = motion.values(at: abscissas).map { value in
      let noisy = value + offsetNoise * random.normal()
      return grid.map { (noisy / $0).rounded() * $0 } ?? noisy
    }
    let first = recorded[0]
    let trace = try Trace(
      source: "simulated", format: "csv", times: recorded.map { $0 - first }, offsets: [.y: offsets],
      fingers: motion.isOverTime ? [:] : [.y: abscissas])
    // Times are counted from the first recorded one.
    return Recording(trace: trace, motion: motion.isOverTime ? motion.startedLater(by: first) : motion)
  }
}
