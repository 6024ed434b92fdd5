import Foundation
import Testing

@testable import Recordings

/// Rows that are like the one before, and rows that are not: what is read must not depend on it.
struct RowPatternTests {
  /// Rows written in one of several ways, changed with probability 1/`every`.
  private func rows(_ count: Int, every: UInt64, _ ways: [(Int, String, String) -> String]) -> (
    text: String, times: [Double], offsets: [Double]
  ) {
    var generator = SeededGenerator(state: every)
    var drawn = DrawnDecimal(seed: every)
    var text = "", way = 0
    var offsets: [Double] = []
    for row in 0..<count {
      if generator.next() % every == 0 { way = Int(generator.next() % UInt64(ways.count)) }
      // Of few digits, and of any number.
      let offset = drawn.next(generator.next() % 4 > 0 ? 7 : 0)
      offsets.append(strtod(offset, nil))
      text += ways[way](row, "\(row).5", offset)
    }
    return (text, (0..<count).map(Double.init), offsets)
  }

  @Test(arguments: [1, 2, 10, 1000]) func fieldsInAnyStyle(every: UInt64) throws {
    let (text, times, offsets) = rows(
      20_000, every: every,
      [
        { "\($1),note,7,\($2)\n" }, { "\($1), note ,8,\($2)\r\n" }, { "\"\($1)\",\"no,te\",\($0),\($2)\n" },
        { " \($1),,x\($0),\"\($2)\" \n" }, { "# a comment\n\n\($1),\"a \"\"note\"\"\",-1e5,\($2)\n" },
        { "\($1),\"two\nlines\",9,\($2)\n" },
      ])
    let trace = try readOneInSeconds("t,note,z,y\n" + text)
    #expect(trace.times == times && trace.offsets == [.y: offsets])
  }

  @Test(arguments: [1, 2, 10, 1000]) func objectsInAnyStyle(every: UInt64) throws {
    let styles: [(Int, String, String) -> String] = [
      { "{\"t\":\($1),\"y\":\($2)}\n" }, { "{\"t\": \($1), \"y\": \($2)}\r\n" },
      { "{\"y\":\($2),\"t\":\($1)}\n" },
      { "{\"t\":\($1),\"z\":\($0),\"y\":\($2)}\n" },
      { "# a comment\n\n{\"t\":\($1),\"z\":{\"n\":null},\"y\":\($2)}\n" },
      { "{\"t\":0,\"y\":1,\"t\":\($1),\"y\":\($2)}\n" },
      { "{\"t\":\($1),\"q\":\"\($0)\",\"a\":[1,{}],\"y\":\($2)} \n" },
    ]
    let plain = styles.map { style -> (Int, String, String) -> String in
      { style($0, $1, $2.hasPrefix("+") ? String($2.dropFirst()) : $2) }
    }
    let (text, times, offsets) = rows(20_000, every: every, plain)
    let trace = try readOneInSeconds(text)
    #expect(trace.times == times && trace.offsets == [.y: offsets])
    #expect(trace.cleaning.isEmpty)
  }

  @Test(
    "Labels are part of what a row is like",
    arguments: [
      ("series,t,y\n", "%,T,Y\n"), ("", "{\"series\":\"%\",\"t\":T,\"y\":Y}\n"),
      ("", "{\"series\":%,\"t\":T,\"y\":Y}\n"),
    ])
  func labels(header: String, line: String) throws {
    var text = header
    for row in 0..<400 {
      let name = row / 4 % 2 + 1, time = row / 8 * 4 + row % 4
      text += line.replacing("%", with: "\(name)").replacing("T", with: "\(time)")
        .replacing("Y", with: "\(time * name)")
    }
    let traces = try read(text) { $0.timesPerSecond = 1 }
    #expect(traces.map(\.series) == ["1", "2"])
    for (name, trace) in zip([1.0, 2], traces) {
      #expect(trace.times == (0..<200).map(Double.init))
      #expect(trace.offsets == [.y: trace.times.map { $0 * name }])
    }
  }

  /// A column that splits the file and is read for its numbers too.
  @Test func aLabelThatIsAnOffset() throws {
    for text in [
      "t,y\n0,1\n1,1\n2,5\n3,5\n4,1\n",
      (0..<5).map { "{\"t\":\($0),\"y\":\([1, 1, 5, 5, 1][$0])}\n" }.joined(),
    ] {
      let traces = try read(text) { $0.seriesColumn = "y" }
      #expect(traces.map(\.series) == ["1", "5"])
      #expect(traces.map { $0.offsets[.y] } == [[1, 1, 1], [5, 5]])
    }
  }

  @Test func whatComesBetweenTheRows() throws {
    var text = ""
    for row in 0..<300 {
      text += "{\"t\":\(row),\"y\":\(row)}\n"
      if row % 3 == 1 { text += "{\"t\":\(row).5,\"event\":\"touch\"}\n" }
      if row % 5 == 1 { text += "{\"note\":\(row)}\n" }
    }
    let trace = try readOneInSeconds(text)
    #expect(trace.times == (0..<300).map(Double.init))
    #expect(trace.events.map(\.time) == stride(from: 1.5, to: 300, by: 3).map { $0 })
    #expect(trace.cleaning.map(\.count) == [60])
  }

  @Test(
    "A misfit far down is named by its line and column",
    arguments: [
      ("t,y\n", "0,0\n", "1,x\n", 3), ("t,y\n", "0,0\n", "1,1e999\n", 3), ("t,y\n", "0,0\n", "1,2,3\n", nil),
      ("", "{\"t\":0,\"y\":0}\n", "{\"t\":1,\"y\":1e999}\n", 12),
      ("", "{\"t\":0,\"y\":0}\n", "{\"t\":1,\"y\":2]\n", 13),
      ("", "{\"t\":0,\"y\":0}\n", "{\"t\":1,\"y\":2x}\n", 12),
    ])
  func poorFits(header: String, row: String, bad: String, column: Int?) {
    let text = header + String(repeating: row, count: 5000) + bad + row
    do throws(ReadingError) {
      _ = try read(text)
      Issue.record("was read")
    } catch {
      #expect(error.line == (header.isEmpty ? 5001 : 5002) && error.column == column, "\(error)")
    }
  }

  /// The first stamp is subtracted from all, in rows that are like the first too.
  @Test func stampsOfNineteenDigits() throws {
    let stamps = (0..<1000).map { 1_700_000_000_000_000_001 + Int64($0) * 8_333_333 }
    let trace = try readOne("t_ns,y\n" + stamps.map { "\($0),0\n" }.joined())
    #expect(trace.times == stamps.map { Double($0 - stamps[0]) / 1e9 })
  }
}
