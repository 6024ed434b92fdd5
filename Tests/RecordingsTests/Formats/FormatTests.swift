import Recordings
import Testing

struct FormatTests {
  /// The same recording in every notation.
  @Test(arguments: [
    ("csv", "t,y\n0,1000\n0.25,1010.5\n0.5,1020\n"),
    ("csv", "\u{FEFF}t,y\r\n0,1000\r\n0.25,1010.5\r\n0.5,1020\r\n"),
    ("csv", "\n# a comment\nt , y\n 0 ,\t1000\n\n# another\n0.25, 1010.5 \n0.5,1020"),
    ("csv", "\"t\",\"y\"\n\"0\",\"1000\"\n0.25,\"1010.5\"\n\"0.5\",1020\n"),
    ("csv", "note,t,\"y (pt)\"\n\"a,b\"\"c\nd\",0,1000\n,0.25,1010.5\nlast,0.5,1020\n"),
    ("csv", "\"t\",\"y\"\n\"0,00\",1000\n\"0,25\",\"1010,5\"\n\"0,5\",\"1020,000\"\n"),
    ("csv", "sep=,\nt,y\n0,1000\n0.25,1010.5\n0.5,1020\n"),
    ("tsv", "SEP=\t\r\nt\ty\r\n0\t1000\r\n0,25\t1010,5\r\n0,5\t1020\r\n"),
    ("tsv", "t\ty\n0\t1000\n0.25\t1010.5\n0.5\t1020\n"),
    ("tsv", "t\ty\n0,0\t1000,0\n0,25\t1010,5\n0,5\t1020,0\n"),
    ("semicolon", "t;y\n0;1000\n0.25;1010.5\n0.5;1020\n"),
    ("semicolon", "t;y\r\n0,00;1000,0\r\n0,25;1010,5\r\n0,50;1020,0"),
    ("semicolon", "\u{FEFF}sep=;\r\nt;y\r\n0;1000\r\n0,25;1010,5\r\n0,5;1020\r\n"),
    ("semicolon", "t;y\n0;1000\n0,25;1010,5\n0,5;1020\n"),
    ("spaces", "t y\n0 1000\n0.25 1010.5\n0.5 1020\n"),
    ("spaces", "  t   y \r\n 0    1000\r\n 0.25 1010.5 \r\n 0.5  1020"),
    ("spaces", "# t and y\nt \"y (pt)\" other\n\"0\" 1000 7\n0.25 \"1010.5\" 8\n0.5 1020 9\n"),
    ("ndjson", "{\"t\":0,\"y\":1000}\n{\"t\":0.25,\"y\":1010.5}\n{\"t\":0.5,\"y\":1020}\n"),
    (
      "ndjson",
      "# log\n { \"t\" : 0 , \"contentOffset\" : {\"x\":true, \"y\" : 1000 } }\r\n"
        + "{\"contentOffset\":{\"y\":1010.5},\"t\":2.5e-1,\"tags\":[1,{\"t\":\"]\"}]}\n"
        + "{\"contentOffset\":{\"y\":1020},\"extra\":{\"t\":9},\"t\":0.5}"
    ),
  ])
  func readsTheSameRecording(format: String, text: String) throws {
    let trace = try readOne(text)
    #expect(trace.format == format)
    #expect(trace.times == [0, 0.25, 0.5])
    #expect(trace.offsets == [.y: [1000, 1010.5, 1020]])
    #expect(trace.timeBasis == .recorded)
    #expect(trace.cleaning.isEmpty)
  }

  @Test("Metadata lines are read") func readsMetadata() throws {
    let trace = try readOne(
      "# Device: iPhone 12, 3x\n# unit: px\n#bounds_y: -50...7300\n"
        + "# bounds_x : 0...\n# nothing\nt,x,y\n0,0,1\n1,0,2\n"
    )
    #expect(
      trace.metadata == [
        "device": "iPhone 12, 3x", "unit": "px", "bounds_y": "-50...7300", "bounds_x": "0...",
      ])
    #expect(trace.unit == "px")
    #expect(trace.edges == [.y: -50...7300, .x: 0...(.infinity)])
  }

  @Test("A table's line of metadata may give the scale of its pixels")
  func scaleInMetadata() throws {
    let trace = try readOne("# unit: px\n# scale: 3\n# bounds: 0...6000\nt,y,finger\n0,9,3\n1,30,6\n")
    #expect(trace.unit == "pt" && trace.offsets == [.y: [3, 10]] && trace.fingers == [.y: [1, 2]])
    #expect(trace.edges == [.y: 0...2000] && trace.quantizationSteps == [.y: 1.0 / 3])
    #expect(try readOne("# scale: 3\nt,y_px\n0,9\n1,30\n").offsets == [.y: [3, 10]])
    #expect(try readOne("# scale: 3\nt,y\n0,9\n1,30\n").offsets == [.y: [9, 30]])
  }

  @Test func edgesWithoutAxisAreOfTheMainOne() throws {
    #expect(try readOne("# bounds: 0...10\nt,y\n0,1\n").edges == [.y: 0...10])
    #expect(try readOne("# edge: ...10\nt,x\n0,1\n").edges == [.x: -.infinity...10])
    let broken = try readOne("# edge: 10...0\nt,x\n0,1\n")
    #expect(broken.edges.isEmpty)
    #expect(broken.warnings == ["'# edge: 10...0' is not a range LOW...HIGH: ignored"])
  }

  @Test func lastLineThatDoesNotParseIsLeftOut() throws {
    for tail in ["0.5", "0.5,", "0.5,abc", "0.5,1,2", "\"0.5"] {
      let trace = try readOne("t,y\n0,1\n0.25,2\n" + tail)
      #expect(trace.times == [0, 0.25])
      #expect(trace.cleaning.map(\.lines) == [[4]])
      #expect(trace.cleaning.first?.what.hasPrefix("last line without newline left out: ") == true)
    }
    let objects = try readOne("{\"t\":0,\"y\":1}\n{\"t\":1,\"y\":2}\n{\"t\":2,\"y")
    #expect(objects.times == [0, 1])
    #expect(objects.cleaning.map(\.lines) == [[3]])
  }

  @Test func objectsOfAnotherKindAreLeftOut() throws {
    let trace = try readOne(
      "{\"event\":\"begin\"}\n{\"t\":0,\"y\":1}\n{\"t\":0.5,\"y\":null}\n"
        + "{\"t\":1,\"y\":2,\"event\":\"didScroll\"}\n"
    )
    #expect(trace.times == [0, 1])
    #expect(
      trace.cleaning == [
        Trace.Cleaning(what: "object without every column left out", count: 1, lines: [3])
      ])
    // An event without a time happened with the sample beside it.
    #expect(trace.events == [Event(time: 0, name: "begin")])
  }

  @Test func readsFilesWithoutHeaderByNumbers() throws {
    let trace = try readOne("0;0;1000,5\n1;0,25;1010,5\n") { $0.columns = ["time": "2", "y": "3"] }
    #expect(trace.times == [0, 0.25])
    #expect(trace.offsets == [.y: [1000.5, 1010.5]])
    // Numbers name columns beside a header too.
    let named = try readOne("a,b\n0,1\n1,2\n") { $0.columns = ["time": "1", "x": "2"] }
    #expect(named.offsets == [.x: [1, 2]])
  }

  @Test func seriesOfObjectsMayBeTexts() throws {
    let traces = try read(
      "{\"gesture\":\"a\\u0062 \\\"c\\\"\",\"y\":1}\n"
        + "{\"gesture\":\"d\",\"y\":2}\n{\"gesture\":\"d\",\"y\":3}\n"
    )
    #expect(traces.map(\.series) == ["ab \"c\"", "d"])
    #expect(traces.map(\.times) == [[0], [0, 1]])
  }

  /// Rows beyond the reader's buffer: nothing is lost or read twice where it is refilled.
  @Test(arguments: [",", "\t", ";"], ["\n", "\r\n"])
  func readsFilesLargerThanTheBuffer(delimiter: String, newline: String) throws {
    let rows = 200_000
    var text = ["note", "t", "y"].joined(separator: delimiter) + newline
    for row in 0..<rows {
      text += row % 1000 == 7 ? "\"a\(delimiter)\nb\"" : "n"
      text += "\(delimiter)\(row)\(delimiter)\(row % 977)\(newline)"
    }
    let trace = try readOneInSeconds(text)
    #expect(trace.times == (0..<rows).map { Double($0) })
    #expect(trace.offsets[.y] == (0..<rows).map { Double($0 % 977) })
  }

  @Test func linesAreCountedThroughBlanksCommentsAndQuotes() {
    let text = "# c\nnote,t,y\n\"two\nlines\",0,1\n\n# c\nn,1,2\n\nn,2,3\n\nn,3,4\nn,1.9,5\n"
    #expect(throws: ReadingError.self) { try read(text) }
    do throws(ReadingError) {
      _ = try read(text)
    } catch {
      #expect(error.line == 12)
    }
  }

  @Test func tablesKeepEveryColumnOfNumbers() throws {
    let table = try RecordingReader().table(
      at: fixtures + "/data/ios265_sim_target_offsets.csv")
    #expect(table.rowCount == 12)
    #expect(
      table.names == [
        "deceleration_rate", "release_offset_pt", "release_velocity_pt_per_ms", "target_content_offset_pt",
      ])
    #expect(table["release_velocity_pt_per_ms"]?.prefix(2) == [0.480834, 0.495222])
    #expect(table["nothing"] == nil)
    #expect(table.lines[0] == 2)

    let mixed = try RecordingReader().table(bytes: Array("model,v\niPhone,1\niPad,2\n".utf8), source: "m")
    #expect(mixed["v"] == [1, 2])
    #expect(mixed["model"] == nil)
  }
}
