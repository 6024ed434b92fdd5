import Elementary
import LeastSquares
import Recordings
import ScrollModels
import TestSupport

@testable import ScrollFitting

/// The clock that a recorder reads when it has the offset of a frame.
enum RecorderClock: String, CaseIterable, Sendable {
  case exact, gaussian03, gaussian05, gaussian1, late05, wholeMilliseconds, latency, repeats, drops

  /// The recorded time of a frame, s.
  fileprivate func reading(of frame: Double, _ random: inout SplitMix64) -> Double {
    switch self {
    case .exact, .repeats, .drops: frame
    case .gaussian03: frame + 0.3e-3 * random.normal()
    case .gaussian05: frame + 0.5e-3 * random.normal()
    case .gaussian1: frame + 1e-3 * random.normal()
    case .late05: frame - 0.5e-3 * logarithm(1 - random.uniform())
    case .wholeMilliseconds: ((frame + 0.3e-3 * random.normal()) * 1e3).rounded() / 1e3
    case .latency: frame + 0.012
    }
  }
}

/// The recording of one motion of one row of the catalogue: offsets on 1/3 pt at frames, 60 or 120 a second, that come up to
/// 5 % of a frame early or late, the first up to a frame after the start; their times as its clock reads them. An engine that moves
/// by frames has no offset between them: it is recorded at its own, from the first. Of the clock
/// "repeats" 2 % of the offsets are those of the frame before, of "drops" 10 % of the frames are missing.
struct EngineRecording {
  let entry: CatalogueEntry
  let trace: Trace
  let kind: PhaseKind

  static let grid = 1.0 / 3
  private static let longest = 4.0

  /// The same recording for the same seed and index; nil for a row that is neither a motion over time nor a pull.
  init?(_ entry: CatalogueEntry, index: Int, seed: UInt64, clock: RecorderClock) throws {
    self.entry = entry
    var random = SplitMix64(seed: seed, stream: index)
    func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.uniform() }
    let rate = index % 2 == 0 ? 60.0 : 120
    let context = EngineContext(frameInterval: 1 / rate, density: 3)
    let side = random.uniform() < 0.5 ? -1.0 : 1
    let position = (uniform(2000, 6000) / Self.grid).rounded() * Self.grid
    let speed = side * 300 * power(10, uniform(0, 1.1))
    if entry.phase == .overscroll {
      guard let stretch = entry.overscroll(context: context) else { return nil }
      let travels = (0...60).map { (side * Double($0) * uniform(4.8, 5.2) / Self.grid).rounded() * Self.grid }
      let fingers = travels.sorted { $0.magnitude < $1.magnitude }
      trace = try Trace(
        Trace.FileOrigin(source: entry.engine, format: "simulated"),
        clock: Trace.SampleClock(fingers.indices.map(Double.init), basis: .rowNumber),
        columns: Trace.SampleColumns(
          offsets: [.y: fingers.map { Self.rounded(stretch.value(at: $0)) }], fingers: [.y: fingers]))
      kind = .rubberBand
      return
    }
    let motion: (any EngineMotion)?
    switch entry.phase {
    case .fling: motion = entry.fling(from: position, velocity: speed, context: context)
    case .bounce:
      // Half of them fly into the edge, half are let go beyond it.
      let flies = random.uniform() < 0.5
      motion = entry.bounce(
        to: position, displacement: flies ? 0 : side * uniform(40, 200), velocity: flies ? speed : 0,
        context: context)
    case .snap:
      motion = entry.bounce(
        to: position, displacement: side * uniform(150, 1500), velocity: 0, context: context)
    default: motion = nil
    }
    guard let motion else { return nil }
    let curve: any EngineCurve = entry.model.curve(
      state: entry.model.state.map { _ in 100 }, constants: entry.values, context: context)
    let ownInterval = (curve as? FrameMotion)?.interval
    let interval = max(1 / rate, ownInterval ?? 0)
    let isShifted = ownInterval == nil ? 1.0 : 0
    let start = isShifted * uniform(0, interval)
    let end = min(motion.duration, Self.longest)
    let ideal = (0...Int(Self.longest / interval)).map { start + Double($0) * interval }.prefix { $0 < end }
    let frames = ideal.map { $0 + isShifted * uniform(-0.05, 0.05) * interval }.filter { $0 >= 0 }
    var times: [Double] = []
    var offsets: [Double] = []
    for frame in frames {
      if clock == .drops, !times.isEmpty, random.uniform() < 0.1 { continue }
      let time = clock.reading(of: frame, &random)
      if let last = times.last, time <= last { continue }
      let repeated = clock == .repeats && random.uniform() < 0.02 ? offsets.last : nil
      times.append(time)
      offsets.append(repeated ?? Self.rounded(motion.value(at: frame)))
    }
    guard let first = times.first, times.count >= 12 else { return nil }
    trace = try Trace(
      Trace.FileOrigin(source: entry.engine, format: "simulated"),
      clock: Trace.SampleClock(times.map { $0 - first }),
      columns: Trace.SampleColumns(offsets: [.y: offsets]),
      positions: Trace.KnownPositions(edges: entry.phase == .fling ? [:] : [.y: position...Double.infinity])
    ).onDisplayFrames()
    kind = entry.phase == .fling ? .deceleration : entry.phase == .bounce ? .bounce : .snap
    guard let offsets = trace.offsets[.y], let low = offsets.min(), let high = offsets.max(), high - low > 20
    else { return nil }
  }

  private static func rounded(_ offset: Double) -> Double { (offset / grid).rounded() * grid }
}
