import Testing

@testable import Recordings

/// Columns that are not named as this package names them, as people write them down.
struct UnnamedColumnTests {
  /// A rest, a motion and a rest, at uneven times.
  private static let times = [0, 0.016, 0.034, 0.05, 0.067, 0.083]
  private static let offsets = [5, 5, 9.5, 18, 19.25, 19.25]

  /// Rows of fields under a header; without one for an empty one.
  private static func table(
    _ header: String, separator: String = ",", perSecond: Double = 1, columns: (Int) -> [String] = { _ in [] }
  ) -> String {
    let rows = times.indices.map { i in
      ([JSONValue.number((times[i] * perSecond * 1e3).rounded() / 1e3).json] + columns(i)
        + [JSONValue.number(offsets[i]).json]).joined(separator: separator)
    }
    return ((header.isEmpty ? [] : [header]) + rows).joined(separator: "\n") + "\n"
  }

  private func check(_ trace: Trace) {
    #expect(trace.offsets == [.y: Self.offsets])
    #expect(trace.times.count == Self.times.count)
    for (time, wanted) in zip(trace.times, Self.times) { #expect(abs(time - wanted) < 1e-9) }
  }

  @Test(
    "Names that browsers, Android, Flutter and iOS give are known",
    arguments: [
      ("performance.now(),window.scrollY", 1e3), ("timeStamp,document.scrollingElement.scrollTop", 1e3),
      ("ts,scrollTop", 1e3), ("now,pageYOffset", 1e3), ("time_ms,scroll_position", 1e3),
      ("uptimeMillis,scrollY", 1e3), ("frameTimeNanos,view.scrollY", 1e9), ("elapsed,controller.offset", 1),
      ("ms,pixels", 1e3), ("seconds,position.pixels", 1), ("t,scrollView.contentOffset.y", 1),
      ("System.nanoTime(),scrollOffset", 1e9),
    ])
  func knownNames(header: String, perSecond: Double) throws {
    let trace = try readOne(Self.table(header, perSecond: perSecond))
    check(trace)
    #expect(trace.warnings.allSatisfy { !$0.contains("no name says") })
  }

  @Test(
    "Names of any language are told by their columns",
    arguments: [("Zeit;Position", ";"), ("時刻,オフセット", ","), ("temps\tdécalage", "\t"), ("a b", " ")])
  func otherLanguages(header: String, separator: String) throws {
    let names = header.split(separator: separator).map(String.init)
    let trace = try readOne(Self.table(header, separator: separator))
    check(trace)
    #expect(
      trace.warnings == [
        "column '\(names[0])' is used for time: no name says what it is, and it increases from row to row",
        "column '\(names[1])' is used for y: no name says what it is, and no other column can be an offset",
      ])
  }

  @Test("Rows without a header are told by their columns", arguments: [",", ";", "\t", " ", "   "])
  func withoutHeader(separator: String) throws {
    let trace = try readOne(Self.table("", separator: separator))
    check(trace)
    #expect(
      trace.warnings == [
        "column '1' is used for time: no name says what it is, and it increases from row to row",
        "column '2' is used for y: no name says what it is, and no other column can be an offset",
      ])
  }

  /// A count of rows is no time, and a column that stands still no offset.
  @Test func countsAndConstants() throws {
    let rows = Self.times.indices.map { "\($0),\(Self.times[$0]),0,\(Self.offsets[$0])\n" }.joined()
    check(try readOne("n,moment,across,place\n" + rows) { $0.columns = ["y": "place"] })
    let still = Self.times.indices.map { "\(Self.times[$0]),0,\(Self.offsets[$0])\n" }.joined()
    check(try readOne(still))
  }

  /// Names of other quantities are never taken for a time or an offset, and two columns that move are not told apart.
  @Test(arguments: [
    "t,speed", "t,velocity.y", "t,dy", "t,release_offset", "t,viewportHeight", "t,battery level",
    "t,y_pt_per_ms",
  ])
  func otherQuantities(header: String) {
    let error = #expect(throws: ReadingError.self) { try read(Self.table(header)) }
    #expect(
      error?.problem
        == .noUsableColumn(found: header.split(separator: ",").map(String.init), projection: false))
  }

  @Test func twoThatMoveAreRefused() {
    let named = #expect(throws: ReadingError.self) {
      try read(Self.table("t,scrollView1,scrollView2") { ["\($0 * $0)"] })
    }
    #expect(
      named?.problem == .noUsableColumn(found: ["t", "scrollView1", "scrollView2"], projection: false))
    let unnamed = #expect(throws: ReadingError.self) { try read(Self.table("") { ["\($0 * $0)"] }) }
    #expect(unnamed?.problem == .noHeader(columns: 3))
  }

  /// The user's choice and the names come before the rows.
  @Test func namesComeFirst() throws {
    let text = Self.table("moment,place,y") { _ in ["1"] }
    let trace = try readOne(text)
    check(trace)
    #expect(
      trace.warnings == [
        "column 'moment' is used for time: no name says what it is, and it increases from row to row"
      ])
    let frames = try readOne(text) { $0.columns = ["time": "none"] }
    #expect(frames.timeBasis == .rowNumber)
    #expect(try readOne(text) { $0.frameRate = 60 }.timeBasis == .frames(interval: 1.0 / 60))
  }

  /// An offset that grows from the first row on beside nothing that moves is no time, and numbers without times are no recording.
  @Test func aGrowingOffsetAlone() throws {
    let error = #expect(throws: ReadingError.self) { try read("0 1.5\n0 3.25\n0 9\n") }
    #expect(error?.problem == .noHeader(columns: 2))
    let trace = try readOne("0 1.5\n0 3.25\n0 9\n") { $0.frameRate = 60 }
    #expect(trace.offsets == [.y: [1.5, 3.25, 9]])
  }

  /// Even steps beside an offset that rests in all rows that are looked at are a clock's.
  @Test func aLongRestComesFirst() throws {
    let rows = (0..<150).map { "\(0.016 * Double($0)),\($0 < 120 ? 5 : 2 * $0)\n" }
    #expect(try readOne(rows.joined()).offsets[.y]?.last == 298)
  }

  @Test(
    "Consoles print blanks and a word in front",
    arguments: ["flutter: ", "index.js:12 ", "I/flutter ( 4321): "])
  func consoles(prefix: String) throws {
    let rows = Self.table("", separator: " ").split(separator: "\n").map { prefix + $0 + "\n" }.joined()
    check(try readOne(rows))
  }

  @Test(
    "Logs have a stamp and bare numbers behind it",
    arguments: [
      "10:00:% #", "2026-11-27 10:00:% #", "11-27 10:00:%  4321  4350 D Scroll  : #",
      "11-27 10:00:% D/Scroll ( 4321): #",
      "2026-11-27 10:00:%000+0100 App[321:4567] #",
      "2026-11-27 10:00:%  4321-4350  Scroll   com.example  D  #",
    ])
  func stampedNumbers(form: String) throws {
    let lines = Self.times.indices.map { i in
      form.replacing("%", with: String(format: Self.times[i])).replacing("#", with: "\(Self.offsets[i])")
        + "\n"
    }
    check(try readOne(lines.joined()))
  }

  /// A tag names no number: of two behind it the one that runs as a clock does is none of the offsets.
  @Test func aTagBeforeTwoNumbers() throws {
    let lines = Self.times.indices.map { i in
      "11-27 10:00:\(String(format: Self.times[i]))  4321  4350 D Scroll  : \(8_000_000 + 16 * i) \(Self.offsets[i])\n"
    }
    check(try readOne(lines.joined()))
    // A name of an offset does.
    let named = Self.times.indices.map { i in
      "10:00:\(String(format: Self.times[i])) scrollTop \(Self.offsets[i]) \(i * i)\n"
    }
    check(try readOne(named.joined()))
  }

  @Test func aStampInBrackets() throws {
    let lines = Self.times.indices.map {
      "[10:00:\(String(format: Self.times[$0]))] scrollTop \(Self.offsets[$0])\n"
    }
    check(try readOne(lines.joined()))
  }

  /// The process of a line of logcat is no column.
  @Test func theProcessIsNoColumn() {
    let lines = Self.times.indices.map { "I/flutter (4321): t=\(Self.times[$0]) speed=\(Self.offsets[$0])\n" }
    let error = #expect(throws: ReadingError.self) { try read(lines.joined()) }
    #expect(error?.problem == .noUsableColumn(found: ["t", "speed"], projection: false))
  }
}

extension String {
  /// `SS.mmm`.
  fileprivate init(format seconds: Double) {
    let milliseconds = Int((seconds * 1000).rounded())
    let digits = String(milliseconds + 100_000)
    self = digits.dropFirst().prefix(2) + "." + digits.suffix(3)
  }
}
