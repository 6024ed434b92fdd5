import Foundation
import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
import Testing

@testable import ScrollAnalysis

/// Recordings in pixels, compared with an engine whose constants are in points.
struct PixelScaleTests {
  /// The text of three flings of Android at 60 Hz, rounded to the pixels of a screen of 420 dpi.
  private static func text(header: String, pixelsPerUnit: Double) throws -> String {
    let engine = try ScrollEngine(named: "Android")
    let row = try #require(engine.row(for: .deceleration))
    let context = EngineContext(density: scale)
    var lines = [header]
    var (offset, time) = (100.0, 0.0)
    func add(_ value: Double) {
      let pixels = (value * scale).rounded()
      lines.append(#"{"t":\#(time),"y":\#(pixels / scale * pixelsPerUnit),"state":"\#(state)"}"#)
      time += 1.0 / 60
    }
    var state = "idle"
    for velocity in [900.0, 2200, 3500] {
      for _ in 0..<30 { add(offset) }
      state = "decelerating"
      let fling = try #require(row.fling(from: offset, velocity: velocity, context: context))
      var elapsed = 1.0 / 60
      while elapsed < fling.duration {
        add(fling.value(at: elapsed))
        elapsed += 1.0 / 60
      }
      offset = fling.value(at: fling.duration)
      state = "idle"
    }
    for _ in 0..<30 { add(offset) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let scale = 2.625

  private func answer(_ header: String, pixelsPerUnit: Double) throws -> Answer {
    let text = try Self.text(header: header, pixelsPerUnit: pixelsPerUnit)
    let traces = try RecordingReader().traces(bytes: Array(text.utf8), source: "android.ndjson")
    let engine = try ScrollEngine(named: "Android")
    let (_, answers, failures) = Analyzer(options: FitOptions()).analyze(
      traces, like: .named(engine), illustrating: 0)
    #expect(failures.isEmpty)
    return try #require(answers.first)
  }

  @Test("A recording in pixels with its scale is as like Android as the same one in points")
  func likeAndroid() throws {
    let points = try answer(
      #"{"format":"scrolltrace","version":1,"scale":2.625}"#, pixelsPerUnit: 1)
    let pixels = try answer(
      #"{"format":"scrolltrace","version":1,"scale":2.625,"units":{"y":"px"}}"#, pixelsPerUnit: Self.scale)
    #expect(points.equivalence == .same && pixels.equivalence == .same)
    #expect(pixels.distances.map(\.phase) == points.distances.map(\.phase))
  }
}
