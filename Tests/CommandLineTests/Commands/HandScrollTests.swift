import Foundation
import Testing

@testable import scrollfit_cli

/// The verdicts of `fit --like`, `compare --like` and the rule `like` of `expect` on recordings without touches in which a hand scrolls too.
struct HandScrollTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Flings, at 60 Hz in thirds of a point unless told otherwise.
  private struct Session {
    private(set) var rows: [(time: Double, offset: Double)] = []
    private var offset = 0.0
    private let interval: Double
    private let pixels: Double

    init(rate: Double = 60, pixels: Double = 3) {
      (interval, self.pixels) = (1 / rate, pixels)
      rest()
    }

    private mutating func move(_ duration: Double, _ way: (Double) -> Double) {
      let start = offset
      for frame in 1...Int(duration / interval) {
        offset = start + way(Double(frame) * interval)
        rows.append((Double(rows.count) * interval, (pixels * offset).rounded() / pixels))
      }
    }

    mutating func rest() { move(0.8) { _ in 0 } }

    /// A finger that gains speed for 0.1 s, and a fling that decays by a factor of UIScrollView's constant.
    mutating func fling(_ velocity: Double, factor: Double = 1) {
      let decay = -1000 * log(0.998) * factor
      move(0.1) { velocity * $0 * $0 / 0.2 }
      move(log(velocity / 0.5) / decay) { velocity / decay * (1 - exp(-decay * $0)) }
      rest()
    }

    /// A finger that gains speed for 0.2 s, and a fling of Flutter's on Android (ClampingScrollSimulation), its time divided by a factor.
    mutating func flutterFling(_ velocity: Double, factor: Double = 1) {
      let exponent = log(0.78) / log(0.9)
      let reference = 0.015 * 9.80665 * 39.37 * 160 * 0.84 / 0.35
      let duration = pow(velocity / reference, 1 / (exponent - 1)) * exponent * 0.35 / factor
      move(0.2) { velocity * $0 * $0 / 0.4 }
      move(duration) { velocity * duration / exponent * (1 - pow(max(0, 1 - $0 / duration), exponent)) }
      rest()
    }

    /// A hand's way from rest to rest with the least jerk (Flash and Hogan).
    mutating func smoothStroke() {
      let duration = 0.9
      move(duration) { time in
        let share = min(1, time / duration)
        return 600 * share * share * share * (10 - 15 * share + 6 * share * share)
      }
      rest()
    }

    /// A hand's way at 600 pt/s, which it takes 0.2 s to reach and brakes for 0.4 s.
    mutating func brakedStroke() {
      func way(_ time: Double) -> Double {
        let (rise, even) = (min(time, 0.2), min(max(time - 0.2, 0), 0.02))
        let brake = min(max(time - 0.22, 0), 0.4)
        return 600 * (rise * rise / 0.4 + even + brake - brake * brake / 0.8)
      }
      move(0.62, way)
      rest()
    }

    /// A hand's way at 615 pt/s with a tremor, from and to rest in less than 0.04 s.
    mutating func tremblingStroke() {
      let (duration, rise, stop, steps) = (0.666, 0.0386, 0.0073, 2000)
      var ways = [0.0]
      for step in 0..<steps {
        let time = (Double(step) + 0.5) * duration / Double(steps)
        let even = 1 + 0.0382 * time / duration + 0.0531 * sin(2 * .pi * time / 0.1995)
        let speed = 615 * even * min(1, time / rise, (duration - time) / stop)
        ways.append(ways[step] + speed * duration / Double(steps))
      }
      move(duration) { ways[Int(Double(steps) * min(1, $0 / duration))] }
      rest()
    }

    /// A hand's way from rest to rest: its speed is √u (1 − u).
    mutating func stroke() {
      let (duration, travel) = (0.9, 600.0)
      move(duration) { time in
        let share = min(1, time / duration)
        return travel * 15 / 4
          * (2 / 3 * share * share.squareRoot() - 2 / 5 * share * share * share.squareRoot())
      }
      rest()
    }
  }

  private func write(_ session: Session, to file: String = "session.csv") throws {
    let rows = session.rows.map { "\($0.time),\($0.offset)" }.joined(separator: "\n")
    try "t,y\n\(rows)\n".write(toFile: folder.path(file), atomically: true, encoding: .utf8)
  }

  private func verdict(_ session: Session, like engine: String = "ios") throws -> String {
    try write(session)
    return try Binary(shell: "\"$0\" fit session.csv --like \(engine) --quiet", in: folder.url).output
  }

  /// The reports of the gates on `session.csv`, or another file or folder; all of them end with a status.
  private func gates(_ recordings: String = "session.csv", status: Int32) throws -> (
    text: String, json: String, github: String, junit: String, expect: String
  ) {
    func run(_ command: String) throws -> String {
      let run = try Binary(shell: "\"$0\" \(command)", in: folder.url)
      #expect(run.status == status, "\(command): \(run.output)\(run.errors)")
      // Without the breaks of lines.
      return run.output.replacing(#/\s+/#, with: " ")
    }
    try "like = \"ios\"\n".write(toFile: folder.path("rules.toml"), atomically: true, encoding: .utf8)
    let compare = "compare --like ios \(recordings)"
    return (
      try run(compare), try run("\(compare) --format json"),
      try run("\(compare) --format github --junit cases.xml --force"), try folder.text("cases.xml"),
      try run("expect rules.toml \(recordings)")
    )
  }

  private func session(factor: Double = 1, fastest: Double? = nil, hand: Bool) -> Session {
    var session = Session()
    for (index, velocity) in [900.0, 1500, 2200, 3000].enumerated() {
      session.fling(velocity, factor: index == 3 ? fastest ?? factor : factor)
      if hand, index == 1 { session.stroke() }
    }
    return session
  }

  @Test("A scroll by a hand blurs the constants of no fling")
  func blurred() throws {
    let line = try verdict(session(hand: true))
    #expect(line.contains("✓ like UIScrollView: "), "\(line)")
  }

  @Test("A scroll by a hand that no model follows and whose speed shows no release may be a drag")
  func trembling() throws {
    var session = Session(rate: 120, pixels: 1)
    for (index, velocity) in [900.0, 1400, 2100, 700].enumerated() {
      session.fling(velocity)
      if index == 1 { session.tremblingStroke() }
    }
    let line = try verdict(session)
    #expect(line.contains("? undecided: ") && line.contains("it may be a finger's drag"), "\(line)")
  }

  @Test("A changed app differs, whatever a hand does beside its flings")
  func changed() throws {
    let line = try verdict(session(factor: 1.25, hand: true))
    #expect(line.contains("✗ not like UIScrollView: "), "\(line)")
  }

  @Test("One fling that differs is named, where the spread of all of them hides it")
  func oneOfSeveral() throws {
    let line = try verdict(session(fastest: 1.5, hand: false))
    #expect(line.contains(#/✗ not like UIScrollView: the fling at 1\d\.\d s is off by \d+ pt/#), "\(line)")
  }

  @Test("Gates weigh no scroll by a hand as a fling, and say what they leave out")
  func gateWithHand() throws {
    try write(session(hand: true))
    let gates = try gates(status: 0)
    #expect(gates.text.contains("UIScrollView against session.csv: same within 0.5 pt"), "\(gates.text)")
    #expect(
      gates.text.contains("warning 1 of B's motions may be a finger's drag: left out of the constants"),
      "\(gates.text)")
    #expect(gates.text.contains("session.csv, 4 motions") && !gates.text.contains("each fling"))
    #expect(gates.json.contains("may be a finger's drag"))
    #expect(gates.expect.hasPrefix("✓ like = ios: met: "), "\(gates.expect)")
  }

  @Test("A scroll by a hand that differs leaves gates undecided, with its reason")
  func doubtfulGate() throws {
    var session = Session()
    for (index, velocity) in [900.0, 1500, 2200, 3000].enumerated() {
      session.fling(velocity)
      if index == 1 { session.brakedStroke() }
    }
    try write(session)
    let gates = try gates(status: 0)
    let reason =
      #/4 of 5 flings follow UIScrollView; the fling at 1\d\.\d s is off by \d+ pt: it may be a finger's drag/#
    #expect(gates.text.contains("UIScrollView against session.csv: not enough data to tell"), "\(gates.text)")
    for report in [gates.text, gates.github, gates.junit, gates.expect] {
      #expect(report.contains(reason), "\(report)")
    }
    #expect(gates.github.hasPrefix("::warning title=each fling%3A session.csv against UIScrollView::"))
    #expect(gates.junit.contains("<skipped ") && !gates.junit.contains("<failure "))
    #expect(gates.json.contains("\"verdict\": \"undecided\""))
    #expect(gates.expect.hasPrefix("? like = ios: cannot be told: "), "\(gates.expect)")
  }

  @Test(
    "One fling that differs stops gates, whatever a hand does beside it, in one file or several",
    arguments: [false, true])
  func gateOfChanged(hand: Bool) throws {
    try write(session(fastest: 1.5, hand: hand))
    let reason = #/the fling at 1\d\.\d s is off by \d+ pt/#
    let gates = try gates(status: 3)
    for report in [gates.text, gates.github, gates.junit, gates.expect] {
      #expect(report.contains(reason), "\(report)")
    }
    #expect(gates.text.contains("UIScrollView against session.csv: different"), "\(gates.text)")
    #expect(gates.github.hasPrefix("::error title=each fling%3A session.csv against UIScrollView::"))
    #expect(gates.junit.contains("<testsuite name=\"each fling\" tests=\"1\" failures=\"1\""))
    try FileManager.default.createDirectory(
      atPath: folder.path("sessions"), withIntermediateDirectories: true)
    try write(session(fastest: 1.5, hand: hand), to: "sessions/changed.csv")
    try write(session(hand: hand), to: "sessions/own.csv")
    let several = try self.gates("sessions", status: 3)
    #expect(
      several.text.contains(#/the fling at 1\d\.\d s of sessions/changed\.csv is off by \d+ pt/#),
      "\(several.text)")
    #expect(several.expect.contains("✗ like = ios: not met: "), "\(several.expect)")
  }

  @Test("A changed app stops gates, whatever a hand does beside its flings")
  func gateOfChangedApp() throws {
    try write(session(factor: 1.25, hand: true))
    let gates = try gates(status: 3)
    #expect(gates.text.contains("a 2000 pt/s fling stops 200 pt short"), "\(gates.text)")
    // The difference of their model is that of all flings.
    #expect(!gates.text.contains("each fling") || gates.text.contains("0 of "), "\(gates.text)")
    #expect(gates.expect.hasPrefix("✗ like = ios: not met: "), "\(gates.expect)")
  }

  @Test(
    "A changed fling that is a drag to the phases is weighed, a hand's scroll is not",
    arguments: [false, true])
  func takenForDrag(hand: Bool) throws {
    func line(factor: Double) throws -> String {
      var session = Session()
      for velocity in [900.0, 1500, 1900, 2400] {
        session.flutterFling(velocity, factor: velocity == 2400 ? factor : 1)
        if hand, velocity == 1500 { session.smoothStroke() }
      }
      return try verdict(session, like: "'Flutter Android'")
    }
    let (like, unlike) = (try line(factor: 1), try line(factor: 1.5))
    #expect(like.contains("✓ like Flutter Android: "), "\(like)")
    #expect(unlike.contains("✗ not like Flutter Android: the fling at "), "\(unlike)")
  }

  @Test("A program's scroll is no fling that differs")
  func animation() throws {
    let trace = ContractTests.fixtures.appending(path: "traces/chromium/smooth_scroll_to.csv").path
    let run = try Binary(shell: "\"$0\" fit '\(trace)' --like android --quiet", in: folder.url)
    #expect(
      run.output.contains(#/\? undecided: 0 of 1 flings follow Android; .* or an animation/#),
      "\(run.output)\(run.errors)")
  }

  @Test("A drag in a video of Chromium leaves it undecided")
  func video() throws {
    let video = ContractTests.fixtures.appending(path: "video/chromium.mp4").path
    let run = try Binary(shell: "\"$0\" fit '\(video)' --like chromium --quiet", in: folder.url)
    #expect(
      run.output.contains("? undecided: 3 of 4 flings follow Chromium; the fling at 5.98 s is off by 14 px"),
      "\(run.output)\(run.errors)")
  }
}
