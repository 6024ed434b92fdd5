import Foundation
import Testing

@testable import Recordings

@Suite("Times without a unit, and stamps that begin anew")
struct TimeTests {
  private func trace(
    _ times: [String], header: String = "t", _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Trace {
    let rows = times.enumerated().map { "\($1),\($0 * $0 * 5)" }
    return try readOne(header + ",y\n" + rows.joined(separator: "\n") + "\n", change)
  }

  @Test(
    arguments: [
      (["0", "0.0167", "0.0333", "0.05"], 1.0), (["0", "1", "2", "3"], 1), (["0", "17", "33", "50"], 1e3),
      (["5000", "21667", "38333", "55000"], 1e6), (["0", "16666667", "33333333", "50000000"], 1e9),
      (["1690000000000", "1690000000100", "1690000000200", "1690000000300"], 1e3),
      (["1690000000", "1690000005", "1690000010", "1690000015"], 1),
    ] as [([String], Double)])
  func theUnitIsToldByTheRange(_ times: [String], _ perSecond: Double) throws {
    let trace = try trace(times)
    let expected = times.map { ((Double($0) ?? 0) - (Double(times[0]) ?? 0)) / perSecond }
    for (time, wanted) in zip(trace.times, expected) { #expect(abs(time - wanted) < 1e-9) }
    #expect(trace.warnings.contains { $0.contains("no unit was given") } == (perSecond != 1))
  }

  @Test func aNamedUnitIsBelieved() throws {
    let trace = try trace(["0", "1", "2", "3"], header: "time_s")
    #expect(trace.times == [0, 1, 2, 3])
    #expect(trace.warnings.isEmpty)
  }

  @Test("A named unit in which a screen's frames would last seconds is an error that names the likely one")
  func aNamedUnitThatCannotBe() throws {
    let error = #expect(throws: ReadingError.self) { try trace(["0", "17", "33", "50"], header: "time_s") }
    #expect(error?.description.contains("17.0 s, outside 1 to 250 ms; if the times are in ms, give ") == true)
  }

  @Test func aForcedUnitIsTakenAndAWrongOneTold() throws {
    let right = try trace(["0", "17", "33", "50"]) { $0.timesPerSecond = 1e3 }
    #expect(right.times == [0, 0.017, 0.033, 0.05])
    #expect(right.warnings.isEmpty)
    let wrong = try trace(["0", "17", "33", "50"]) { $0.timesPerSecond = 1 }
    #expect(wrong.times == [0, 17, 33, 50])
    #expect(wrong.warnings.contains { $0.contains("17 s") })
  }

  @Test(
    "A unit that changes inside a recording is an error that names where", arguments: [1000.0, 0.001, 1e6])
  func unitThatChanges(factor: Double) {
    let start = factor < 1 ? 1000.0 : 0
    let rows = (0..<60).map { row in
      "\(start + Double(row) * (row < 30 ? 1 : factor) / 60 + (row < 30 ? 0 : 30 * (1 - factor) / 60)),\(row * row)\n"
    }
    let error = #expect(throws: ReadingError.self) { try read("t,y\n" + rows.joined()) }
    #expect(error?.problem == .unitChange(sample: 32, isLonger: factor > 1))
    #expect(error?.line == 33)
  }

  @Test("A pause, also a long one at the end, is no change of the unit", arguments: [30, 52, 58])
  func pauseIsNoUnit(row: Int) throws {
    let rows = (0..<60).map { "\(Double($0) / 60 + ($0 < row ? 0 : 40)),\($0 * $0)\n" }
    #expect(try readOne("t,y\n" + rows.joined()).times.count == 60)
  }

  @Test func stampsOf32BitsGoOn() throws {
    let trace = try trace(["4294967262", "4294967279", "0", "16", "33"], header: "t_ms")
    for (time, wanted) in zip(trace.times, [0, 0.017, 0.034, 0.05, 0.067]) {
      #expect(abs(time - wanted) < 1e-12)
    }
    #expect(
      trace.cleaning == [
        Trace.Cleaning(what: "32-bit time stamp that began anew continued", count: 1, lines: [4])
      ])
  }

  @Test func aSmallerJumpBackIsStillAnError() {
    #expect(throws: ReadingError.self) { try trace(["1000", "1016", "1033", "1020"], header: "t_ms") }
  }

  @Test(arguments: [60.0, 80, 90, 120])
  func theDisplaysRate(_ rate: Double) throws {
    let times = (0..<200).map { ((Double($0) / rate) * 1000).rounded() / 1000 }
    #expect(FrameClock.detect(times)?.nominalRate == rate)
  }

  @Test func aVariableRateIsNone() {
    var generator = SeededGenerator(state: 3)
    var time = 0.0
    let times = (0..<200).map { _ in
      time += Double.random(in: 0.008...0.034, using: &generator)
      return time
    }
    let clock = FrameClock.detect(times)
    #expect(clock?.nominalRate == nil && clock?.isVariable == true)
  }

  @Test(
    "Dates and times of day are times",
    arguments: [
      "2024-02-29T23:59:59.%03dZ", "2024-02-29 23:59:59,%03d", "\"2024-03-01T01:29:59.%03d+01:30\"",
      "23:59:59.%03d",
    ])
  func dates(_ stamp: String) throws {
    let rows = (0..<50).map { String(format: stamp, 17 * $0) + ";\($0 * $0)" }
    let trace = try readOne("timestamp;y\n" + rows.joined(separator: "\n") + "\n")
    for (index, time) in trace.times.enumerated() { #expect(abs(time - 0.017 * Double(index)) < 1e-6) }
  }

  @Test(
    "Dates and times of day of objects are times, whatever stands beside them",
    arguments: [
      #"{"timestamp": "2024-02-29T23:59:59.%03dZ", "y": %d}"#,
      #"{"y": %2$d, "time": "2024-03-01T01:29:59.%1$03d+01:30"}"#,
      #"{"time": "23:59:59.%03d", "contentOffset": {"y": %d}, "note": "12:00:00"}"#,
      #"{"timestamp": "2024-02-29T23:59:59Z", "t": 0.%03d, "y": %d}"#,
    ])
  func datesOfObjects(_ line: String) throws {
    let text = (0..<50).map { String(format: line, 17 * $0, $0 * $0) + "\n" }.joined()
    let trace = try readOne(text)
    #expect(trace.times.count == 50 && trace.offsets[.y]?.last == 49 * 49)
    for (index, time) in trace.times.enumerated() { #expect(abs(time - 0.017 * Double(index)) < 1e-6) }
    #expect(trace.timeBasis == .recorded)
  }

  @Test(
    "Dates and times of day in an array of objects are times",
    arguments: [
      #"{"timestamp": "2024-02-29T23:59:59.%03dZ", "y": %d}"#,
      #"{"scrollTop": %2$d, "timeStamp": "2024-03-01T01:29:59.%1$03d+01:30"}"#,
      #"{"time": "23:59:59.%03d", "scroll": {"y": %d}, "note": "12:00:00"}"#,
      #"{"timestamp": "2024-02-29T23:59:59Z", "t": 0.%03d, "y": %d}"#,
    ])
  func datesOfArrays(_ object: String) throws {
    let objects = (0..<50).map { String(format: object, 17 * $0, $0 * $0) }
    for text in [
      "[" + objects.joined(separator: ",\n") + "]", #"{"samples": [\#(objects.joined(separator: ","))]}"#,
    ] {
      let trace = try readOne(text)
      #expect(trace.times.count == 50 && trace.offsets[.y]?.last == 49 * 49)
      for (index, time) in trace.times.enumerated() { #expect(abs(time - 0.017 * Double(index)) < 1e-6) }
      #expect(trace.timeBasis == .recorded)
    }
  }

  /// The recording of a line whose columns are arrays.
  private func trace(ofColumns line: String, _ options: ReadingOptions = ReadingOptions()) throws -> Trace {
    let traces = try TraceLine(Array(line.utf8), number: 7, source: "test").traces(options)
    return try #require(traces.first)
  }

  @Test(
    "Dates and times of day in an array of times are times",
    arguments: ["2024-02-29T23:59:59.%03dZ", "2024-03-01 01:29:59,%03d+01:30", "23:59:59.%03d"])
  func datesOfColumns(_ stamp: String) throws {
    let times = (0..<50).map { "\"" + String(format: stamp, 17 * $0) + "\"" }.joined(separator: ", ")
    let offsets = (0..<50).map { String($0 * $0) }.joined(separator: ",")
    for line in [
      #"{"id": "a", "timestamp": [\#(times)], "y": [\#(offsets)]}"#,
      #"{"y": [\#(offsets)], "marks": ["10:00:00"], "t" : [ \#(times) ]}"#,
    ] {
      #expect(TraceLine.isFirst(in: Array(line.utf8)) == true)
      let trace = try trace(ofColumns: line)
      #expect(trace.offsets[.y]?.last == 2401.0)
      for (index, time) in trace.times.enumerated() { #expect(abs(time - 0.017 * Double(index)) < 1e-6) }
      #expect(trace.timeBasis == .recorded)
    }
  }

  @Test("A row of a table that lists dates is no recording of its own") func rowWithDates() {
    #expect(TraceLine.isFirst(in: Array(#"{"t": 0, "y": 1, "marks": ["10:00:00"]}"#.utf8)) == false)
  }

  @Test(
    "An array of dates with something else in it, or of another length, is an error of its line",
    arguments: [
      #"{"t": ["10:00:00", "soon"], "y": [1, 2]}"#, #"{"t": ["10:00:00", 1], "y": [1, 2]}"#,
      #"{"t": [1, "10:00:00"], "y": [1, 2]}"#, #"{"t": ["10:00:00"], "y": [1, 2]}"#,
    ])
  func mixedDates(_ line: String) {
    #expect {
      try trace(ofColumns: line)
    } throws: { ($0 as? ReadingError)?.line == 7 }
  }

  @Test("Dates in the place of offsets are an error that names their column")
  func datesAsOffsets() {
    var options = ReadingOptions()
    options.columns = ["y": "stamp"]
    let expected = ReadingError.Problem.datesNotNumbers(column: "stamp")
    #expect {
      try trace(ofColumns: #"{"t": [0, 1], "stamp": ["10:00:00", "10:00:01"], "y": [1, 2]}"#, options)
    } throws: { ($0 as? ReadingError)?.problem == expected }
    // The only column of times is no column of offsets either.
    #expect {
      try read(#"[{"time": "10:00:00", "y": 1}, {"time": "10:00:01", "y": 2}]"#) {
        $0.columns = ["y": "time"]
      }
    } throws: { ($0 as? ReadingError)?.problem == .datesNotNumbers(column: "time") }
    let rows = [#"{"t": 0, "stamp": "10:00:00", "y": 1}"#, #"{"t": 0.02, "stamp": "10:00:01", "y": 2}"#]
    for text in [rows.joined(separator: "\n") + "\n", "[" + rows.joined(separator: ",\n") + "]"] {
      #expect { try read(text) { $0.columns = ["y": "stamp"] } } throws: {
        ($0 as? ReadingError)?.problem == expected
      }
    }
  }

  @Test("An object whose time is no date is left out and counted")
  func noDateOfAnObject() throws {
    let times = (0..<20).map { String(format: "\"10:00:00.%03d\"", 16 * $0) }
    let rows = (times + ["\"soon\"", "null"]).map { "{\"time\": \($0), \"y\": 1}\n" }
    let trace = try readOne(rows.joined())
    #expect(trace.times.count == 20 && trace.cleaning.map(\.count) == [2])
  }

  @Test("A date in a column of offsets is no number") func dateAsOffset() {
    #expect(throws: ReadingError.self) { try readOne("t,y\n0,2024-02-29T23:59:59Z\n0.016,3\n") }
  }

  @Test func whatIsReadAFrameTooEarlyOrTooLate() {
    // One step is 10: a double step and a repetition; a repetition and, two samples on, the double step that makes up for it.
    let early: [Double] = [0, 10, 20, 40, 40, 50, 60, 70, 80, 90]
    #expect(RepeatedFrames.misread(early, grid: 1) == [3, 4])
    let late: [Double] = [0, 10, 20, 30, 30, 40, 50, 70, 80, 90, 100]
    #expect(RepeatedFrames.misread(late, grid: 1) == [3, 4, 5, 6])
    // What stands still on both sides has no double step.
    let still = [Double](repeating: 0, count: 20) + [10, 20, 20, 30] + [Double](repeating: 30, count: 20)
    #expect(RepeatedFrames.misread(still, grid: 1) == [21, 22])
    #expect(RepeatedFrames.misread([0, 10, 20, 30, 40, 50], grid: 1).isEmpty)
  }

  @Test("Repeated frames are found by their size") func repeatedFrames() {
    let offsets: [Double] = [0, 0, 0, 10, 22, 22, 40, 50, 50, 50]
    #expect(RepeatedFrames.detect(offsets, grid: 1) == [5])
    #expect(RepeatedFrames.detect(offsets, grid: 6).isEmpty)
    // Slow content repeats where the next step makes up for it; else it only rounds to the same pixel.
    #expect(RepeatedFrames.detect([0, 2, 4, 6, 6, 10, 12, 14, 16], grid: 1) == [4])
    #expect(RepeatedFrames.detect([0, 2, 4, 6, 6, 8, 10, 12, 14], grid: 1).isEmpty)
    #expect(RepeatedFrames.detect([0, 1, 2, 3, 3, 5, 6, 7, 8], grid: 1).isEmpty)
    // Two in a row, and the step of three that makes up for them; a motion that stands still and goes on has none, nor have three.
    #expect(RepeatedFrames.detect([0, 10, 20, 30, 30, 30, 60, 70, 80], grid: 1) == [4, 5])
    #expect(RepeatedFrames.detect([0, 10, 20, 30, 30, 30, 40, 50, 60], grid: 1).isEmpty)
    #expect(RepeatedFrames.detect([0, 10, 20, 30, 30, 30, 30, 70, 80, 90], grid: 1).isEmpty)
  }

  @Test("Content is behind from a repeated frame to the step that makes up for it") func delays() {
    func delays(_ offsets: [Double]) -> [Int]? {
      RepeatedFrames.delays(
        times: offsets.indices.map { Double($0) / 60 }, offsets: offsets, grid: 1, of: offsets.indices)
    }
    // Read two frames after the repeated one, the content goes on where it would have been.
    #expect(
      delays([0, 10, 20, 30, 30, 40, 50, 70, 80, 90, 100]) == [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0])
    // Behind from the start: only the step that makes up for it shows it.
    #expect(
      delays([0, 10, 20, 30, 50, 60, 70, 80, 80, 90, 100]) == [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1])
    // A frame that the engine missed is made up for by nothing.
    #expect(delays([0, 10, 20, 30, 30, 40, 50, 60, 70]) == [0, 0, 0, 0, 1, 1, 1, 1, 1])
    #expect(delays([0, 10, 20, 30, 30, 30, 60, 70, 80]) == [0, 0, 0, 0, 1, 2, 0, 0, 0])
    // Content that only slows down, or that repeats nothing, is on time.
    #expect(delays([0, 40, 64, 78, 87, 92, 95, 97, 98]) == nil)
    #expect(delays([0, 10, 20, 40, 50, 60, 70]) == nil)
    // Three behind are no recorder's doing.
    #expect(delays([0, 10, 20, 30, 30, 40, 50, 50, 60, 70, 70, 80, 90, 100]) == nil)
  }

  @Test("A gap in the times is no double step") func delaysAtGaps() {
    let frames: [Double] = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    let offsets: [Double] = [0, 10, 20, 30, 50, 60, 70, 70, 90, 100, 110]
    func delays(_ motion: Range<Int>) -> [Int]? {
      RepeatedFrames.delays(times: frames.map { $0 / 60 }, offsets: offsets, grid: 1, of: motion)
    }
    #expect(delays(0..<11) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    // What lies around a motion shows its usual steps, and no delay of its own.
    #expect(delays(7..<11) == nil)
    #expect(delays(6..<9) == [0, 1, 0])
  }
}
