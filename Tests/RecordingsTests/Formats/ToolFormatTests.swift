import Foundation
import Recordings
import Testing

@Suite("Files of the tools of platforms")
struct ToolFormatTests {
  private func read(
    _ bytes: [UInt8], _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws(ReadingError) -> [Trace] {
    var options = ReadingOptions()
    change(&options)
    return try RecordingReader(options: options).traces(bytes: bytes, source: "test")
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: fixtures + "/formats/" + name)))
  }

  private func sentence(_ bytes: [UInt8], _ format: InputFormat? = nil) -> String {
    do throws(ReadingError) {
      return "\(try read(bytes) { $0.inputFormat = format }.count) recordings"
    } catch {
      return "\(error)"
    }
  }

  @Test("Events stand beside the samples")
  func events() throws {
    func names(_ name: String) throws -> [String] { try read(fixture(name))[0].events.map(\.name) }
    #expect(
      try names("event-tap.log")
        == ["willBeginDragging", "didEndDragging", "willBeginDecelerating", "didEndDecelerating"])
    #expect(try names("libinput.log") == ["touchUp", "touchUp", "GESTURE_HOLD_BEGIN"])
    #expect(try names("playwright.zip") == ["mouseWheel"])
    #expect(try names("xctrace.xml") == ["Deceleration"])
  }

  @Test("libinput's wheels are in lines, by units of 120 or by degrees in older versions")
  func wheels() throws {
    let new = "-event5   POINTER_SCROLL_WHEEL    +1.000s\tvert 15.00/120.0* horiz 0.00/0.0 (wheel)\n"
    let old = " event5   POINTER_AXIS   +1.020s\tvert 30.00* horiz 0.00 (wheel)\n"
    let counted = " event5   POINTER_SCROLL_WHEEL     12 +1.040s\tvert -7.50/-60.0* horiz 0.00/0.0 (wheel)\n"
    let text = Array((new + old + counted).utf8)
    #expect(sentence(text).contains("lineHeight"))
    #expect(try read(text) { $0.lineHeight = 20 }[0].offsets[.y] == [20, 60, 50])
  }

  @Test("libinput's touches are the finger's travel, of the first slot")
  func touches() throws {
    let text = """
      -event3   TOUCH_DOWN              +2.000s\t0 (0) 24.54/48.10 (54.02/87.31mm)
       event3   TOUCH_DOWN              +2.004s\t1 (1) 24.54/48.10 ( 4.02/ 7.31mm)
       event3   TOUCH_FRAME             +2.004s
       event3   TOUCH_MOTION            +2.008s\t0 (0) 24.54/47.10 (54.02/ 85.81mm)
       event3   TOUCH_UP                +2.016s\t0 (0)

      """
    let trace = try #require(try read(Array(text.utf8)).first)
    #expect(trace.offsets.isEmpty && trace.fingers[.x] == [0, 0])
    #expect(trace.fingers[.y].map { abs($0[1] - 1.5) < 1e-12 } == true)
    #expect(trace.events.map(\.name) == ["touchDown", "touchUp"])
    #expect(trace.warnings.contains { $0.contains("millimeters") })
  }

  @Test("A mouse wheel in a CGEventTap is in lines against the offset")
  func tapOfAWheel() throws {
    let text = [0, 16, 33].map {
      "App: CGEventTap scrollWheel t=1.0\($0) pointDeltaAxis1=-9 pointDeltaAxis2=0 deltaAxis1=-1 deltaAxis2=0 isContinuous=0 scrollPhase=0 momentumPhase=0\n"
    }.joined()
    #expect(sentence(Array(text.utf8)).contains("lineHeight"))
    #expect(try read(Array(text.utf8)) { $0.lineHeight = 10 }[0].offsets[.y] == [10, 20, 30])
  }

  @Test("Digits that Instruments groups by commas are not guessed at")
  func groupedDigits() throws {
    func row(_ time: Int, _ shown: String) -> String {
      "<row><event-time>\(time)</event-time><os-log-metadata fmt=\"offset= \(shown)\"/></row>"
    }
    let text =
      "<trace-query-result>" + row(0, "998.5") + row(16_000_000, "1,002.5") + row(32_000_000, "1007")
      + "</trace-query-result>"
    let trace = try #require(try read(Array(text.utf8)).first)
    #expect(trace.offsets[.y] == [998.5, 1007])
    #expect(trace.cleaning.map(\.what) == ["message with digits grouped by commas left out"])
  }

  @Test("Counters of one process are one sample, of several processes series")
  func counters() throws {
    func event(_ time: UInt64, _ process: Int, _ name: String, _ value: Int) -> [UInt8] {
      let text = Array("C|\(process)|\(name)|\(value)\n".utf8)
      return Wire.field(2, Wire.field(1, time) + Wire.field(3, Wire.field(2, text)))
    }
    func trace(_ events: [[UInt8]]) -> [UInt8] {
      Wire.field(1, Wire.field(10, 1)) + Wire.field(1, Wire.field(1, events.flatMap { $0 }))
    }
    let both = try read(
      trace([
        event(1_000_000_000, 7, "scrollX", 1), event(1_000_002_000, 7, "scrollY", 5),
        event(1_016_000_000, 7, "scrollX", 2), event(1_016_002_000, 7, "scrollY", 6),
      ]))
    #expect(both.count == 1 && both[0].offsets == [.x: [1, 2], .y: [5, 6]])
    let two = try read(
      trace([
        event(1_000_000_000, 8, "scrollY", 1), event(1_008_000_000, 7, "scrollY", 5),
        event(1_016_000_000, 8, "scrollY", 2), event(1_024_000_000, 7, "scrollY", 6),
      ]))
    #expect(two.map(\.series) == ["8", "7"])
    #expect(two.map { $0.offsets[.y] } == [[1, 2], [5, 6]])
  }

  @Test("Wrong input has a sentence, and a cut trace is used up to there")
  func wrongInput() throws {
    let zip = try fixture("playwright.zip")
    var damaged = zip
    damaged[200] ^= 0xFF
    var renamed = zip
    for index in zip.indices.dropLast(6) where zip[index...].starts(with: ".trace".utf8) {
      renamed[index + 1] = 0x7A
    }
    var encrypted = zip
    var larger = zip
    for index in zip.indices.dropLast(4) where zip[index...].starts(with: [0x50, 0x4B, 1, 2]) {
      encrypted[index + 8] |= 1
      larger[index + 27] = 0x7F
    }
    for bytes in [damaged, encrypted, Array(zip.dropLast(40)), Array(zip.prefix(300))] {
      #expect(sentence(bytes) == "is a damaged, encrypted or 64-bit ZIP archive, not a recording")
    }
    #expect(sentence(renamed) == "is a ZIP archive, not a recording")
    #expect(sentence(larger).contains("larger than 64 MiB"))

    func xml(_ text: String) -> String { sentence(Array("<trace-query-result>\(text)".utf8)) }
    #expect(xml("<row><event-time>1</event-time>") == "malformed XML: </row> is missing here")
    #expect(xml("<row></node>") == "malformed XML: </row> is missing here")
    #expect(xml("<row><a b=c/></row>") == "malformed XML: a quote is missing here")
    #expect(xml("<!DOCTYPE x>") == "malformed XML: an element is missing here")
    #expect(xml(String(repeating: "<a>", count: 200)).contains("nested less deeply"))
    #expect(xml("</trace-query-result>").contains("no record in the format xctrace"))
    #expect(
      sentence(Array("<?xml version=\"1.0\"?><trace-toc/>".utf8)) == "is an XML document, not a recording")

    let counter = try fixture("perfetto-counter.pftrace")
    let cut = try read(Array(counter.dropLast(700)))[0]
    #expect((30..<120).contains(cut.times.count))
    #expect(cut.cleaning.map(\.what) == ["the end of the file is missing: used up to there"])
    let empty = Wire.field(1, Wire.field(8, 5))
    #expect(sentence(empty).contains("no record in the format perfetto"))
    #expect(
      sentence(counter + Wire.field(1, [0x0F]), .perfetto) == "is a damaged Perfetto trace, not a recording")
    #expect(sentence(Array("t,y\n0,1\n".utf8), .perfetto).contains("no record in the format perfetto"))
    #expect(sentence(Array("t,y\n0,1\n".utf8), .playwright).contains("ZIP archive"))
    #expect(sentence(Array("\n\n t,y\n0,1\n0.016,2\n".utf8)) == "1 recordings")

    #expect(sentence(Array(" event1 POINTER_MOTION +1.000s\t1.0/2.0\n".utf8)).contains("format libinput"))
    #expect(sentence(Array("CGEventTap scrollWheel t=now\n".utf8)).contains("format event-tap"))
    #expect(sentence(Array("CGEventTap scrollWheel t=1e300 pointDeltaAxis1=1\n".utf8)).contains("event-tap"))
  }

  @Test("A damaged trace of Perfetto is called one, wherever the damage is after the first length")
  func damagedPerfetto() throws {
    let whole = try fixture("perfetto-counter.pftrace")
    var damaged = 0
    for index in stride(from: 2, to: whole.count, by: 7) {
      var bytes = whole
      bytes[index] ^= 0xFF
      let sentence = sentence(bytes)
      #expect(!sentence.contains("UTF-8"), "byte \(index)")
      if sentence == "is a damaged Perfetto trace, not a recording" { damaged += 1 }
    }
    #expect(damaged > whole.count / 70)
    // Another field between the packets.
    #expect(sentence(whole + Wire.field(2, [1])) == "is a damaged Perfetto trace, not a recording")
  }

  @Test("References to references cannot fill the memory")
  func multipliedText() {
    var text = "<trace-query-result><row><a id=\"0\">" + String(repeating: "x", count: 1000) + "</a>"
    for level in 1...40 {
      text += "<a id=\"\(level)\"><a ref=\"\(level - 1)\"/><a ref=\"\(level - 1)\"/></a>"
    }
    #expect(
      sentence(Array((text + "</row></trace-query-result>").utf8)).contains("longer than 1048576 bytes"))
  }
}
