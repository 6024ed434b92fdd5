import Recordings
import Testing

@Suite("scrolltrace 1")
struct ScrolltraceTests {
  static let text = """
    {"format":"scrolltrace","version":1,"device":"bench","viewport":{"width":375,"height":812},\
    "contentSize":{"width":375,"height":4000},"insets":{"top":88,"bottom":34},"pressure":{"unit":"N","full":1.50}}
    {"t":10,"y":-88,"state":"tracking"}
    {"t":10.25,"event":"willBeginDragging"}
    {"t":10.5,"y":-80.125,"px":1.5,"py":7.875,"state":"dragging"}
    {"t":10.75,"y":-70,"py":18,"state":"floating"}
    {"t":11,"event":"willEndDragging","offset":{"y":-70},"velocity":{"x":0.5,"y":21},"target":{"y":30},"reason":["lift",1e2]}
    {"t":11,"y":-64}

    """

  @Test("The samples of a scrolltrace are read") func samples() throws {
    let trace = try readOne(Self.text)
    #expect(trace.format == "scrolltrace")
    #expect(trace.times == [0, 0.5, 0.75, 1])
    #expect(trace.timeOrigin == 10)
    #expect(trace.offsets == [.y: [-88, -80.125, -70, -64]])
    // Where a sample says nothing of the finger it is where it was.
    #expect(trace.fingers == [.x: [0, 1.5, 1.5, 1.5], .y: [0, 7.875, 18, 18]])
    #expect(trace.states == [.tracking, .dragging, nil, nil])
  }

  @Test("The events of a scrolltrace are read") func events() throws {
    let events = try readOne(Self.text).events
    #expect(events.map(\.name) == ["willBeginDragging", "willEndDragging"])
    #expect(events.map(\.time) == [0.25, 1])
    let end = try #require(events.last)
    #expect(end.offset == [.y: -70])
    #expect(end.velocity == [.x: 0.5, .y: 21])
    #expect(end.target == [.y: 30])
    #expect(end.details == [JSONMember("reason", .array([.string("lift"), .decimal("1e2")]))])
  }

  @Test("What the recorder says of a recording is kept: a part that is missing as a warning") func remarks()
    throws
  {
    let trace = try readOne(
      #"""
      {"format":"scrolltrace","version":1,"notes":["a frame left out"],"warnings":["the first fling is missing", 3]}
      {"t":0,"y":1}
      {"t":0.5,"y":2}

      """#)
    #expect(
      trace.notices == [
        Notice(.recorderWarning, "the first fling is missing"), Notice(.recorderNote, "a frame left out"),
      ])
    #expect(trace.notices.map(\.isWarning) == [true, false])
    #expect(ScrolltraceWriter().text(trace).contains(#""warnings":["the first fling is missing",3]"#))
  }

  @Test func edgesFromTheHeader() throws {
    // −88; 4000 + 34 − 812.
    #expect(try readOne(Self.text).edges == [.y: -88...3222])
    // Content smaller than the view: never below the lower edge.
    let small = Self.text.replacing("\"height\":4000", with: "\"height\":100")
    #expect(try readOne(small).edges == [.y: -88 ... -88])
    let without = Self.text.replacing(
      "\"contentSize\":{\"width\":375,\"height\":4000}", with: "\"contentSize\":{\"width\":3}")
    let trace = try readOne(without)
    #expect(trace.edges.isEmpty)
    #expect(trace.warnings.contains { $0.contains("contentSize.height") })
  }

  @Test(
    "Of a layout that changes the outermost edges are known, in points too, and are kept when the recording is written"
  )
  func layoutEvents() throws {
    let event =
      #"{"t":0.02,"event":"layout","viewport":{"height":812},"contentSize":{"height":6000},"insets":{"top":44}}"#
    let text = Self.text + event + "\n"
    let trace = try readOne(text)
    // The header's −88 and 6000 − 812; 6000 − 812 without an inset below.
    #expect(trace.edges == [.y: -88...5188])
    #expect(try readOne(ScrolltraceWriter().text(trace)).edges == trace.edges)
    let pixels = try readOne(
      text.replacing("\"device\"", with: #""units":{"x":"px","y":"px"},"scale":2,"device""#))
    #expect(pixels.edges == [.y: -44...2594])
    #expect(try readOne(ScrolltraceWriter().text(pixels)).edges == pixels.edges)
    // A list whose length is known later.
    let late = text.replacing("\"contentSize\":{\"width\":375,\"height\":4000}", with: "\"contentSize\":{}")
    let known = try readOne(late)
    #expect(known.edges == [.y: -44...5188] && !known.warnings.contains { $0.contains("contentSize") })
  }

  @Test func whatIsNotUnderstoodPassesThrough() throws {
    let trace = try readOne(Self.text)
    #expect(trace.header.map(\.key) == ["device", "viewport", "contentSize", "insets", "pressure"])
    let written = ScrolltraceWriter().text(trace)
    #expect(written.contains(#""pressure":{"unit":"N","full":1.50}"#))
    #expect(written.contains(#""reason":["lift",1e2]"#))
  }

  @Test func writtenAndReadAgainItIsTheSame() throws {
    let trace = try readOne(Self.text)
    let again = try readOne(ScrolltraceWriter().text(trace))
    #expect(again == trace)
  }

  @Test func everyDoubleComesBack() throws {
    var generator = SeededGenerator(state: 5)
    let times = (0..<500).map { Double($0) / 60 + Double.random(in: 0...0.001, using: &generator) }
    let offsets = times.map { _ in Double(bitPattern: UInt64.random(in: 0..<(1 << 62), using: &generator)) }
    let trace = try Trace(
      Trace.FileOrigin(source: "test", format: "scrolltrace"),
      clock: Trace.SampleClock(times.map { $0 - times[0] }, origin: 1.6e9 + 1.0 / 3),
      columns: Trace.SampleColumns(
        offsets: [.x: offsets.map { 0 - $0 }, .y: offsets], others: ["pressure": offsets]))
    #expect(try readOne(ScrolltraceWriter().text(trace)) == trace)
  }

  @Test func touchIsLeftOutOnRequest() throws {
    var writer = ScrolltraceWriter()
    writer.writesTouch = false
    let trace = try readOne(writer.text(readOne(Self.text)))
    #expect(trace.fingers.isEmpty && trace.states.isEmpty && trace.events.isEmpty)
    #expect(trace.offsets == [.y: [-88, -80.125, -70, -64]])
  }

  @Test func twoHeadersAreTwoRecordings() throws {
    let second = """
      {"format":"scrolltrace","version":1,"device":"other","timeOrigin":5}
      {"t":0,"event":"first of the second"}
      {"t":0,"y":1}
      {"t":1,"y":2}

      """
    let traces = try read(Self.text + second)
    #expect(traces.map(\.series) == ["1", "2"])
    #expect(traces[0].events.count == 2)
    #expect(traces[1].events.map(\.name) == ["first of the second"])
    #expect(traces[1].header == [JSONMember("device", .string("other"))])
    #expect(traces[1].timeOrigin == 5)
    #expect(traces[1].times == [0, 1])
    #expect(try readOne(Self.text + second) { $0.selected = ["2"] } == traces[1])
  }

  @Test(
    "Texts and numbers of headers and events name no series",
    arguments: ["series", "gesture", "set", "fixture", "id"])
  func keysOfHeaders(_ key: String) throws {
    for value in ["\"slow flick\"", "7"] {
      let inHeader = Self.text.replacing("\"device\"", with: "\"\(key)\":\(value),\"device\"")
      let inEvent = Self.text.replacing("\"event\"", with: "\"\(key)\":\(value),\"event\"")
      for text in [inHeader, inEvent] {
        let trace = try readOne(text)
        #expect(trace.series == nil && trace.times == [0, 0.5, 0.75, 1] && trace.events.count == 2)
      }
    }
    let named = Self.text.replacing("\"y\":-", with: "\"\(key)\":\"a\",\"y\":-")
    #expect(try readOne(named).series == "a")
  }

  @Test func halfALineAtTheEndIsLeftOut() throws {
    let trace = try readOne(Self.text + #"{"t":12,"y":-6"#)
    #expect(trace.times.count == 4)
    #expect(trace.cleaning.map(\.lines) == [[8]])
  }

  @Test func anotherVersionIsRefused() {
    let text = Self.text.replacing("\"version\":1", with: "\"version\":2")
    let error = #expect(throws: ReadingError.self) { try read(text) }
    #expect(error?.problem == .version("2"))
    #expect(error?.line == 1)
  }

  @Test func pixelsWhereTheHeaderSaysSo() throws {
    let text = Self.text.replacing("\"device\"", with: "\"units\":{\"y\":\"px\"},\"device\"")
    #expect(try readOne(text).unit == "px")
    #expect(try readOne(Self.text).unit == "pt")
  }

  @Test(
    "Lengths in pixels are read in points where the header has the scale, those of the header and of events too"
  )
  func scaledPixels() throws {
    let trace = try readOne(
      Self.text.replacing("\"device\"", with: #""units":{"x":"px","y":"px"},"scale":2,"device""#))
    #expect(trace.unit == "pt" && trace.scale == 2)
    #expect(trace.offsets == [.y: [-44, -40.0625, -35, -32]])
    #expect(trace.fingers == [.x: [0, 0.75, 0.75, 0.75], .y: [0, 3.9375, 9, 9]])
    #expect(trace.edges == [.y: -44...1611])
    let end = try #require(trace.events.last)
    #expect(end.offset == [.y: -35] && end.velocity == [.x: 0.25, .y: 10.5] && end.target == [.y: 15])
    #expect(trace.headerNumber("viewport.height") == 406 && trace.headerNumber("insets.top") == 44)
    #expect(trace.notices.map(\.kind) == [.pixelScale] && trace.notices.allSatisfy { !$0.isWarning })

    let again = try readOne(ScrolltraceWriter().text(trace))
    #expect(again.offsets == trace.offsets && again.edges == trace.edges && again.header == trace.header)
    #expect(again.unit == "pt" && again.notices.isEmpty)
  }

  @Test("An axis whose unit is points keeps its lengths beside one in pixels")
  func mixedUnits() throws {
    let trace = try readOne(
      """
      {"format":"scrolltrace","version":1,"scale":2.5,"units":{"x":"pt","y":"px"},"viewport":{"width":300,"height":500}}
      {"t":0,"x":10,"y":10}
      {"t":1,"x":20,"y":20}

      """)
    #expect(trace.offsets == [.x: [10, 20], .y: [4, 8]] && trace.unit == "pt")
    #expect(trace.headerNumber("viewport.width") == 300 && trace.headerNumber("viewport.height") == 200)
  }

  @Test("A pixel is the step of offsets at any scale", arguments: [1.1, 2.2, 2.625, 2.8125, 3.3])
  func stepOfAnyScale(_ scale: Double) throws {
    let header = #"{"format":"scrolltrace","version":1,"scale":\#(scale),"units":{"y":"px"}}"#
    let rows = (0..<40).map { #"{"t":\#(Double($0) / 64),"y":\#($0 * $0)}"# }
    let trace = try readOne(([header] + rows).joined(separator: "\n") + "\n")
    #expect(trace.quantizationSteps == [.y: 1 / scale])
  }

  @Test(
    "A scale that no screen has leaves offsets in pixels", arguments: ["0", "-2", "1e9", "null", "\"2\""])
  func impossibleScale(_ scale: String) throws {
    let trace = try readOne(
      Self.text.replacing("\"device\"", with: "\"units\":{\"y\":\"px\"},\"scale\":\(scale),\"device\""))
    #expect(trace.unit == "px" && trace.scale == nil && trace.offsets[.y]?.first == -88)
  }

  @Test func eventsAmongSamplesOfAnyLog() throws {
    let trace = try readOne(
      """
      {"timestamp_ms":1690000000000,"y":1,"event":"didScroll"}
      {"timestamp_ms":1690000000016,"y":2,"event":"didScroll"}
      {"timestamp_ms":1690000000020,"event":"willEndDragging","velocity":{"y":1.5}}
      {"timestamp_ms":1690000000033,"y":3,"event":"didEndDragging"}

      """)
    #expect(trace.offsets[.y] == [1, 2, 3])
    #expect(trace.events.map(\.name) == ["willEndDragging", "didEndDragging"])
    #expect(trace.events.map(\.time) == [0.02, 0.033])
    #expect(trace.cleaning.isEmpty)
  }

  @Test("An event without a time has that of the sample before it, also where samples are repeated or sorted")
  func eventsWithoutTimes() throws {
    func event(_ name: String) -> String { "{\"event\":\"\(name)\"}\n" }
    func sample(_ time: Double, _ y: Int) -> String { "{\"t\":\(time),\"y\":\(y)}\n" }
    let header = "{\"format\":\"scrolltrace\",\"version\":1}\n"
    let repeated = try readOne(
      header + sample(0, 1) + sample(0, 1) + sample(0.1, 2) + event("a") + sample(0.2, 4) + sample(0.2, 4)
        + event("b"))
    #expect(repeated.times == [0, 0.1, 0.2])
    #expect(repeated.events.map(\.name) == ["a", "b"] && repeated.events.map(\.time) == [0.1, 0.2])
    let sorted = try readOne(
      header + event("a") + sample(0.3, 5) + event("b") + sample(0.1, 2) + event("c") + sample(0, 1)
        + sample(0.2, 4) + event("d")
    ) { $0.repair = true }
    #expect(sorted.times == [0, 0.1, 0.2, 0.3] && sorted.header.isEmpty)
    #expect(sorted.events.map(\.name) == ["a", "b", "c", "d"])
    #expect(sorted.events.map(\.time) == [0.3, 0.3, 0.1, 0.2])
  }

  @Test("The lines of repeated samples are the file's, also where others were left out before")
  func linesOfRepeatedSamples() throws {
    let trace = try readOne(
      "t,y\n0,1\n0.1,2\n0.1,3\n0.2,4\n0.2,4\n0.3,5\n0.4,6\n")
    #expect(trace.cleaning.map(\.lines) == [[3], [6]])
  }

  @Test func aSignTurnsEventsAround() throws {
    let trace = try readOne(Self.text) { $0.sign = -1 }
    #expect(trace.events.last?.velocity == [.x: -0.5, .y: -21])
    #expect(trace.events.last?.target == [.y: -30])
  }
}
