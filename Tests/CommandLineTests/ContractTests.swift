import Foundation
import Testing

/// The command line on recordings that come with the package.
struct ContractTests {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures").standardizedFileURL

  /// The first fit of a JSON report.
  private func fit(_ arguments: String) throws -> [String: Any] {
    let run = try Binary(shell: "\"$0\" fit \(arguments) --format json", in: Self.fixtures)
    #expect(run.errors.isEmpty)
    let root = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    return try #require((root["fits"] as? [[String: Any]])?.first)
  }

  private func value(_ name: String, of fit: [String: Any]) throws -> Double {
    let estimates = (fit["parameters"] as? [[String: Any]] ?? []) + (fit["derived"] as? [[String: Any]] ?? [])
    return try #require(estimates.first { $0["name"] as? String == name }?["value"] as? Double)
  }

  static let bounce = "data/ios_bounce_levisonnn.csv --interval 0.0167 --select 1 --model bounce --noise none"

  @Test func theBounceIsTenPointNine() throws {
    let fit = try fit(Self.bounce)
    #expect(abs(try value("damping", of: fit) - 10.903751254) < 1e-8)
    #expect(fit["phase"] as? String == "whole" && fit["samples"] as? Int == 49)
  }

  /// 0.28 ms of jitter would make the curve miss the first sample by 1.7 pt: by default all samples have equal weights.
  @Test func theDefaultNoiseKeepsTheDamping() throws {
    let fit = try fit(Self.bounce.replacingOccurrences(of: " --noise none", with: ""))
    #expect(abs(try value("damping", of: fit) - 10.90375) < 5e-5)
    let noise = try #require(fit["noise"] as? [String: Any])
    #expect(noise["model"] as? String == "estimated" && noise["variance"] as? String == "estimated")
    #expect(noise["timeNoise"] is NSNull)
    #expect(try #require(noise["scale"] as? Double) > 1)
  }

  @Test(arguments: [
    ("--frame-rate 60", 10.925561), ("--fix rest=88.2", 10.926083), ("--edge 88...", 10.903751),
    ("--from 0.1", 10.844142),
  ])
  func optionsMoveTheDamping(_ options: String, _ damping: Double) throws {
    let base =
      options.contains("frame-rate")
      ? Self.bounce.replacingOccurrences(of: "--interval 0.0167 ", with: "") : Self.bounce
    #expect(abs(try value("damping", of: fit("\(base) \(options)")) - damping) < 1e-5)
  }

  @Test func signFlipsOffsetsAndRest() throws {
    let fit = try fit(Self.bounce + " --sign -1")
    #expect(try value("rest", of: fit) == -88)
    #expect(abs(try value("damping", of: fit) - 10.903751254) < 1e-8)
    #expect(try value("initialVelocity", of: fit) < 0)
  }

  @Test func timesAreSecondsFromTheFirstSampleOfTheRange() throws {
    let fit = try fit(
      "traces/firefox/fling_medium_forward.csv --model deceleration --from 0.189325 --to 2.579114 --noise none"
    )
    #expect(fit["from"] as? Double == 0.189325 && fit["phase"] as? String == "range")
    #expect(abs(try value("decayConstant", of: fit) - 2.00191747) < 1e-8)
    #expect(abs(try value("initialVelocity", of: fit) - 1213.017418662) < 1e-6)
  }

  @Test func standardInputIsAFile() throws {
    let fit = try fit("- --model rubber-band < data/ios265_sim_rubberband_drag.csv")
    #expect(abs(try value("coefficient", of: fit) - 0.54995) < 1e-5)
    #expect(fit["source"] as? String == "-")
  }

  @Test func confidenceWidensTheInterval() throws {
    func width(_ options: String) throws -> Double {
      let parameters = try #require(fit(Self.bounce + options)["parameters"] as? [[String: Any]])
      let interval = try #require(parameters[3]["interval"] as? [Double])
      return interval[1] - interval[0]
    }
    // t quantiles with 46 degrees of freedom: 2.6870 at 99 %, 2.0129 at 95 %.
    let ratio = try width(" --confidence 0.99") / width("")
    #expect(abs(ratio - 2.687013 / 2.012896) < 1e-5)
  }

  @Test func thePathEndsAtTheFit() throws {
    let fit = try fit(Self.bounce + " --estimator gradient-descent --keep-path")
    let path = try #require(fit["path"] as? [[String: Any]])
    let last = try #require(path.last?["parameters"] as? [Double])
    #expect(path.count > 5)
    #expect(try last[3] == value("damping", of: fit))
  }

  @Test func theArticlesSearchStopsShort() throws {
    let run = try Binary(
      shell: "\"$0\" fit data/ios_bounce_levisonnn.csv --interval 0.0167 --select 3 --model bounce "
        + "--estimator compass-search-articles --format csv", in: Self.fixtures)
    #expect(run.status == 2 && run.errors.contains(": the fit did not converge: "), "\(run.errors)")
    #expect(run.output.contains("parameter,damping,1/s,10.54"))
  }

  @Test func sameBytesWhateverTheLocale() throws {
    let plain = try Binary(shell: "\"$0\" fit \(Self.bounce) --verbose", in: Self.fixtures)
    #expect(plain.status == 0 && plain.output.contains("10.9038 ± 0.0057 1/s"))
    #expect(
      try Binary(shell: "LC_ALL=de_DE.UTF-8 \"$0\" fit \(Self.bounce) --verbose", in: Self.fixtures).output
        == plain.output)
  }

  /// The articles' data travels in the binary.
  @Test func reproduceRunsFromAnotherFolder() throws {
    let folder = try TemporaryFolder()
    let run = try Binary(
      shell: "cp \"$0\" moved && cd / && \"$OLDPWD/moved\" reproduce --format csv", in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").count == 31)
  }

  @Test func reproduceMovesWithItsData() throws {
    let folder = try TemporaryFolder()
    let here = Self.fixtures.appending(path: "data").path
    let changed = try Binary(
      shell:
        "cp '\(here)'/*.csv . && sed -i 's/^1,20,88,123.0000/1,20,88,124.0000/' ios_bounce_levisonnn.csv && "
        + "\"$0\" reproduce --data . --format csv", in: folder.url)
    let plain = try Binary(shell: "\"$0\" reproduce --format csv")
    let before = plain.output.split(separator: "\n"), after = changed.output.split(separator: "\n")
    #expect(before.count == after.count)
    let moved = zip(before, after).filter { $0 != $1 }.map { $0.0.prefix { $0 != "," } }
    #expect(moved.contains("bounce-series-1-0.0167") && moved.contains("bounce-joint-60hz"))
    #expect(!moved.contains("bounce-series-2-0.0167") && !moved.contains("rubber-quadratic"))
  }

  @Test func projectJudgesRecordedFlings() throws {
    let run = try Binary(
      shell: "\"$0\" project --data data/ios265_sim_target_offsets.csv --format json", in: Self.fixtures)
    let root = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let regression = try #require(root["regression"] as? [String: Any])
    let slope = try #require((regression["slope"] as? [String: Any])?["value"] as? Double)
    #expect(abs(slope - 0.499534) < 1e-6)
    let verdicts = try #require(regression["verdicts"] as? [[String: Any]])
    #expect(verdicts.map { $0["holds"] as? Bool } == [false, true])
  }

  /// Pages with blocks of output, README.md and docs; the steps that the last digits of a processor's LAPACK cost are not compared.
  @Test(
    "Blocks of output in the documentation are real",
    arguments: [
      ("README.md", 1), ("docs/estimation.md", 1), ("docs/command-line.md", 2), ("docs/compare.md", 1),
      ("docs/ci.md", 1),
    ])
  func documentedOutputIsReal(_ page: String, _ count: Int) throws {
    let root = Self.fixtures.appending(path: "..").standardizedFileURL
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let blocks = text.split(separator: "```").filter { $0.hasPrefix("\n$ scrollfit ") }
    #expect(blocks.count == count)
    for block in blocks {
      // A command goes on after a backslash.
      var lines = block.dropFirst("\n$ ".count).split(separator: "\n", omittingEmptySubsequences: false)
      var command = String(lines.removeFirst())
      while command.hasSuffix("\\") { command += "\n" + lines.removeFirst() }
      let run = try Binary(shell: command.replacing("scrollfit ", with: "\"$0\" "), in: root)
      let steps = /\d+ iterations?, \d+ evaluations?/
      #expect(block.replacing(steps, with: "") == "\n$ \(command)\n\(run.output)".replacing(steps, with: ""))
    }
  }

  @Test("The README is at most 8 kB")
  func readmeIsShort() throws {
    let readme = try Data(contentsOf: Self.fixtures.appending(path: "../README.md"))
    #expect(readme.count <= 8192)
  }
}
