import Foundation
import Recordings
import Testing

struct OrderTests {
  @Test func repeatedSamplesAreDroppedAndCounted() throws {
    let trace = try readOne("t,x,y,finger_y\n0,0,1,0\n0,0,1,1\n0.5,0,1,2\n1,0,2,3\n1,0,2,4\n1,0,2,5\n")
    #expect(trace.times == [0, 0.5, 1])
    #expect(trace.offsets == [.x: [0, 0, 0], .y: [1, 1, 2]])
    #expect(trace.fingers == [.y: [0, 2, 3]])
    #expect(trace.cleaning == [Trace.Cleaning(what: "repeated sample dropped", count: 3, lines: [3, 6, 7])])
  }

  @Test func onlyTenLinesAreNamed() throws {
    let trace = try readOne("t,y\n" + String(repeating: "0,1\n", count: 30) + "1,2\n")
    #expect(
      trace.cleaning == [Trace.Cleaning(what: "repeated sample dropped", count: 29, lines: Array(3...12))])
  }

  @Test func aLongJumpBackIsARestart() throws {
    let text = "t,y\n0,1\n1,2\n2,3\n0.9,4\n1.5,5\n0.2,6\n"
    let traces = try read(text)
    #expect(traces.map(\.series) == ["1", "2", "3"])
    #expect(traces.map(\.times) == [[0, 1, 2], [0, 0.6], [0]])
    #expect(traces.map(\.timeOrigin) == [0, 0.9, 0.2])
    #expect(try read(text) { $0.selected = ["2"] }.map(\.series) == ["2"])
  }

  @Test func restartsInsideASeriesAreNamedAfterIt() throws {
    let text = "series,t,delta_y\na,0,1\na,1,2\nb,5,3\na,0,4\na,1,5\n"
    let traces = try read(text)
    #expect(traces.map(\.series) == ["a/1", "a/2", "b"])
    // The sum starts anew.
    #expect(traces.map { $0.offsets[.y] } == [[1, 3], [4, 9], [3]])
    #expect(try read(text) { $0.selected = ["a"] }.map(\.series) == ["a/1", "a/2"])
    #expect(try read(text) { $0.selected = ["b", "a/2"] }.map(\.series) == ["a/2", "b"])
  }

  @Test("Repair sorts samples by time") func repairSorts() throws {
    let trace = try readOne("t,y,finger\n0,1,5\n2,3,7\n1,2,6\n3,4,8\n2,3,9\n") { $0.repair = true }
    #expect(trace.times == [0, 1, 2, 3])
    #expect(trace.offsets == [.y: [1, 2, 3, 4]])
    #expect(trace.fingers == [.y: [5, 6, 7, 8]])
    #expect(
      trace.cleaning == [
        Trace.Cleaning(what: "sample out of order sorted", count: 2, lines: [4, 6]),
        Trace.Cleaning(what: "repeated sample dropped", count: 1, lines: [6]),
      ])
    // Sorted first, summed up after.
    let wheel = try readOne("t,delta_y\n0,1\n2,4\n1,2\n") { $0.repair = true }
    #expect(wheel.offsets == [.y: [1, 3, 7]])
  }

  @Test func seriesMayBeInterleaved() throws {
    let text = "t,id,y\n0,a,1\n0,b,2\n1,a,3\n1,b,4\n0.9,b,5\n"
    let traces = try read(text) { $0.selected = ["a"] }
    #expect(traces.map { $0.offsets[.y] } == [[1, 3]])
    do throws(ReadingError) {
      _ = try read(text)
      Issue.record("time goes back in b")
    } catch {
      #expect(error.line == 6)
    }
    let split = try read("t,y,who\n0,1,a\n0,2,b\n") { $0.seriesColumn = "who" }
    #expect(split.map(\.series) == ["a", "b"])
  }

  @Test("A sample far from both neighbors is left out and listed, a jump and noise are not")
  func glitches() throws {
    func table(_ offsets: [Double]) -> String {
      "t,y\n" + offsets.enumerated().map { "\(Double($0) / 64),\($1)\n" }.joined()
    }
    let glide = (0..<150).map { 3000 - 2000 * exp(-Double($0) / 30) }
    for wrong in [0.0, 9000] {
      var offsets = glide
      offsets[60] = wrong
      let trace = try readOne(table(offsets))
      #expect(trace.times.count == 149 && !(trace.offsets[.y] ?? []).contains(wrong))
      #expect(trace.cleaning.map(\.what) == ["sample far from both neighbors left out"])
      #expect(trace.cleaning.map(\.lines) == [[62]])
    }
    // Two samples at the other place, a frame that repeats the one before, and as many wrong samples as noise has.
    var jump = glide, repeated = glide, noise = glide
    for index in 60...61 { jump[index] = 0 }
    repeated[5] = repeated[4]
    for index in stride(from: 10, to: 150, by: 7) { noise[index] = 0 }
    for offsets in [jump, repeated, noise] { #expect(try readOne(table(offsets)).cleaning.isEmpty) }
  }
}
