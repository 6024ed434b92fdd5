import ScrollAnalysis
import ScrollFitting
import Testing

@testable import Reports

struct TextTests {
  @Test("A fit as text") func fit() {
    #expect(
      ReportFormat.text.render(Samples.analysis) == """
        bounce.csv, series 1
          warning    taken as one phase
          recording  csv, first time stamp 1e9 s, a frame every 16.667 ms, 2 frames dropped, y on a grid of
                     0.5 pt, y edge at -64 pt
          cleaning   repeated sample dropped: 3 (lines 4, 9, …)

          y, whole: bounce, 49 samples from 0 s to 0.8016 s
            warning  a wide, "quoted" warning

            parameter  value                 95 % interval
            rest            64 pt                                fixed
            damping    10.9038 ± 0.0057 1/s  10.8923 to 10.9153

            residuals  rms 0.162 pt is 1.12 times the floor 0.144 pt of a 0.5 pt grid, largest 0.41 pt, 46
                       degrees of freedom, Durbin-Watson 0.68, runs p < 0.001
            over time  ▅▁▅▇ (±0.5 pt)
            noise      all samples alike, their scatter estimated from the residuals
            errors     from the curvature at the minimum, Student's t with 46 degrees of freedom
            verdict    holds: 0.05 % of the travel
            against    damping 10.9 (damping article): +0.0038, 0.7 standard errors
            selection  AICc -170.2, BIC -165.0, R² 0.99999513
            weights    bounce 1.000, spring < 0.001
            converged  variable-projection, 1 iteration, 9 evaluations: the gradient is zero

        """)
  }

  @Test("A projection as text") func projection() {
    #expect(
      ReportFormat.text.render(Samples.projection) == """
        rate 1/ms  velocity pt/s  Apple pt    log pt  log - Apple pt  (Apple - log) / log
        0.998               1000  499.0000  499.4998       0.4998332            -0.1001 %
        0.5                -1000   -1.0000   -1.4427      -0.4426950             -30.69 %

        deceleration rate 0.998 1/ms, 4 flings
          estimate            value                  interval
          slope               0.499654 ± 0.000041 s  0.499476 to 0.499832
          stopVelocity           10.65 ± 0.24 pt/s   9.62 to 11.69
          slopeThroughOrigin   0.49807 ± 0.00030 s   0.49710 to 0.49900

          model               distance = slope (|velocity| - stopVelocity); slopeThroughOrigin has no stop
                              velocity
          residuals           largest 0.125 pt: 0.0143, -0.116, 0.125, -0.0232
          through the origin  largest 3 pt: 2.7, -1, -3, -2
          Apple's formula     0.499 s does not lie in the interval: the slope is 15.8 standard errors above
                              it
          log formula         0.49949983 s lies in the interval: the slope is 3.7 standard errors above it

        """)
  }

  @Test("Claims as text") func claims() {
    #expect(
      ReportFormat.text.render(Samples.claims) == """
        claim                   article  published  recomputed            verdict
        bounce-series-1-0.0167  damping       10.9  10.9038 ± 0.0057 1/s  confirmed
        bounce-joint-f-test     damping                16.8               new

          bounce-series-1-0.0167
            statement  the damping is always close to 10.9
            also       c2 3880.67, c1 35.9598
            detail     word word word word word word word word word word word word word word word word word
                       word word word word word word word word word word word word word word word word word
                       word word word word word word end

          bounce-joint-f-test
            statement  one damping for all
            also       p 3e-7
            detail     new

        """)
  }

  @Test("Reports without content have a sentence") func empty() {
    let nothing = Analysis(recordings: [], fits: [])
    #expect(ReportFormat.text.render(nothing) == "No recording, no fit.\n")
    #expect(
      ReportFormat.text.render(ProjectionAnalysis(table: [], regressions: [])) == "No rate, no fling.\n")
    #expect(ReportFormat.text.render([Claim]()) == "No claim.\n")
    let unfitted = ReportFormat.text.render(Analysis(recordings: [Samples.recording()], fits: []))
    #expect(unfitted.contains("whole  y, 49 samples from 0 s to 0.8016 s, no fit: all of it\n"))
  }

  /// Nothing in a file's name reaches the terminal as a command, and no line is split by it.
  @Test func hostileNamesAreHarmless() {
    for format in [ReportFormat.text, .markdown] {
      let scalars = format.render(Samples.hostile).unicodeScalars
      #expect(!scalars.contains { ($0.value < 32 && $0 != "\n") || $0 == "\u{202e}" })
    }
    let first = ReportFormat.text.render(Samples.hostile).prefix { $0 != "\n" }
    let name = "<img onerror=alert(1)>|\"a_b`*\\n,🛼\\u{1b}[31m\\u{202e}.csv"
    #expect(first == "\(name), series \(name)")
  }

  @Test func fitsWithoutRecordingAreKept() {
    let text = ReportFormat.text.render(
      Analysis(recordings: [], fits: [Samples.fit(source: "-", series: nil)]))
    #expect(text.hasPrefix("standard input\n"))
    #expect(text.contains("10.9038 ± 0.0057 1/s"))
  }

  @Test func aStopShortOfAMinimumIsNamed() {
    let text = ReportFormat.text.render(
      Analysis(recordings: [], fits: [Samples.fit(termination: .noDescent, fitted: [0, 1, 2, 3.5])]))
    #expect(text.contains("did not converge  variable-projection, 1 iteration, 9 evaluations: stalled:"))
    #expect(!text.contains("in order"))
  }

  @Test("Facts are wrapped to the width of the terminal") func wrapping() {
    let facts = Document.Block.facts([
      .init("a", "one two three"), .init("long", String(repeating: "x", count: 30)),
    ])
    #expect(
      TextWriter(width: 14).write(Document(blocks: [facts])) == """
        a     one two
              three
        long  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

        """)
  }
}

struct SparklineTests {
  @Test func zeroIsHalfWayUp() {
    #expect(Sparkline([-2, -1, 0, 1, 2])?.blocks == "▁▃▅▇█")
    #expect(Sparkline([-2, -1, 0, 1, 2])?.scale == 2)
  }

  @Test func theLargestOfNeighboursIsDrawn() {
    let residuals = (0..<600).map { $0 == 301 ? -4.0 : 0 }
    let blocks = Sparkline(residuals)?.blocks
    #expect(blocks == String(repeating: "▅", count: 30) + "▁" + String(repeating: "▅", count: 29))
  }

  @Test(arguments: [[], [1], [0, 0], [1, .nan], [.infinity, 1]])
  func nothingToDraw(_ residuals: [Double]) {
    #expect(Sparkline(residuals) == nil)
  }

  @Test func intervalAtTheSamePlace() {
    #expect(Samples.damping.text == "10.9038 ± 0.0057 1/s")
    #expect(Samples.damping.intervalText == "10.8923 to 10.9153")
    #expect(Samples.rest.text == "64 pt")
    #expect(Samples.rest.intervalText == "")
    #expect(Samples.destination.text == "infinite")
  }
}
