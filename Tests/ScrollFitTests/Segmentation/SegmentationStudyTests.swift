import Testing

@testable import ScrollFit

/// A hundred sessions whose truth is known.
struct SegmentationStudyTests {
  @Test func aHundredSessions() {
    let study = SegmentationStudy(seed: 1, sessions: 0..<100)
    let notes = study.notes.joined(separator: "\n")
    #expect(study.sessions == 100)
    #expect(study.right >= 97, "\(notes)")
    #expect(study.boundaries > 400)
    #expect(Double(study.placed) >= 0.99 * Double(study.boundaries), "\(notes)")
    #expect(Double(study.held) >= 0.93 * Double(study.boundaries), "\(notes)")
  }
}
