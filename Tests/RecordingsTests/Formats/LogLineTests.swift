import Recordings
import Testing

@Suite("Values inside text")
struct LogLineTests {
  /// Two lines of a kind, for a first value and a second.
  private func offsets(_ line: (String) -> String, _ change: (inout ReadingOptions) -> Void = { _ in }) throws
    -> Trace
  {
    try readOne([1, 2, 4].map { line("\($0).5") + "\n" }.joined(), change)
  }

  @Test(arguments: [
    "contentOffset:%", "contentOffset = {0, %}", "contentOffset: (0.0, %)", "offset: CGPoint(x: 0.0, y: %)",
    "convertScale:0.52 contentOffset:%", "[contentOffset %]", "did scroll to {0, -3} contentOffset.y=%pt",
    "offset %, speed",
    "偏移 %", "Optional(contentOffset: %)",
  ])
  func theWordBeforeANumberNamesIt(_ line: String) throws {
    let trace = try offsets { line.replacing("%", with: $0) }
    #expect(trace.format == "log")
    #expect(trace.offsets[.y] == [1.5, 2.5, 4.5])
  }

  @Test func theClockInFrontIsTheTime() throws {
    let text = """
      2021-12-31 23:59:59.990000+0100 App[12:345] offset 1
      2022-01-01 00:00:00.006500+0100 App[12:345] offset 2
      2021-12-31 23:00:00.023000Z App offset 4

      """
    let trace = try readOne(text)
    #expect(trace.times.count == 3)
    for (time, wanted) in zip(trace.times, [0, 0.0165, 0.033]) { #expect(abs(time - wanted) < 1e-9) }
    // 2021-12-31 22:59:59.99 UTC.
    #expect(abs(trace.timeOrigin - 1_640_991_599.99) < 1e-6)
  }

  @Test func linesOfAnotherKindAreLeftOutAndCounted() throws {
    let trace = try readOne("offset 1\nvelocity 12\noffset 2\nhello\noffset 3\n") { $0.frameRate = 60 }
    #expect(trace.offsets[.y] == [1, 2, 3])
    #expect(
      trace.cleaning == [Trace.Cleaning(what: "record without every column left out", count: 1, lines: [2])])
    let frames: [Double] = [0, 1.0 / 60, 2.0 / 60]
    #expect(trace.times == frames)
  }

  @Test func aNumberWithoutANameIsNoOffset() {
    let error = #expect(throws: ReadingError.self) {
      try readOne("[SPEED] - 812.3 =( 13.5 )/( 0.0166 )\n[SPEED] - 790.1 =( 13.1 )/( 0.0166 )\n")
    }
    #expect(error?.problem == .noUsableColumn(found: ["SPEED"], projection: false))
  }

  @Test func aColumnOfALogIsNamedLikeAnyOther() throws {
    let trace = try readOne("pos 1 speed 9\npos 2 speed 8\npos 4 speed 7\n") { $0.columns = ["y": "pos"] }
    #expect(trace.offsets[.y] == [1, 2, 4])
  }

  @Test func scrollReverserOfOldCountsLines() throws {
    let line = "22:18:29.4 %i [type scroll][source mouse][phase normal][touchElapsed %t][pid 0][x 0][y -4]\n"
    let text = (0..<3).map {
      line.replacing("%i", with: "\($0)").replacing("%t", with: "\(24_377_334 + 8 * $0)")
    }.joined()
    #expect(throws: ReadingError.self) { try readOne(text) }
    #expect(try readOne(text) { $0.lineHeight = 10 }.offsets[.y] == [-40, -80, -120])
  }

  @Test(arguments: [
    ("20:20:48.7 1 [type scroll][elapsed 1e300][x_pt 1][y_pt 2]\n", InputFormat.scrollReverser),
    ("[  99999999999999999999.5] /dev/input/event1: 0003 0036 000001\n", .getevent),
  ])
  func aTimeBeyondAllIntegersIsNoTime(_ text: String, format: InputFormat) throws {
    #expect(throws: ReadingError.self) { try readOne(text) { $0.inputFormat = format } }
    // A year whose nanoseconds no integer holds: the lines count.
    let trace = try readOne("9999-12-31 23:59:59 offset 1\n9999-12-31 23:59:58 offset 2\n")
    #expect(trace.timeBasis == .rowNumber)
  }
}
