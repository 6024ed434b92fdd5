import Testing

@testable import Recordings

struct SentenceTests {
  private let sentence: Sentence =
    "decreases; \(setting: "repair") or \(setting: "frameRate 60 Hz") after \(1.5) s"

  @Test("A caller of the library reads properties, another reader the names given")
  func naming() {
    #expect(sentence.text { $0 } == "decreases; repair or frameRate 60 Hz after 1.5 s")
    #expect(sentence.text { "<\($0)>" } == "decreases; <repair> or <frameRate> 60 Hz after 1.5 s")
    let joined = [sentence, "b"].joined(separator: "; ")
    #expect(joined.text { _ in "x" } == "decreases; x or x 60 Hz after 1.5 s; b")
    #expect([Sentence]().joined(separator: ", ") == "")
  }

  @Test("An error in the library names no option of the command line")
  func errors() {
    let error = ReadingError("a.csv", .timeGoesBack(from: 2, to: 1))
    #expect("\(error)" == "time decreases from 2.0 s to 1.0 s; repair sorts the samples")
  }
}
