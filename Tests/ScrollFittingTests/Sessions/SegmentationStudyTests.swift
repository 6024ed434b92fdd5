import Foundation
import TestSupport
import Testing

@testable import ScrollFitting

/// Sessions whose truth is known: a hundred, or the number that SCROLLFIT_SESSIONS gives (`scripts/verify-phases`).
@Suite(.tags(.slow))
struct SegmentationStudyTests {
  private static let sessions = ProcessInfo.processInfo.environment["SCROLLFIT_SESSIONS"].flatMap { Int($0) }
  private static let seed = ProcessInfo.processInfo.environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 1

  @Test("Phases of generated sessions are found again") func phases() {
    let sessions = Self.sessions ?? 100
    let study = SegmentationStudy(seed: Self.seed, sessions: 0..<sessions)
    let notes = study.notes.joined(separator: "\n")
    #expect(study.sessions == sessions)
    // Of a hundred two may miss by chance what 99 % reach.
    #expect(study.right >= (Self.sessions == nil ? 97 : Int(0.99 * Double(sessions))), "\(notes)")
    #expect(study.boundaries > 4 * sessions)
    #expect(Double(study.placed) >= 0.99 * Double(study.boundaries), "\(notes)")
    #expect(Double(study.held) >= 0.93 * Double(study.boundaries), "\(notes)")
    if Self.sessions != nil {
      print(
        "kinds right in \(study.right) of \(study.sessions) sessions, boundaries right \(study.placed) and inside their "
          + "intervals \(study.held) of \(study.boundaries)")
    }
  }

  @Test("Constants of generated sessions are covered by their intervals") func constants() {
    let sessions = Self.sessions ?? 60
    let study = ConstantsStudy(seed: Self.seed, sessions: 0..<sessions)
    let share = Double(study.held) / Double(study.fits)
    #expect(study.fits > sessions)
    // Two standard deviations of a share of so many fits are chance.
    let chance = 2 * (0.95 * 0.05 / Double(study.fits)).squareRoot()
    let allowed = (0.93 - chance)...(0.97 + chance)
    #expect(allowed.contains(share), "\(study.held) of \(study.fits)")
    // Every glide and bounce with samples enough has a fit.
    #expect(study.missing * 50 < study.fits)
    if Self.sessions != nil {
      print(
        "95 % intervals of constants hold the truth in \(study.held) of \(study.fits) fits, \(study.missing) missing"
      )
    }
  }
}
