import Foundation
import Testing

/// `scrollfit tune`: constants that come closest to an engine.
struct TuneTests {
  private func run(_ arguments: String, in folder: URL? = nil) throws -> Binary {
    try Binary(shell: "\"$0\" tune \(arguments)", in: folder)
  }

  @Test("An engine's own model gets the engine's constants back")
  func ownModel() throws {
    let fling = try run("--like ios --model deceleration --for flutter")
    #expect(fling.status == 0 && fling.output.contains("decelerationRate  0.998\n"), "\(fling.output)")
    #expect(fling.output.contains("FrictionSimulation(0.135"))
    let bounce = try run("--like ios --model spring --format csv")
    #expect(bounce.status == 0)
    let frequency = bounce.output.split(separator: "\n").first { $0.contains("naturalFrequency") }
    #expect(frequency.flatMap { Double($0.split(separator: ",")[4]) }.map { abs($0 - 10.9) < 1e-4 } == true)
  }

  @Test(
    "Every model of a fling or a return that has constants can be tuned",
    arguments: [
      "deceleration", "deceleration-stop", "constant-deceleration", "deceleration-drift",
      "power-deceleration",
      "bounce", "spring", "rubber-band",
    ])
  func everyModel(_ model: String) throws {
    let run = try run("--like ios --model \(model) --format json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  /// Flutter's fling on Android has this model: exponent ln 0.78/ln 0.9 (`_kDecelerationRate`).
  @Test("The model power-deceleration gets the exponent of Flutter's fling on Android back")
  func powerDeceleration() throws {
    let csv = try run("--like 'Flutter Android' --model power-deceleration --format csv").output
    let exponent = csv.split(separator: "\n").first { $0.contains(",exponent,") }
    let value =
      exponent.flatMap { line in
        Double(line.split(separator: ",", omittingEmptySubsequences: false)[4])
      } ?? 0
    #expect(abs(value - log(0.78) / log(0.9)) < 1e-3, "\(csv)")
  }

  @Test("No constants of an exponential glide come nearer to a parabola than those found")
  func remaining() throws {
    let formula = "y = v0/k*(1 - exp(-k*t))"
    func maximum(_ model: String) throws -> Double {
      let text = try run("--like android \(model) --format json").output
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let phases = try #require(json?["phases"] as? [[String: Any]])
      return try #require(phases[0]["maximum"] as? Double)
    }
    let (model, typed) = (try maximum("--model deceleration"), try maximum("--formula \"\(formula)\""))
    #expect(model > 1 && abs(model - typed) < 1e-3 * model)
  }

  @Test(
    "The search for the constants of a formula is bounded",
    arguments: [
      "v0*a*t + v0*b*t", "v0*a*(1 - exp(-b*t)) + v0*c*(1 - exp(-d*t))",
      (0..<12).map { "v0*a\($0)*t" }.joined(separator: " + "),
    ])
  func bounded(_ formula: String) throws {
    let run = try Binary(shell: "ulimit -t 90; \"$0\" tune --like ios --formula 'y = \(formula)'")
    #expect(run.status == 0, "\(run.status) \(run.errors)")
  }

  @Test("A formula of thousands of constants, or of a page, is refused")
  func longFormula() throws {
    let many = (0..<2000).map { "v0*a\($0)*t" }.joined(separator: " + ")
    let long = "v0*a*t" + String(repeating: " + t - t", count: 300)
    for (formula, sentence) in [
      (many, "the formula has 2000 constants: at most 12 can be tuned"),
      (long, "the formula is longer than 2000 bytes, the maximum for a formula that is tuned"),
    ] {
      let run = try Binary(shell: "ulimit -t 10; \"$0\" tune --like ios --formula 'x = \(formula)'")
      #expect(run.status == 64 && run.errors == "scrollfit: \(sentence)\n", "\(run.status) \(run.errors)")
    }
  }

  @Test("A recording gives the current constants and the covered gestures")
  func recording() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<240).map { frame -> String in
      let time = Double(frame) / 60
      return "\(time),\((1100 / 3.0 * (1 - exp(-3 * time)) * 10).rounded() / 10)"
    }
    try "t,y\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("mine.csv"), atomically: true, encoding: .utf8)
    let run = try run("--like ios --model deceleration mine.csv", in: folder.url)
    #expect(run.status == 0 && run.output.contains("fling at 4000 pt/s (not covered)"), "\(run.output)")
    let constant = run.output.split(separator: "\n").first { $0.contains("decayConstant") }
    #expect(
      constant?.contains("2.002 1/s") == true && constant?.contains("  3.0") == true
        || constant?.contains("2.99") == true)
  }

  @Test(
    "Wrong usage is said",
    arguments: [
      ("--like ios --model springg", "did you mean 'spring'"), ("--like ios", "one of --model and --formula"),
      ("--like iosx --model spring", "no engine"),
      ("--like ios --model polynomial:2", "models that can be: deceleration, "),
      ("--like ios --formula \"y = v0*\"", "--formula"), ("--model spring", "--like"),
      ("--like ios --model spring --for pascal", "no toolkit"),
    ])
  func wrongUsage(_ arguments: String, _ words: String) throws {
    let run = try run(arguments)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
  }
}
