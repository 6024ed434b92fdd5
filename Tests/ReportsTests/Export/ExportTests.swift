import ScrollFitting
import ScrollModels
import TestSupport
import Testing

@testable import Reports

/// The content of exported source, in the languages that no tool here runs too.
struct ExportTests {
  private static let sources: [ExportLanguage] = [.swift, .kotlin, .dart, .javascript]

  private func render(_ language: ExportLanguage, _ fits: Fit...) throws -> String {
    try #require(language.render(Analysis(recordings: [], fits: fits)))
  }

  @Test("A rubber band as Kotlin") func kotlin() throws {
    let text = try render(.kotlin, ExportSamples.rubberBand)
    #expect(
      text.split(separator: "\n").prefix(23).joined(separator: "\n") == """
        // 1 motion by scrollfit fit --export kotlin.
        // Offsets grow as content scrolls to its end; times are s from the start of each motion.
        import kotlin.math.abs
        import kotlin.math.max
        // rubber-band fitted to fling.csv, axis y, whole, 0.25 s to 2.55 s.
        // coefficient 0.553, dimension 811.9.
        // 49 samples, residuals rms 0.162 pt.
        object RubberBandY {
          // the slope at the edge
          val coefficient: Double = 0.553
          // 1/pt, coefficient / dimension; the dimension is 811.9 pt
          val bend: Double = 0.0006811183643305826
          // The content's travel beyond the edge, pt, over the finger's, pt.
          fun value(travel: Double): Double {
            return coefficient * travel / (1.0 + bend * abs(travel))
          }
          // How much of a move of the finger the content follows.
          fun derivative(travel: Double): Double {
            val factor = 1.0 + bend * abs(travel)
            return coefficient / (factor * factor)
          }
          // travel, value and derivative as they were fitted.
          val table: List<DoubleArray> = listOf(
        """, "\(text)")
  }

  @Test(arguments: sources) func bracketsPairAndEveryMotionIsThere(_ language: ExportLanguage) throws {
    let text = try #require(language.render(ExportSamples.analysis))
    let code = text.split(separator: "\n").filter { line in
      !line.drop { $0 == " " }.hasPrefix("//")
    }.joined(separator: "\n")
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]")] as [(Character, Character)] {
      #expect(code.count { $0 == open } == code.count { $0 == close })
    }
    #expect(ExportSamples.analysis.motions.count == ExportSamples.all.count)
    #expect(code.components(between: "largestError").count > ExportSamples.all.count)
    #expect(!code.contains("nan") && !code.contains("-inf"))
  }

  @Test("Every model with a closed form is among the exported samples")
  func everyModelIsExported() {
    let exported = Set(ExportSamples.analysis.motions.map(\.fit.model))
    for model in MotionModel.all { #expect(exported.contains(model), "\(model)") }
  }

  /// Doubles read back as they were, and a language without a rule for 500 as a double gets 500.0.
  @Test(arguments: sources) func numbersReadBackToTheSameDouble(_ language: ExportLanguage) throws {
    let value = 0.1 + 0.2
    let text = try render(
      language,
      ExportSamples.fit(
        "deceleration", [("initialOffset", 500), ("initialVelocity", value), ("decayConstant", 1e-7)]))
    #expect(text.contains("= 500.0"))
    #expect(text.contains("= 0.30000000000000004"))
    #expect(text.contains("= 1e-07"))
  }

  @Test func aMotionThatNeverEndsLastsForEver() throws {
    let endless = ExportSamples.fit(
      "deceleration", [("initialOffset", 5), ("initialVelocity", 3), ("decayConstant", 0)])
    #expect(try render(.swift, endless).contains("static let duration: Double = .infinity"))
    #expect(try render(.kotlin, endless).contains("duration: Double = Double.POSITIVE_INFINITY"))
    #expect(try render(.dart, endless).contains("duration = double.infinity;"))
    #expect(try render(.javascript, endless).contains("duration = Infinity;"))
  }

  @Test func aStopIsWhereTheVelocityEnds() throws {
    for language in Self.sources {
      #expect(try render(language, ExportSamples.stop(2.37, 11.9)).contains("time >= stopTime"))
      // Its speed never falls to 0: there is no stop.
      #expect(try !render(language, ExportSamples.stop(2.37, 0)).contains("stopTime"))
    }
  }

  @Test func dartHasItsOwnExpm1() throws {
    let text = try render(.dart, ExportSamples.deceleration)
    #expect(text.contains("import 'dart:math' show exp, log, max;"))
    #expect(text.contains("double _expm1(double x)"))
    #expect(text.contains("initialVelocity * _expm1(-decayConstant * time)"))
    #expect(try !render(.dart, ExportSamples.rubberBand).contains("_expm1"))
  }

  @Test func namesAreDistinct() throws {
    let text = try render(
      .swift, ExportSamples.deceleration, ExportSamples.deceleration,
      ExportSamples.fit("deceleration", [("a", 1), ("b", 2), ("c", 3)], axis: .x), ExportSamples.stop(2, 3))
    for name in ["DecelerationY", "DecelerationY_2", "DecelerationX", "DecelerationStopY"] {
      #expect(text.contains("enum \(name) {"))
    }
  }

  /// Nothing that a file is called ends a comment, a line or a script.
  @Test(arguments: ExportLanguage.allCases) func hostileNamesStayInComments(_ language: ExportLanguage) throws
  {
    let names = [
      "*/ }; evil(); /*", "a\nevil()", "b\r\nevil()", "c\u{2028}evil()", "</script><script>evil()",
    ]
    for name in names {
      let hostile = ExportSamples.fit(
        "deceleration", [("initialOffset", 5), ("initialVelocity", 300), ("decayConstant", 2)],
        duration: ("duration", 3), source: name)
      let text = try render(language, hostile)
      let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains("evil") }
      #expect(lines.count == 1)
      let line = try #require(lines.first).drop { $0 == " " }
      #expect(line.hasPrefix(language == .css ? "/* " : "//"))
      #expect(!line.contains("</") && !line.unicodeScalars.contains("\u{2028}"))
      #expect(line.dropLast(2).contains("*/") == false)
    }
  }

  @Test("A deceleration as a CSS easing") func css() throws {
    let text = try render(.css, ExportSamples.deceleration)
    #expect(text.contains("  --deceleration-y-easing: linear(0, "))
    // ln(842.3/(2.37 · 0.25))/2.37: when a quarter of a point is left.
    #expect(text.contains("  --deceleration-y-duration: 3.06"))
    #expect(text.contains("  --deceleration-y-from: 113.7px;"))
    #expect(text.contains(", 1);"))
    // What is said of the error is true of the model at rest, too.
    let motion = try #require(FittedMotion(ExportSamples.deceleration))
    let easing = try #require(motion.easing)
    #expect(easing.largestError <= 0.25)
    #expect(text.contains("/* \(easing.stops.count) stops, at most "))
  }

  @Test func cssLeavesOutWhatHasNoTimeOrEnd() {
    let endless = ExportSamples.fit(
      "deceleration", [("initialOffset", 5), ("initialVelocity", 3), ("decayConstant", 0)])
    let some = Analysis(
      recordings: [], fits: [ExportSamples.deceleration, ExportSamples.rubberBand, endless])
    #expect(ExportLanguage.css.omitted(of: some) == 2 && ExportLanguage.swift.omitted(of: some) == 0)
    #expect(ExportLanguage.css.render(some)?.contains("2 fits cannot be written") == true)
    #expect(ExportLanguage.css.render(Analysis(recordings: [], fits: [ExportSamples.rubberBand])) == nil)
  }

  @Test(arguments: ExportLanguage.allCases) func whatIsNoLawIsLeftOut(_ language: ExportLanguage) {
    let formula = ExportSamples.fit(.formula, [("a", 3)])
    let undefined = ExportSamples.fit(
      "bounce", [("rest", 1), ("displacement", .nan), ("initialVelocity", 1), ("damping", 2)])
    #expect(language.render(Analysis(recordings: [], fits: [formula, undefined])) == nil)
    #expect(language.omitted(of: Analysis(recordings: [], fits: [formula, undefined])) == 2)
  }

  /// x₀ and v₀ of a fit with a clock offset hold at the release: the exported motion passes the curve's first sample.
  @Test func aReleaseIsMovedToTheFirstSample() throws {
    let released = try #require(
      ExportSamples.all.first { $0.parameters.count == 4 && $0.model == "deceleration" })
    let motion = try #require(FittedMotion(released))
    #expect(abs(motion.curve.value(at: 0) - 120) < 1e-12 * 120)
    // From 100 at 500 pt/s with k = 2: e^(−kt) = 1 − 2·20/500.
    #expect(abs(motion.curve.slope(at: 0) - 460) < 1e-10)
  }

  @Test func unitsAreTheRecordings() throws {
    #expect(try render(.swift, ExportSamples.deceleration).contains("/// pt/s\n"))
    let pixels = ExportSamples.fit(
      "deceleration", [("initialOffset", 5), ("initialVelocity", 300), ("decayConstant", 2)], offsetUnit: "px"
    )
    #expect(try render(.swift, pixels).contains("/// px/s\n"))
  }
}

extension String {
  fileprivate func components(between word: String) -> [Substring] {
    split(separator: word, omittingEmptySubsequences: false)
  }
}
