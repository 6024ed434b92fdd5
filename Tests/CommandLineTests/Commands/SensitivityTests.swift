import Foundation
import Testing

/// The table of what moves a fit's constant, against fits with the same choices made by options.
struct SensitivityTests {
  private static let bounce = "data/ios_bounce_levisonnn.csv --interval 0.0167 --select 1 --model bounce"

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" fit \(arguments)", in: ContractTests.fixtures)
  }

  private func fits(_ arguments: String) throws -> [[String: Any]] {
    let run = try run(arguments + " --format json")
    let root = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    return try #require(root["fits"] as? [[String: Any]])
  }

  private func value(_ name: String, _ arguments: String) throws -> Double {
    let parameters = try #require(fits(arguments).first?["parameters"] as? [[String: Any]])
    return try #require(parameters.first { $0["name"] as? String == name }?["value"] as? Double)
  }

  private func cases(_ arguments: String, of name: String) throws -> [String: [String: Any]] {
    let sensitivity = try #require(fits(arguments).first?["sensitivity"] as? [String: Any])
    #expect(sensitivity["parameter"] as? String == name)
    let cases = try #require(sensitivity["cases"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: cases.map { ($0["choice"] as? String ?? "", $0) })
  }

  @Test("Each case of a bounce is the fit with its option")
  func bounce() throws {
    let cases = try cases(Self.bounce, of: "damping")
    #expect(Set(cases.keys) == ["withoutFirst", "withoutLast", "noise", "interval", "restFree"])
    // 49 samples, 16.7 ms apart: four are left out at either end.
    #expect(cases["withoutFirst"]?["setting"] as? Int == 4 && cases["noise"]?["setting"] as? String == "none")
    let reported = try value("damping", Self.bounce)
    for (choice, options) in [
      ("withoutFirst", "--from 0.066"), ("withoutLast", "--to 0.736"), ("noise", "--noise none"),
      ("restFree", "--start rest=88"), ("interval", "--frame-rate 60"),
    ] {
      let bounce = choice == "interval" ? Self.bounce.replacing("--interval 0.0167 ", with: "") : Self.bounce
      let expected = try value("damping", "\(bounce) \(options)")
      let found = try #require(cases[choice]?["value"] as? Double)
      #expect(abs(found - expected) < 1e-6, "\(choice)")
      let change = try #require(cases[choice]?["change"] as? Double)
      #expect(abs(change - (expected - reported)) < 1e-6, "\(choice)")
    }
  }

  @Test(
    "Where the rest is given by an option, it is free in the table; where it is estimated and seen, it is given"
  )
  func rest() throws {
    #expect(try cases("\(Self.bounce) --fix rest=88", of: "damping").keys.contains("restFree"))
    let folder = try TemporaryFolder()
    let rows = (0..<90).map { i -> String in
      let t = Double(i) / 60
      return "\(t),\(((60 + 2000 * t) * exp(-10.9 * t) * 3).rounded() / 3)"
    }
    try Data(("time,y\n" + rows.joined(separator: "\n") + "\n").utf8).write(
      to: folder.url.appending(path: "own.csv"))
    let file = folder.url.appending(path: "own.csv").path
    let cases = try cases("'\(file)' --model bounce --noise none", of: "damping")
    #expect(cases["restFixed"]?["setting"] as? Double == 0 && cases["restFree"] == nil)
    let expected = try value("damping", "'\(file)' --model bounce --noise none --fix rest=0")
    #expect(abs(try #require(cases["restFixed"]?["value"] as? Double) - expected) < 1e-6)
    #expect(cases["noise"]?["setting"] as? String == "estimated")
  }

  @Test("A start given at the first sample keeps the first sample")
  func heldState() throws {
    let fling =
      "traces/firefox/fling_medium_forward.csv --model deceleration --from 0.189325 --to 2.579114 --noise none"
    #expect(try cases(fling, of: "decayConstant").keys.contains("withoutFirst"))
    let held = try cases("\(fling) --bounds initialVelocity=0...5000", of: "decayConstant")
    #expect(held["withoutFirst"] == nil && held["withoutLast"] != nil)
  }

  @Test("The full report has the table, the short one, CSV and a fit without an estimated constant have none")
  func reports() throws {
    let text = try run("\(Self.bounce) --verbose").output
    #expect(text.contains("sensitivity of damping") && text.contains("without the first 4 samples"))
    #expect(try run("\(Self.bounce) --format markdown").output.contains("sensitivity of damping"))
    for arguments in [
      Self.bounce, "\(Self.bounce) --format csv", "\(Self.bounce) --verbose --fix damping=10.9",
      "data/ios_bounce_levisonnn.csv --interval 0.0167 --model bounce --joint damping --verbose",
    ] {
      #expect(try !run(arguments).output.contains("sensitivity"), "\(arguments)")
    }
    #expect(try fits("\(Self.bounce) --fix damping=10.9").first?["sensitivity"] is NSNull)
  }

  @Test("The first twenty fits of a report have it")
  func limit() throws {
    let folder = try TemporaryFolder()
    let source = ContractTests.fixtures.appending(path: "data/ios_bounce_levisonnn.csv").path
    let names = (1...21).map { folder.url.appending(path: "\($0).csv").path }
    for name in names { try FileManager.default.copyItem(atPath: source, toPath: name) }
    let files = names.map { "'\($0)'" }.joined(separator: " ")
    let fits = try fits("\(files) --interval 0.0167 --select 1 --model bounce")
    #expect(fits.count == 21 && fits.count { !($0["sensitivity"] is NSNull) } == 20)
    #expect(fits.last?["sensitivity"] is NSNull)
  }
}
