import Recordings
import TestSupport
import Testing

@testable import ScrollAnalysis

/// The engines of `manifest-2.json` (second swipes in a glide, catches and reversals, pulls, on real clocks), identified
/// without a hint.
struct RecordedEngineTests {
  /// A labeled motion whose constants its samples show.
  struct Motion: CustomTestStringConvertible, Sendable {
    let file: String
    let engine: String
    let axis: Axis
    let from: Double
    let to: Double

    var testDescription: String { "\(file) \(axis.rawValue) at \(from) s" }

    static let all = ((try? EngineRange.all(in: "traces/manifest-2.json")) ?? []).filter(\.expected.exists)
      .map {
        Motion(file: $0.file, engine: $0.engine, axis: $0.axis, from: $0.from, to: $0.to)
      }
  }

  /// The catalogue's name of an engine of the manifest.
  private static let names = [
    "chromium": "Chromium", "firefox": "Firefox", "gtk3": "GTK", "gtk4": "GTK", "kivy": "Kivy",
    "qscroller": "QScroller", "qtquick": "Qt",
  ]

  @Test func thereAreMotions() { #expect(Motion.all.count == 23) }

  @Test("The engine of a recorded motion is among the named", arguments: Motion.all)
  func named(_ motion: Motion) throws {
    let trace = try #require(recordings("traces/" + motion.file).first)
    let found = try #require(Identifier().identify(trace).0)
    let phase = try #require(
      found.phases.filter { $0.axis == motion.axis }.max { shared($0, motion) < shared($1, motion) })
    let name = try #require(Self.names[motion.engine])
    #expect(phase.verdict.named.contains { $0.hasPrefix(name) }, "\(phase.verdict.named)")
  }

  /// Its frames come at 80 Hz, a display's rate, yet each moves the content by the time since the last one.
  @Test("Kivy's bounce is told by the times of its frames where offsets have full precision")
  func framesOfFullPrecision() throws {
    let trace = try #require(recordings("traces/kivy/edge_end.csv").first)
    let found = try #require(Identifier().identify(trace).0)
    #expect(found.phases.last?.verdict.named == ["Kivy 2"])
  }

  @Test("Flings that the recorder's page recorded in Chromium are Chromium's", arguments: [3, 4, 5])
  func recordersPage(_ index: Int) throws {
    let traces = try recordings("traces/chromium/record_page.ndjson")
    let phases = try #require(Identifier().identify(traces[index]).0).phases
    #expect(phases.map(\.verdict.named) == [["Chromium"]])
  }

  /// The time that a phase shares with a motion, s.
  private func shared(_ phase: PhaseIdentification, _ motion: Motion) -> Double {
    min(phase.to, motion.to) - max(phase.from, motion.from)
  }
}
