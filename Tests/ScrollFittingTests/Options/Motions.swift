import Foundation
import LeastSquares
import Recordings
import TestSupport

@testable import ScrollFitting

/// Simulated recordings whose constants are known, with a deterministic noise of about a tenth of a point.
enum Motions {
  /// n even times over `span` s.
  static func times(_ count: Int, span: Double, from start: Double = 0) -> [Double] {
    (0..<count).map { start + Double($0) * span / Double(count - 1) }
  }

  static func noisy(_ times: [Double], amplitude: Double = 0.1, seed: UInt64 = 7, _ value: (Double) -> Double)
    -> [Double]
  {
    var random = SplitMix64(seed: seed)
    return times.map { value($0) + amplitude * random.uniform(-1, 1) }
  }

  /// x₀ 113.7 pt, v₀ −842.3 pt/s, k 2.37 /s.
  static func deceleration(count: Int = 60, span: Double = 1.7) throws -> Trace {
    let times = times(count, span: span)
    return try trace(times, noisy(times) { 113.7 - 842.3 * -expm1(-2.37 * $0) / 2.37 })
  }

  /// rest 64.3 pt, displacement −12.7 pt, v₀ −903.1 pt/s, δ 10.9 /s.
  static func bounce(count: Int = 60, rests: [Axis: Double] = [:], edges: [Axis: ClosedRange<Double>] = [:])
    throws -> Trace
  {
    let times = times(count, span: 0.9)
    let offsets = noisy(times) { 64.3 + (-12.7 + (-903.1 - 10.9 * 12.7) * $0) * exp(-10.9 * $0) }
    return try trace(times, offsets, rests: rests, edges: edges)
  }

  /// c 0.553, d 811.9 pt over finger travel.
  static func rubberBand() throws -> Trace {
    let travel = times(40, span: 900, from: 10)
    let offsets = noisy(travel) { 0.553 * 811.9 * $0 / (811.9 + 0.553 * $0) }
    return try Trace(
      Trace.FileOrigin(source: "test", format: "csv"),
      clock: Trace.SampleClock(travel.indices.map(Double.init), basis: .rowNumber),
      columns: Trace.SampleColumns(offsets: [.y: offsets], fingers: [.y: travel]))
  }
}
