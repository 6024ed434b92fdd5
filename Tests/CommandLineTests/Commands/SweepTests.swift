import Foundation
import Testing

/// `scrollfit simulate --sweep frame-rate=…`.
struct SweepTests {
  private static let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" simulate --sweep \(arguments)")
  }

  @Test("The answer of a sweep comes first, in points")
  func answer() throws {
    let own = try run("frame-rate=30,60 --formula 'v = 0.95*v' --formula 'x = x + v*h'")
    #expect(own.status == 0)
    #expect(
      own.output.split(separator: "\n")[1].contains("differs by up to 1267 pt between 30 and 60 frames/s"))
    let exact = try run("frame-rate=30,60,144 --engine ios")
    #expect(exact.status == 0 && exact.output.contains("without effect"))
    #expect(own.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("A scenario's gestures are swept as the engine moves them")
  func scenario() throws {
    let plain = try run("frame-rate=30,120 '\(Self.scenario)' --format csv")
    #expect(plain.status == 0)
    #expect(plain.output.split(separator: "\n").count == 3 && plain.output.contains("y,120.0,"))
    let engine = try run("frame-rate=30,120 '\(Self.scenario)' --engine Reanimated")
    #expect(engine.output.contains("Reanimated in ") && engine.output.contains("differs by up to"))
  }

  @Test("JSON has every gesture at every rate")
  func json() throws {
    let text = try run("frame-rate=30,60,90 --engine Reanimated --format json").output
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["schema"] as? String == "scrollfit.frame-rates/1")
    let gestures = try #require(json["gestures"] as? [[String: Any]])
    #expect(gestures.count == 11)
    #expect(gestures.allSatisfy { ($0["rates"] as? [Any])?.count == 3 })
  }

  @Test(
    "Wrong usage is said",
    arguments: [
      ("frame-rate=30 --engine ios", "two rates or more"), ("rate=30,60 --engine ios", "for example"),
      ("frame-rate=30,x --engine ios", "'x' is no number"), ("frame-rate=30,30 --engine ios", "30 twice"),
      ("frame-rate=0,30 --engine ios", "from 1 to 1000"), ("frame-rate=30,60", "needs --engine, --formula"),
      ("frame-rate=30,60 --formula 'y = t'", "is x or v"), ("frame-rate=30,60 --formula 'x = q*t'", "'q'"),
      ("frame-rate=30,60 --engine ios --seed 1", "--seed"), ("frame-rate=30,60 --engine nosuch", "nearest"),
      ("frame-rate=30,60 --formula 'x = t' --engine ios", "without a scenario"),
    ])
  func wrongUsage(_ arguments: String, _ words: String) throws {
    let run = try run(arguments)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
  }
}
