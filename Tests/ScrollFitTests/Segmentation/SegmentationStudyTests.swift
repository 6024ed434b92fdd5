import Testing

@testable import ScrollFit

/// A hundred sessions whose truth is known.
struct SegmentationStudyTests {
  /// A glide of fewer than six frames before the edge is not seen as one: of all sessions seven in a hundred are wrong, of those whose
  /// phases have the samples that their laws need, less than three.
  @Test func aHundredSessions() {
    let study = SegmentationStudy(seed: 1, sessions: 0..<100)
    let notes = study.notes.joined(separator: "\n")
    #expect(study.sessions == 100 && study.visible >= 90)
    #expect(study.right >= 93, "\(notes)")
    #expect(Double(study.rightAmongVisible) >= 0.97 * Double(study.visible), "\(notes)")
    #expect(study.boundaries > 400)
    #expect(Double(study.placed) >= 0.99 * Double(study.boundaries), "\(notes)")
    #expect(Double(study.held) >= 0.93 * Double(study.boundaries), "\(notes)")
  }
}
