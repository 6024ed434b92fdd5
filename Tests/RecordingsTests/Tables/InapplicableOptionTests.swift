import Testing

@testable import Recordings

@Suite("Reading options that a file gives no use for")
struct InapplicableOptionTests {
  private static let clock =
    "{\"time\":\"2024-05-01T10:00:00.000Z\",\"y\":1}\n{\"time\":\"2024-05-01T10:00:00.016Z\",\"y\":2}\n"

  @Test(
    "A unit of times is refused where there are none, or where their unit is known",
    arguments: [
      ("frame,y\n0,1\n1,2\n2,3\n", "the file has no times"), ("y\n1\n2\n3\n", "the file has no times"),
      (clock, "column 'time' holds dates or times of day"),
      (
        "2021-04-05 13:51:45.100 contentOffset.y: 1\n2021-04-05 13:51:45.116 contentOffset.y: 2\n",
        "the times of the format log have a known unit"
      ),
    ])
  func timeUnit(_ text: String, _ reason: String) throws {
    let error = #expect(throws: ReadingError.self) {
      try read(text) {
        $0.timesPerSecond = 1000
        $0.defaultFrameRate = 60
      }
    }
    #expect(error?.problem == .inapplicable(setting: "timesPerSecond", reason: reason))
    #expect(try read(text) { $0.defaultFrameRate = 60 }.count == 1)
  }

  @Test("The height of a wheel's line or page is refused where no delta has a mode")
  func wheel() throws {
    let (offsets, deltas) = ("t,y\n0,1\n0.016,2\n", "t_ms,deltaY,deltaMode\n0,-2,0\n8,-3,0\n16,4,0\n")
    let error = #expect(throws: ReadingError.self) { try read(offsets) { $0.lineHeight = 20 } }
    #expect(
      error?.description == "lineHeight does not apply: the file has no wheel deltas with a deltaMode")
    #expect(throws: ReadingError.self) { try read(offsets) { $0.pageHeight = 20 } }
    #expect(try read(deltas) { $0.lineHeight = 20 } == read(deltas))
  }
}
