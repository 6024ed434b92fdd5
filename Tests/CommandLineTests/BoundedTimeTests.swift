import Foundation
import Testing

/// Input that once took minutes: the processor's time is limited, so that other work on the machine makes no test fail.
struct BoundedTimeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ shell: String) throws -> Binary {
    try Binary(shell: shell, in: folder.url)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: name))
  }

  @Test(
    "The evaluations of a fit are bounded, whatever the samples",
    arguments: [
      "deceleration-drift --intervals profile", "power-deceleration --intervals profile",
      "power-deceleration --estimator gradient-descent --noise grid --intervals profile",
      "power-deceleration --intervals bootstrap --replicates 100",
    ])
  func boundedEvaluations(_ options: String) throws {
    try write("five.csv", "t,y\n0,88\n0.125,88\n0.25,88\n0.375,89\n0.5,89\n")
    let waves = (0..<90).map { "\(Double($0) / 60),\((100 * sin(Double($0) / 5 + 1)).rounded())\n" }
    try write("waves.csv", "t,y\n" + waves.joined())
    for file in ["five.csv", "waves.csv"] {
      let run = try run("ulimit -t 15; \"$0\" fit \(file) --model \(options) --format json")
      #expect([0, 1, 2].contains(run.status), "\(file) \(options): \(run.status) \(run.errors)")
    }
    let spent = try run("\"$0\" fit waves.csv --model power-deceleration --format json")
    #expect(spent.status == 2 && spent.output.contains("\"reason\": \"budget\""))
    #expect(spent.output.contains("evaluation budget spent"))
  }

  @Test(
    "The replicates of a bootstrap share a budget, and the fit names where it ended",
    arguments: ["bootstrap", "bootstrap-cases"])
  func boundedBootstrap(_ intervals: String) throws {
    let waves = (0..<90).map { "\(Double($0) / 60),\((100 * sin(Double($0) / 5 + 1)).rounded())\n" }
    try write("waves.csv", "t,y\n" + waves.joined())
    let command =
      "ulimit -t 15; \"$0\" fit waves.csv --model power-deceleration --intervals \(intervals) --format json"
    let run = try run(command)
    #expect(run.status == 2, "\(run.status) \(run.errors)")
    #expect(run.output.contains("evaluation budget spent after "))
    #expect(!run.output.contains("evaluation budget spent after 1000 "))
  }

  @Test(
    "The evaluations of a formula are bounded, whatever the samples",
    arguments: ["", "--intervals profile", "--intervals bootstrap --replicates 100", "--starts 4"])
  func boundedFormula(_ options: String) throws {
    let rows = (0..<100).map { index in
      let wave = sin(12.9898 * Double(index)) * 43758.5453
      return "\(Double(index) / 60),\((1000 * (wave - wave.rounded(.down))).rounded())\n"
    }
    try write("noise.csv", "t,y\n" + rows.joined())
    let formula = "y = a*exp(-b*t)*sin(c*t^d+e)+f*exp(-g*t)*cos(h*t)"
    let run = try run("ulimit -t 20; \"$0\" fit noise.csv --formula '\(formula)' \(options) --format json")
    #expect([0, 1, 2].contains(run.status), "\(options): \(run.status) \(run.errors)")
  }

  @Test(
    "Engines are identified in bounded time though the unit of the times is wrong", arguments: ["ms", "ns"])
  func wrongTimeUnit(_ unit: String) throws {
    let rows = (0..<80).map { "\(Double($0) / 60),\(1000 * (1 - exp(-Double($0) / 30)))\n" }
    try write("x.csv", "time,y\n" + rows.joined())
    let run = try run("ulimit -t 15; \"$0\" identify x.csv --time-unit \(unit)")
    #expect([0, 1, 2].contains(run.status), "\(run.status) \(run.errors)")
    #expect(!run.output.contains("to sample 0 s"))
  }

  @Test("The nearest engine of half an hour at 120 Hz is found in seconds")
  func longRecording() throws {
    let rows = (0..<240_000).map { "\(Double($0) / 120),\(1000 * sin(Double($0) / 500) + Double($0 % 7))\n" }
    try write("x.csv", "time,y\n" + rows.joined())
    let run = try run("ulimit -t 15; \"$0\" fit x.csv --model polynomial:2")
    #expect(run.status == 0, "\(run.status) \(run.errors)")
  }

  @Test("Tens of thousands of series without a fit are told in time that grows with their number")
  func manySeries() throws {
    try write("x.csv", "series,t,y\n" + (0..<60_000).map { "s\($0),0,\($0)\n" }.joined())
    let run = try run("ulimit -t 10; \"$0\" fit x.csv 2>&1 | wc -l")
    #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "60000", "\(run.output)")
  }

  @Test("Offsets that tremble around a rest are segmented in time that grows with their number")
  func tremblingRest() throws {
    let rows = (0..<12_800).map { index in
      let wave = (1...3).map { sin(12.9898 * Double(index) + 78.233 * Double($0)) * 43758.5453 }
      let offset = wave.reduce(0) { $0 + $1 - $1.rounded(.down) - 0.5 }
      return "\(Double(index) / 120),\((3 * offset).rounded() / 3)\n"
    }
    try write("x.csv", "t,y\n" + rows.joined())
    let run = try run("ulimit -t 25; \"$0\" segment x.csv")
    #expect(run.status == 0, "\(run.status) \(run.errors)")
  }

  @Test(
    "A straight line and steps of one size take a time that grows with the samples",
    arguments: ["segment", "fit", "identify", "check"])
  func straightLine(_ verb: String) throws {
    let line = (0..<12_800).map { "\(Double($0) / 120),\(3 * $0)\n" }
    try write("line.csv", "t,y\n" + line.joined())
    let stairs = (0..<12_800).map { "\(Double($0) / 120),\(100 * ($0 / 200))\n" }
    try write("stairs.csv", "t,y\n" + stairs.joined())
    for file in ["line.csv", "stairs.csv"] {
      let run = try run("ulimit -t 15; \"$0\" \(verb) \(file)")
      #expect(run.status == 0, "\(file): \(run.status) \(run.errors)")
    }
  }
}
