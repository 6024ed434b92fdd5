import LeastSquares
import Recordings
import ScrollModels
import TestSupport

@testable import ScrollAnalysis

/// Recordings of every row of the catalogue on clocks as recorders have them, one after the other, identified.
struct IdentificationStudy {
  struct Row {
    let engine: String
    let phase: EnginePhase
    var recordings = 0
    /// The named class holds the engine.
    var named = 0
    /// The engines of the named classes, over all recordings that hold the engine.
    var engines = 0
    /// And no engine outside of it has a curve within two steps of the grid.
    var apart = 0
    /// The number of recordings of each engine in which it was in the named class.
    var others: [String: Int] = [:]
    /// The classes that were named instead.
    var instead: [String: Int] = [:]
  }

  private(set) var rows: [Row] = []
  /// The number of recordings of each clock, and of those in which the named class holds the engine.
  private(set) var clocks: [RecorderClock: (recordings: Int, named: Int)] = [:]

  init(seed: UInt64, recordings: Int, threads: Int) throws {
    let entries = Catalogue.entries.filter { [.fling, .bounce, .overscroll, .snap].contains($0.phase) }
    for (position, entry) in entries.enumerated() {
      var drawn: [(recording: EngineRecording, clock: RecorderClock)] = []
      var index = 0
      while drawn.count < recordings, index < 10 * recordings {
        let clock = RecorderClock.allCases[(position + drawn.count) % RecorderClock.allCases.count]
        if let recording = try EngineRecording(
          entry, index: 1000 * position + index, seed: seed, clock: clock)
        {
          drawn.append((recording, clock))
        }
        index += 1
      }
      let recordings = drawn
      let found = Parallel.map(recordings.count, threads: threads) { Self.identify(recordings[$0].recording) }
      var row = Row(engine: entry.engine, phase: entry.phase)
      for (phase, drawn) in zip(found, recordings) {
        guard let phase else { continue }
        row.recordings += 1
        clocks[drawn.clock, default: (0, 0)].recordings += 1
        guard case .engines(let engines, _) = phase.verdict, engines.contains(entry.engine) else {
          row.instead[phase.candidates.first?.name ?? "nothing", default: 0] += 1
          continue
        }
        row.named += 1
        row.engines += engines.count
        clocks[drawn.clock, default: (0, 0)].named += 1
        for engine in engines { row.others[engine, default: 0] += 1 }
        if Self.isApart(phase, engines) { row.apart += 1 }
      }
      rows.append(row)
    }
  }

  private static func identify(_ recording: EngineRecording) -> PhaseIdentification? {
    var identifier = Identifier()
    identifier.whole = recording.kind
    return identifier.identify(recording.trace).0?.phases.first
  }

  /// True if every class outside of the named one is at least two steps of the grid away from it.
  private static func isApart(_ phase: PhaseIdentification, _ named: [String]) -> Bool {
    let fixed = phase.candidates.filter { $0.constants == .fixed }
    guard let own = fixed.first(where: { named.contains($0.engines[0]) }) else { return false }
    return fixed.allSatisfy { other in
      other.engines.contains { named.contains($0) }
        || zip(own.fitted, other.fitted).contains { ($0 - $1).magnitude >= 2 * EngineRecording.grid }
    }
  }
}
