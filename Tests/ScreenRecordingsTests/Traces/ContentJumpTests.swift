import Foundation
import Recordings
import Testing

@testable import ScreenRecordings

@Suite("Jumps that rows inserted above look like")
struct ContentJumpTests {
  /// - Parameter lost: the frames that are not located.
  /// - Parameter blurred: those that lie between two pixels.
  private static func warnings(
    _ offsets: [Double], lost: Range<Int> = 0..<0, blurred: Range<Int> = 0..<0
  ) throws -> [String] {
    let frames = offsets.enumerated().map { index, offset in
      FrameOffset(
        time: Double(index) / 60, offset: offset, confidence: 1,
        doubt: lost.contains(index) ? .unmatched : blurred.contains(index) ? .blurred : nil)
    }
    let recording = ScreenRecording(
      size: (160, 320), direction: .vertical,
      region: ScreenRecording.Region(x: 0, y: 0, width: 160, height: 320), frames: frames, isHalved: false,
      period: nil, otherScenes: [], partialMotions: [])
    return try recording.trace(source: "a.mp4").notices.map(\.description)
  }

  /// The warnings of jumps alone: frames that are not known to the pixel have notices of their own.
  private static func jumps(
    _ offsets: [Double], lost: Range<Int> = 0..<0, blurred: Range<Int> = 0..<0
  ) throws -> [String] {
    try warnings(offsets, lost: lost, blurred: blurred).filter { $0.contains("jumps") }
  }

  /// The offsets of rests of 15 frames.
  private static func rests(_ offsets: Double...) -> [Double] {
    offsets.flatMap { [Double](repeating: $0, count: 15) }
  }

  @Test("From rest to rest within one frame")
  func atRest() throws {
    let moving: [Double] = (0..<20).map { 9 * Double($0) }
    let found = try Self.warnings(moving + Self.rests(171, 75) + moving.map { 75 + $0 })
    let sentence =
      "the picture jumps at 0.583 s (by 96 px): where rows were inserted or removed above what is seen, "
      + "the offsets after it are off by as much"
    #expect(found == [sentence])
  }

  @Test("From rest to a rest whose first frames lie between two pixels")
  func blurred() throws {
    let offsets = Self.rests(171, 75.25) + Self.rests(75)
    #expect(try Self.jumps(offsets, blurred: 15..<30).count == 1)
  }

  @Test("In motion that goes on as before, also a slow one whose steps are rounded")
  func inMotion() throws {
    let slow: [Double] = (0..<40).map { (1.4 * Double($0)).rounded() - ($0 < 20 ? 0 : 84) }
    #expect(try Self.warnings(slow).count == 1)
    let offsets: [Double] = (0..<40).map { 9 * Double($0) - ($0 < 20 ? 0 : 120) }
    #expect(try Self.warnings(offsets).count == 1)
  }

  @Test("Behind frames that nothing explains, where the motion goes on as before or decelerates")
  func behindLostFrames() throws {
    let steady: [Double] = (0..<60).map { 9 * Double($0) - ($0 < 30 ? 0 : 96) }
    #expect(try Self.jumps(steady, lost: 20..<40).map { $0.contains("at 0.667 s (by 96 px)") } == [true])
    func decelerating(_ jump: Double) -> [Double] {
      (0..<60).map { 40 * (1 - pow(0.975, Double($0))) * 20 - ($0 < 30 ? 0 : jump) }
    }
    #expect(try Self.jumps(decelerating(80), lost: 20..<40).count == 1)
    #expect(try Self.jumps(decelerating(0), lost: 20..<40).isEmpty)
    // A recorder that shows each frame twice.
    let twice = (0..<60).map { 18 * Double($0 / 2) }
    let doubled: [Double] = twice[..<30] + twice[30...].map { $0 - 96 }
    #expect(try Self.jumps(doubled, lost: 20..<40).count == 1)
    // A finger turns in the frames that nothing explains.
    let turned: [Double] = (0..<30).map { 9 * Double($0) } + (0..<30).map { 270 - 9 * Double($0) }
    #expect(try Self.jumps(turned, lost: 20..<40).isEmpty)
  }

  @Test("Notches of a wheel, late frames, a finger that stops and turns are none")
  func scrolling() throws {
    #expect(try Self.warnings(Self.rests(0, 53, 106, 212, 159)).isEmpty)
    let late: [Double] = (0..<40).map { 40 * Double((18...23).contains($0) ? 18 : $0) }
    #expect(try Self.warnings(late).isEmpty)
    let turning: [Double] = (0..<20).map { 60 * Double($0) } + (0..<20).map { 1200 - 50 * Double($0) }
    #expect(try Self.warnings(turning).isEmpty)
    #expect(try Self.warnings((0..<20).map { 90 * Double($0) } + Self.rests(1710)).isEmpty)
  }
}
