import Foundation
import Testing

@testable import Recordings

/// Limits of the parts of one file.
struct LimitTests {
  private func problem(_ text: String) -> ReadingError.Problem? {
    do {
      _ = try read(text)
      return nil
    } catch { return error.problem }
  }

  @Test("A table of more columns than are read is refused")
  func columns() throws {
    let count = ReadingLimits.maximumColumns + 1
    let names = (0..<count).map { "y\($0)" }.joined(separator: ",")
    let text = names + "\n" + Array(repeating: "1", count: count).joined(separator: ",") + "\n"
    let reader = RecordingReader()
    let error = #expect(throws: ReadingError.self) {
      try reader.table(bytes: Array(text.utf8), source: "test")
    }
    #expect(error?.problem == .tooMany(.columns))
    #expect(error?.description == "more than 4096 columns, the maximum for one recording file")
  }

  @Test("A table of more series than are read is refused")
  func series() {
    let rows = (0...ReadingLimits.maximumSeries).map { "\($0),0,1\n" }.joined()
    #expect(problem("series,t,y\n" + rows) == .tooMany(.series))
  }
}
