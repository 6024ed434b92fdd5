import Recordings
import TestSupport

@testable import ScrollSegmentation
@testable import ScrollSimulation

/// The agreement of found phases with those of generated sessions.
struct SegmentationStudy {
  private(set) var sessions = 0
  /// Sessions whose phases are the true ones in kind and number.
  private(set) var right = 0
  /// Boundaries in those sessions.
  private(set) var boundaries = 0
  private(set) var placed = 0
  /// Boundaries whose stated interval holds the truth.
  private(set) var held = 0
  /// The errors, for a reader of a failure.
  private(set) var notes: [String] = []

  init(seed: UInt64, sessions: Range<Int>) {
    let generator = SessionGenerator(seed: seed)
    for index in sessions {
      guard let simulation = generator.session(index) else { continue }
      self.sessions += 1
      add(simulation, index)
    }
  }

  private mutating func add(_ simulation: Simulation, _ index: Int) {
    let trace = simulation.trace
    let phases = Segmenter().phases(of: trace, axis: .y)?.phases ?? []
    let truth = (simulation.truth[.y] ?? []).filter { isVisible($0, trace) }
    guard phases.map(\.kind) == truth.map(\.kind) else {
      notes.append("session \(index): \(phases.map(\.kind.rawValue)), not \(truth.map(\.kind.rawValue))")
      return
    }
    right += 1
    for position in truth.indices.dropFirst() {
      boundaries += 1
      let (phase, piece) = (phases[position], truth[position])
      if abs(piece.from - phase.from) <= phase.fromError { held += 1 }
      if isPlaced(phase, piece, after: truth[position - 1], trace) {
        placed += 1
      } else {
        notes.append("session \(index): \(piece.kind) from \(phase.from), not \(piece.from)")
      }
    }
  }

  /// True if a segment has a sample.
  private func isVisible(_ piece: MotionSegment, _ trace: Trace) -> Bool {
    trace.times.contains { piece.from <= $0 && $0 < piece.to }
  }

  /// Within two frames of the truth; or no sample between tells the two models apart.
  private func isPlaced(_ phase: Phase, _ piece: MotionSegment, after before: MotionSegment, _ trace: Trace)
    -> Bool
  {
    let interval = FrameClock.detect(trace.times)?.interval ?? 0
    if abs(phase.from - piece.from) <= 2 * interval { return true }
    let grid = PixelGrid.detect(trace.offsets[.y] ?? []) ?? 0
    let between = min(phase.from, piece.from)...max(phase.from, piece.from)
    return trace.times.allSatisfy { time in
      !between.contains(time) || abs(before.value(at: time) - piece.value(at: time)) < grid
    }
  }
}
