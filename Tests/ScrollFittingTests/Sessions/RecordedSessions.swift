import Foundation
import LeastSquares
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting
@testable import ScrollSegmentation

/// Sessions that scripts/study/sessions.py made from the physics, with the imperfections of recorders.
struct RecordedSession {
  let id: String
  let condition: String
  let truth: [TruePhase]
  /// The samples of the session as a reader gives them: of two at one time the last, at the times of the display's frames.
  let trace: Trace
  /// The index in the session of each sample of the trace.
  let indices: [Int]
  /// The time that the recorder gave each sample of the trace, s.
  let recordedTimes: [Double]

  struct TruePhase {
    let kind: String
    let model: String?
    let first: Int
    let last: Int
    let constants: [String: Double]

    /// The name in a model's fit and the true value of the constant that it is judged by.
    func constant(of model: String) -> (name: String, truth: Double)? {
      switch model {
      case "deceleration": constants["k"].map { ("decayConstant", $0) }
      case "bounce": constants["damping"].map { ("damping", $0) }
      case "spring": constants["damping"].map { ("naturalFrequency", $0 / (constants["ratio"] ?? 1)) }
      default: nil
      }
    }
  }

  init(line: Substring) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    id = try #require(object["id"] as? String)
    condition = try #require(object["condition"] as? String)
    let times = try #require(object["t"] as? [Double])
    let offsets = try #require(object["y"] as? [Double])
    let kept = times.indices.filter { $0 + 1 == times.count || times[$0 + 1] > times[$0] }
    indices = kept
    recordedTimes = kept.map { times[$0] - times[kept[0]] }
    trace = try Trace(
      source: id, format: "ndjson", times: recordedTimes,
      offsets: [.y: kept.map { offsets[$0] }]
    ).onDisplayFrames()
    truth = try #require(object["truth"] as? [[String: Any]]).map { phase in
      TruePhase(
        kind: try #require(phase["kind"] as? String), model: phase["model"] as? String,
        first: try #require(phase["first"] as? Int), last: try #require(phase["last"] as? Int),
        constants: (phase["constants"] as? [String: Any] ?? [:]).compactMapValues { $0 as? Double })
    }
  }

  static func all(_ file: String) throws -> [RecordedSession] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map {
      try RecordedSession(line: $0)
    }
  }
}

/// The findings in a session: its phases, and the constants that are fitted to them.
struct FoundSession {
  let session: RecordedSession
  let phases: [Phase]
  let fits: [Fit]

  init(_ session: RecordedSession) {
    self.session = session
    phases = Segmenter().phases(of: session.trace, axis: .y)?.phases ?? []
    fits = Analyzer(options: FitOptions()).analyze([session.trace]).analysis.fits
  }

  /// The fits of a phase, by the time of its middle.
  func fits(of phase: Phase) -> [Fit] {
    let middle = (phase.from + phase.to) / 2
    return fits.filter { $0.from <= middle && middle <= $0.to }
  }

  /// A sample's time and the interval around it, by the recorder's clock.
  private func recorded(_ sample: Int, error: Double) -> (time: Double, error: Double) {
    let (times, recorded) = (session.trace.times, session.recordedTimes)
    let first = times.firstIndex { $0 >= times[sample] - error - 1e-9 } ?? sample
    let last = times.lastIndex { $0 <= times[sample] + error + 1e-9 } ?? sample
    return (recorded[sample], max(recorded[sample] - recorded[first], recorded[last] - recorded[sample]))
  }

  /// The line that scripts/study/judge.py reads.
  var line: String {
    let phases = phases.map { phase -> String in
      let from = recorded(phase.samples.lowerBound, error: phase.fromError)
      let to = recorded(phase.samples.upperBound - 1, error: phase.toError)
      let first = phase.samples.lowerBound == 0 ? 0 : session.indices[phase.samples.lowerBound - 1] + 1
      let last = session.indices[phase.samples.upperBound - 1]
      let others = phase.alternatives.flatMap {
        [$0.kind.rawValue] + ($0.model.map { [Self.family($0)] } ?? [])
      }
      // The last fit of a phase is the one that the samples prefer.
      let fit = fits(of: phase).last
      let names = [
        "deceleration": ("k", "decayConstant"), "bounce": ("damping", "damping"),
        "spring": ("frequency", "naturalFrequency"),
      ]
      var constants = ""
      if let fit, let (short, name) = names[fit.model.id],
        let estimate = fit.parameters.first(where: { $0.name == name }), let interval = estimate.interval
      {
        constants = "\"\(short)\":[\(estimate.value),\(interval.lowerBound),\(interval.upperBound)]"
      }
      return """
        {"kind":"\(phase.kind.rawValue)","model":"\(Self.family(phase.model ?? ""))",\
        "alternatives":[\(others.map { "\"\($0)\"" }.joined(separator: ","))],"first":\(first),"last":\(last),\
        "from":\(from.time),"fromError":\(from.error),"to":\(to.time),"toError":\(to.error),\
        "verdict":"\(fit?.adequacy.verdict.rawValue ?? "")","constants":{\(constants)}}
        """
    }
    return "{\"id\":\"\(session.id)\",\"phases\":[\(phases.joined(separator: ","))]}"
  }

  /// The study's name of a model's family.
  static func family(_ model: String) -> String {
    switch model {
    case "deceleration": "exponential"
    case "constant-deceleration": "constant"
    case "bounce": "critical spring"
    default: model
    }
  }
}

/// The small, seeded study that CI runs, and the whole one of `scripts/verify-phases`.
struct RecordedSessionTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test("Most motions of sessions with real clocks are found, and few are invented")
  func smallStudy() throws {
    let sessions = try RecordedSession.all(fixtures + "/reference/sessions.ndjson")
    #expect(sessions.count == 52)
    var (flings, foundFlings, springs, foundSprings, invented, constants, held) = (0, 0, 0, 0, 0, 0, 0)
    for found in sessions.map(FoundSession.init) {
      for expected in found.session.truth {
        let match = found.phases.first {
          found.overlap($0, expected) >= 0.7 && found.isKind($0, expected.kind)
        }
        switch expected.kind {
        case "deceleration":
          flings += 1
          if match != nil { foundFlings += 1 }
        case "bounce", "snap":
          springs += 1
          if match != nil { foundSprings += 1 }
        default: break
        }
        guard let match, let fit = found.fits(of: match).last,
          let (parameter, truth) = expected.constant(of: fit.model.id),
          let interval = fit.parameters.first(where: { $0.name == parameter })?.interval
        else { continue }
        constants += 1
        if interval.contains(truth) { held += 1 }
      }
      invented +=
        found.phases.filter { phase in
          [.deceleration, .bounce, .snap].contains(phase.kind)
            && !phase.alternatives.contains { $0.kind == .drag }
            && !found.session.truth.contains {
              ["deceleration", "bounce", "snap"].contains($0.kind) && found.overlap(phase, $0) > 0.2
            }
        }.count
    }
    #expect(Double(foundFlings) >= 0.95 * Double(flings), "\(foundFlings) of \(flings) flings")
    #expect(Double(foundSprings) >= 0.88 * Double(springs), "\(foundSprings) of \(springs) springs")
    #expect(invented <= 5, "\(invented) invented")
    #expect(Double(held) >= 0.88 * Double(constants), "\(held) of \(constants) intervals")
  }

  @Test(
    "The sessions of SCROLLFIT_SESSIONS_FILE, found phases to SCROLLFIT_FOUND_FILE",
    .enabled(if: environment["SCROLLFIT_SESSIONS_FILE"] != nil))
  func wholeStudy() throws {
    let sessions = try RecordedSession.all(try #require(Self.environment["SCROLLFIT_SESSIONS_FILE"]))
    let lines = Parallel.map(sessions.count, threads: ProcessInfo.processInfo.activeProcessorCount) {
      FoundSession(sessions[$0]).line
    }
    let output = try #require(Self.environment["SCROLLFIT_FOUND_FILE"])
    try (lines.joined(separator: "\n") + "\n").write(toFile: output, atomically: true, encoding: .utf8)
  }
}

extension FoundSession {
  /// The share of both phases' samples that they have in common.
  fileprivate func overlap(_ phase: Phase, _ expected: RecordedSession.TruePhase) -> Double {
    let first = phase.samples.lowerBound == 0 ? 0 : session.indices[phase.samples.lowerBound - 1] + 1
    let last = session.indices[phase.samples.upperBound - 1]
    let common = min(last, expected.last) - max(first, expected.first) + 1
    let union = max(last, expected.last) - min(first, expected.first) + 1
    return max(0, Double(common) / Double(union))
  }

  fileprivate func isKind(_ phase: Phase, _ kind: String) -> Bool {
    phase.kind.rawValue == kind || phase.alternatives.contains { $0.kind.rawValue == kind }
  }
}
