import Foundation
import TestSupport
import Testing

@testable import ScreenRecordings

/// Clips whose offsets are known: made by `scripts/study/screens.py`, and recorded by `toolkit_screens.py` there.
@Suite(
  .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
struct VideoTests {
  struct Clip: Sendable, CustomTestStringConvertible {
    let file: String
    var direction = ScreenRecording.Direction.vertical
    /// Device pixels a pixel of the video.
    var pixel = 1.0
    /// The pixels at which the toolkit draws what it logs with fractions.
    var rounding = FloatingPointRoundingRule.toNearestOrAwayFromZero
    /// The part of the frames that must not be left out.
    var minimumKnownSamples = 0.99
    var testDescription: String { file }
  }

  static let clips = [
    Clip(file: "text-dropped.mp4"), Clip(file: "photos-variable.mkv", minimumKnownSamples: 0.9),
    Clip(file: "cards-half.mp4", pixel: 2, minimumKnownSamples: 0.9), Clip(file: "numbered-turned.mov"),
    Clip(file: "sparse-sideways.mp4", direction: .horizontal),
    Clip(file: "cards-webm.webm", minimumKnownSamples: 0.9),
    Clip(file: "numbered-gif.gif"), Clip(file: "chromium.mp4"), Clip(file: "gtk.mp4", rounding: .down),
    Clip(file: "qtquick.mp4"), Clip(file: "expansion.mp4"),
  ]

  @Test("Every frame has the true offset or is left out", arguments: clips)
  func offsets(_ clip: Clip) throws {
    let recording = try Clips.read(clip.file)
    let log = try Clips.log(clip.file.prefix { $0 != "." } + ".csv")
    #expect(recording.direction == clip.direction)
    #expect(recording.isHalved == (clip.pixel == 2))
    #expect(recording.otherScenes.isEmpty)
    try #require(recording.frames.count == log.count)
    let first = try #require(zip(recording.frames, log).first { $0.0.doubt == nil })
    let start = first.1.offset.rounded(clip.rounding) - clip.pixel * first.0.offset
    for (frame, row) in zip(recording.frames, log) {
      #expect(abs(frame.time - (row.time - log[0].time)) < 1e-3)
      guard frame.doubt == nil else { continue }
      #expect(
        clip.pixel * frame.offset + start == row.offset.rounded(clip.rounding), "at \(frame.time) s: \(frame)"
      )
    }
    let known = recording.frames.count { $0.doubt == nil }
    #expect(Double(known) >= clip.minimumKnownSamples * Double(log.count))
  }

  @Test("The time in which a row expands is named")
  func expansion() throws {
    let recording = try Clips.read("expansion.mp4")
    #expect(recording.otherPart == nil)
    // It expands from 4.13 to 4.63 s.
    let times = try #require(recording.partialMotions.first)
    #expect(recording.partialMotions.count == 1)
    #expect((4.1...4.3).contains(times.lowerBound) && (4.5...4.7).contains(times.upperBound))
    let notes = try recording.trace(source: "a.mp4").notices.map(\.description)
    #expect(
      notes.contains {
        $0.hasSuffix(
          "a part of the content moves by itself, such as a row that expands; the offsets are those of the part that stands"
        )
      })
  }

  @Test("A video without one scrolling picture is refused")
  func refused() {
    #expect(throws: ScreenRecordingError.still(frames: 30)) { try Clips.read("still.mp4") }
    #expect(throws: ScreenRecordingError.noScrolling) { try Clips.read("clock.mp4") }
    #expect { try Clips.read("game.mp4") } throws: {
      if case .otherMotion = $0 as? ScreenRecordingError { true } else { false }
    }
  }

  @Test("Rows that look alike are called ambiguous", arguments: [("equal.mp4", 33), ("table.mp4", 22)])
  func ambiguous(clip: String, rows: Int) {
    #expect { try Clips.read(clip) } throws: {
      if case .ambiguous(rows, _) = $0 as? ScreenRecordingError { true } else { false }
    }
  }

  @Test("Equal rows that scroll sideways are called ambiguous")
  func sidewaysAmbiguous() throws {
    let clip = Clips.folder.appending(path: "equal.mp4").path
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    _ = try Clips.ffmpeg("-i '\(clip)' -vf transpose -fps_mode passthrough -crf 18 '\(url.path)'")
    #expect { try Clips.read(url) } throws: {
      if case .ambiguous(33, _) = $0 as? ScreenRecordingError { true } else { false }
    }
  }

  @Test("A cut is named, and the parts can be read")
  func cut() throws {
    let parts = try #require(throws: ScreenRecordingError.self) { try Clips.read("cut.mp4") }
    guard case .cut(let scenes) = parts, scenes.count == 2 else {
      Issue.record("\(parts)")
      return
    }
    // The pictures change at 40/60 s.
    #expect(scenes[0].upperBound < 0.667 && scenes[1].lowerBound >= 0.667)
    for scene in scenes {
      let recording = try Clips.read("cut.mp4", ScreenRecordingReader(range: scene))
      let steps = zip(recording.frames.dropFirst(), recording.frames).map { $0.offset - $1.offset }
      #expect(steps.count { $0 == 6 } * 10 >= steps.count * 9)
    }
  }

  @Test(
    "A file that is cut or holds something else is refused",
    arguments: ["text-dropped.mp4", "photos-variable.mkv", "numbered-gif.gif"])
  func damaged(_ name: String) throws {
    let bytes = try Data(contentsOf: Clips.folder.appending(path: name))
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
    defer { try? FileManager.default.removeItem(at: url) }
    for part in [
      bytes.prefix(bytes.count * 3 / 5), bytes.prefix(16), bytes.prefix(64) + Data(repeating: 7, count: 5000),
    ] {
      try part.write(to: url)
      #expect { try Clips.read(url) } throws: {
        switch $0 as? ScreenRecordingError {
        case .noFrames, .damaged, .still: true
        default: false
        }
      }
    }
  }

  @Test("A region and a range limit what is read")
  func region() throws {
    let region = ScreenRecording.Region(x: 0, y: 60, width: 240, height: 300)
    let whole = try Clips.read("text-dropped.mp4")
    let part = try Clips.read("text-dropped.mp4", ScreenRecordingReader(region: region))
    #expect(part.region.y >= 60 && part.region.y + part.region.height <= 360)
    for (one, other) in zip(whole.frames, part.frames) where one.doubt == nil && other.doubt == nil {
      #expect(one.offset == other.offset)
    }
    let early = try Clips.read("text-dropped.mp4", ScreenRecordingReader(range: 0.5...2))
    #expect(early.frames.allSatisfy { (0.5...2).contains($0.time) })
    #expect(throws: ScreenRecordingError.noFramesInRange) {
      try Clips.read("text-dropped.mp4", ScreenRecordingReader(range: 1000...2000))
    }
    let outside = ScreenRecording.Region(x: 100, y: 0, width: 200, height: 100)
    #expect(throws: ScreenRecordingError.regionOutside(width: 240, height: 480)) {
      try Clips.read("text-dropped.mp4", ScreenRecordingReader(region: outside))
    }
    let small = ScreenRecording.Region(x: 0, y: 0, width: 63, height: 100)
    #expect(throws: ScreenRecordingError.tooSmall(width: 63, height: 100)) {
      try Clips.read("text-dropped.mp4", ScreenRecordingReader(region: small))
    }
  }

  @Test("A recording holds the frames that are located, and its header names those not known to the pixel")
  func trace() throws {
    let recording = try Clips.read("cards-half.mp4")
    let trace = try recording.trace(source: "a.mp4", scale: 1.5)
    let known = recording.frames.filter(\.isLocated)
    let certain = recording.frames.count { $0.doubt == nil }
    #expect(trace.times.count == known.count)
    #expect(trace.unit == "pt")
    // Estimates between two pixels are written to a quarter.
    #expect(
      trace.offsets[.y]
        == known.map { ($0.doubt == nil ? $0.offset : ($0.offset * 4).rounded() / 4) / 1.5 })
    #expect(
      trace.others["deviation"] == known.map { $0.doubt == nil ? 0 : 0.5 / 1.5 } || certain == known.count)
    let left = trace.header.first { $0.key == "uncertain" }?.value.elements ?? []
    let named = left.reduce(0.0) { $0 + ($1["frames"]?.double ?? 0) }
    #expect(Int(named) == recording.frames.count - certain)
  }
}
