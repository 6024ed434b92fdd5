import Testing

@testable import Recordings

/// JSON documents as people write recordings into them.
struct DocumentTests {
  private let times = [0, 0.016, 0.034, 0.05]
  private let offsets = [5, 5, 9.5, 18]

  @Test(arguments: [
    #"{"t": [0, 0.016, 0.034, 0.05], "y": [5, 5, 9.5, 18]}"#,
    #"{"device": "x", "scale": 3, "time": [0, 0.016, 0.034, 0.05], "offset": [5, 5, 9.5, 18], "taps": [1]}"#,
    "{\n  \"t\": [0, 0.016,\n 0.034, 0.05],\n  \"y\": [5, 5, 9.5, 18]\n}\n",
    #"{"t": ["10:00:00.000", "10:00:00.016", "10:00:00.034", "10:00:00.050"], "y": [5, 5, 9.5, 18]}"#,
    #"{"t": [0, 0.016, 0.034, 0.05], "y": [5, 5, 9.5, 18], "touches": [[1, 2], [3, 4]]}"#,
    #"{"from": [0.016], "phases": [{"from": 0, "k": 2}], "t": [0, 0.016, 0.034, 0.05], "to": [1, 2], "y": [5, 5, 9.5, 18]}"#,
    #"{"device": "x", "data": {"time": [0, 0.016, 0.034, 0.05], "scrollTop": [5, 5, 9.5, 18], "marks": [1, 2]}}"#,
    #"{"size": [390, 844], "insets": [47, 34], "samples": [[0, 5], [0.016, 5], [0.034, 9.5], [0.05, 18]]}"#,
    #"{"device": {"size": [390, 844], "at": [0, 0]}, "samples": [[0, 5], [0.016, 5], [0.034, 9.5], [0.05, 18]]}"#,
    "[[0, 5], [0.016, 5], [0.034, 9.5], [0.05, 18]]",
    "[0, 5]\n[0.016, 5]\n[0.034, 9.5]\n[0.05, 18]\n",
    #"{"device": "x", "samples": [[0, 5], [0.016, 5], [0.034, 9.5], [0.05, 18]]}"#,
    #"{"device": "x", "samples": [{"t": 0, "y": 5}, {"t": 0.016, "y": 5}, {"t": 0.034, "y": 9.5}, {"t": 0.05, "y": 18}]}"#,
    #"[{"time": 0, "position": 5}, {"time": 16, "position": 5}, {"time": 34, "position": 9.5}, {"time": 50, "position": 18}]"#,
    #"[{"timeNanos": 0, "value": 5}, {"timeNanos": 16000000, "value": 5}, {"timeNanos": 34000000, "value": 9.5}, {"timeNanos": 50000000, "value": 18}]"#,
    "{\"now\":100,\"el\":{\"scrollTop\":5}}\n{\"now\":116,\"el\":{\"scrollTop\":5}}\n"
      + "{\"now\":134,\"el\":{\"scrollTop\":9.5}}\n{\"now\":150,\"el\":{\"scrollTop\":18}}\n",
  ])
  func isOneRecording(text: String) throws {
    let trace = try readOne(text)
    #expect(trace.offsets == [.y: offsets])
    for (time, wanted) in zip(trace.times, times) { #expect(abs(time - wanted) < 1e-9) }
  }

  @Test(arguments: [
    #"{"recordings": [{"name": "a", "samples": [{"t": 0, "y": 1}, {"t": 0.5, "y": 2}]}, "#
      + #"{"name": "b", "samples": [{"t": 0, "y": 3}, {"t": 0.25, "y": 4}]}]}"#,
    #"[{"id": "a", "t": [0, 0.5], "y": [1, 2]}, {"id": "b", "t": [0, 0.25], "y": [3, 4]}]"#,
    #"{"version": 1, "a": {"t": [0, 0.5], "y": [1, 2]}, "b": {"t": [0, 0.25], "y": [3, 4]}}"#,
    "{\"id\": \"a\", \"t\": [0, 0.5], \"y\": [1, 2]}\n{\"id\": \"b\", \"t\": [0, 0.25], \"y\": [3, 4]}\n",
  ])
  func areTwoRecordings(text: String) throws {
    let traces = try read(text)
    #expect(traces.map(\.series) == ["a", "b"])
    #expect(traces.map(\.times) == [[0, 0.5], [0, 0.25]])
    #expect(traces.map { $0.offsets[.y] } == [[1, 2], [3, 4]])
  }

  /// Columns without names are told by the rows of one series: time begins anew with the next.
  @Test func rowsOfSeveralSeries() throws {
    let traces = try read(
      #"{"series": [{"name": "a", "data": [[0, 5], [0.016, 5], [0.034, 9.5], [0.05, 18]]}, "#
        + #"{"name": "b", "data": [[0, 3], [0.025, 4], [0.05, 8]]}]}"#)
    #expect(traces.map(\.series) == ["a", "b"])
    #expect(traces.map { $0.offsets[.y] } == [offsets, [3, 4, 8]])
    #expect(traces.last?.times == [0, 0.025, 0.05])
  }

  /// A sample with arrays is no recording.
  @Test func samplesMayHaveArrays() throws {
    let trace = try readOne(
      #"[{"t": 0, "y": 1, "touch": [3, 4], "all": [{"x": 1}]}, {"t": 0.5, "y": 2, "touch": [5, 6], "all": [{"x": 2}]}]"#
    )
    #expect(trace.times == [0, 0.5])
    #expect(trace.offsets[.y] == [1, 2])
  }

  /// Lines of a log that begin with a number in brackets are none.
  @Test func aLogIsNoDocument() throws {
    let trace = try readOne("[0, 5]: scrollTop 3 at t=0\n[0, 5]: scrollTop 4 at t=0.5\n")
    #expect(trace.format == "log")
  }

  @Test func arraysOfOffsetsAreAsLongAsTheTimes() {
    let error = #expect(throws: ReadingError.self) { try read(#"{"t": [0, 1, 2], "y": [0, 5]}"#) }
    #expect(error?.problem == .recording(.lengths(times: 3, column: 2)))
    #expect(error?.line == 1)
  }

  @Test(arguments: ["[{\"a\": 1}, {\"a\": 2}]", "{\n  \"a\": 1\n}", #"{"a": [1, 2], "b": [1]}"#])
  func otherDocumentsAreRefused(text: String) {
    let error = #expect(throws: ReadingError.self) { try read(text) }
    #expect(
      error?.description.contains("no offset column") == true
        || error?.description.contains("no samples") == true)
  }
}
