import Foundation
import Testing

/// `scrollfit simulate`, and what `fit` makes of what it writes.
struct SimulateTests {
  private static let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path

  private struct Report: Decodable {
    struct Fit: Decodable {
      struct Parameter: Decodable {
        let name: String
        let value: Double
        let interval: [Double]?
      }

      let phase: String
      let model: String
      let from: Double
      let parameters: [Parameter]
    }

    struct Crossing: Decodable {
      let ratio: Fit.Parameter
    }

    let fits: [Fit]
    let crossings: [Crossing]
  }

  @Test(arguments: ["", "--strip-touch --strip-truth"])
  func fitRecoversTheTruth(_ options: String) throws {
    let run = try Binary(shell: "\"$0\" simulate '\(Self.scenario)' \(options) | \"$0\" fit - --format json")
    #expect(run.status == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    func holds(_ model: String, _ name: String, _ truth: Double, fits count: Int) {
      let estimates = report.fits.filter { $0.model == model }.compactMap { fit in
        fit.parameters.first { $0.name == name }
      }
      #expect(estimates.count == count)
      for estimate in estimates {
        // Three times the 95 % interval's half-width: wide enough for chance, far from a wrong model.
        let half = 3 * ((estimate.interval?[1] ?? .nan) - estimate.value)
        #expect(abs(estimate.value - truth) <= half, "\(model) \(name) \(estimate.value)")
        #expect(half < 0.05 * truth)
      }
    }
    holds("deceleration", "decayConstant", -1000 * log(0.998), fits: 2)
    holds("bounce", "damping", 10.9, fits: 2)
    holds("rubber-band", "coefficient", 0.55, fits: options.isEmpty ? 1 : 0)
    #expect(report.crossings.count == 1)
    let ratio = try #require(report.crossings.first?.ratio)
    #expect(abs(ratio.value - 1) < 0.02)
    #expect((ratio.interval?[0] ?? 2) < 1.01 && (ratio.interval?[1] ?? 0) > 0.99)
  }

  @Test func sameScenarioSameBytesOtherSeedOthers() throws {
    let first = try Binary(shell: "\"$0\" simulate '\(Self.scenario)'")
    #expect(try Binary(shell: "\"$0\" simulate '\(Self.scenario)'").output == first.output)
    #expect(try Binary(shell: "\"$0\" simulate '\(Self.scenario)' --seed 8").output != first.output)
    #expect(first.output.hasPrefix(#"{"format":"scrolltrace","version":1,"#))
    #expect(first.output.contains(#""truth":"#))
    let stripped = try Binary(shell: "\"$0\" simulate '\(Self.scenario)' --strip-truth --strip-touch").output
    for word in ["truth", "event", "state", "\"py\""] { #expect(!stripped.contains(word)) }
  }

  @Test func jsonSaysTheSameAsTOML() throws {
    let json = #"{"content":{"y":4000},"gestures":[{"at":0.4,"duration":0.2,"velocity":{"y":900}}]}"#
    let toml = "content = { y = 4000 }\n[[gestures]]\nat = 0.4\nduration = 0.2\nvelocity = { y = 900 }\n"
    let first = try Binary(shell: "printf '%s' '\(json)' | \"$0\" simulate -")
    let second = try Binary(shell: "printf '%s' '\(toml)' | \"$0\" simulate -")
    #expect(first.status == 0)
    #expect(first.output == second.output)
  }

  @Test(arguments: [
    (#"{"gestures":[{"at":1,"velocty":{"y":1}}]}"#, "gestures[0].velocty is not known"),
    (#"{"recording":{"drops":2}}"#, "recording.drops"), (#"{"viewport":3}"#, "viewport must be an object"),
    (#"{"content":{"y":4000}"#, "1:22: not JSON"), ("content = { y = }", "TOML"),
    (#"{"duration":"long"}"#, "duration must be a number"),
  ])
  func aMistakeIsNamed(_ scenario: String, _ sentence: String) throws {
    let run = try Binary(shell: "printf '%s' '\(scenario)' | \"$0\" simulate -")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func handOverIsTwoRecordings() throws {
    let json =
      #"{"content":{"y":2000},"next":{"massRatio":0.5},"gestures":[{"at":0.2,"duration":0.2,"velocity":{"y":4000}}]}"#
    let run = try Binary(shell: "printf '%s' '\(json)' | \"$0\" simulate - | \"$0\" segment - --ignore-touch")
    #expect(run.status == 0)
    #expect(run.output.contains("series 1") && run.output.contains("series 2"))
  }

  @Test("Qt Quick's deceleration is even and its edge is hard; the scenario may name the engine, too")
  func engines() throws {
    let gesture = #""gestures":[{"at":0.2,"duration":0.2,"velocity":{"y":1700}}]"#
    let fit =
      "\"$0\" fit - --model constant-deceleration --fix initialVelocity=1700 --from 0.4 --to 1.5 --format json"
    let run = try Binary(
      shell: "printf '%s' '{\(gesture)}' | \"$0\" simulate - --engine 'qt flickable' | \(fit)")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    let deceleration = try #require(report.fits.first?.parameters.first { $0.name == "deceleration" })
    #expect(abs(deceleration.value - 1500) < 1)
    let option = try Binary(shell: "printf '%s' '{\(gesture)}' | \"$0\" simulate - --engine Qt\\ Flickable")
    let key = try Binary(shell: "printf '%s' '{\"engine\":\"Qt Flickable\",\(gesture)}' | \"$0\" simulate -")
    #expect(option.status == 0 && option.output == key.output)
  }

  @Test func anUnknownEngineIsNamed() throws {
    let option = try Binary(shell: "printf '{}' | \"$0\" simulate - --engine 'UIScrolView'")
    #expect(option.status == 64)
    #expect(option.output.isEmpty)
    #expect(
      option.errors.contains("'UIScrolView' is no engine of the catalogue; the nearest are UIScrollView;"))
    let key = try Binary(shell: "printf '{\"engine\":\"Fluter iOS\"}' | \"$0\" simulate -")
    #expect(key.status == 1)
    #expect(key.errors.contains("engine 'Fluter iOS' is no engine") && key.errors.contains("Flutter iOS"))
  }
}
