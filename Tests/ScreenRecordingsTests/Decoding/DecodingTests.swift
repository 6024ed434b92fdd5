import Foundation
import Testing

@testable import ScreenRecordings

struct DecodingTests {
  @Test("Containers are known by their first bytes")
  func kinds() {
    #expect(VideoKind([0, 0, 0, 0x20] + Array("ftypisom".utf8)) == .quickTime)
    #expect(VideoKind([0, 0, 0, 8] + Array("wide".utf8)) == .quickTime)
    #expect(VideoKind([0x1A, 0x45, 0xDF, 0xA3, 1, 2]) == .matroska)
    #expect(VideoKind(Array("GIF89a".utf8)) == .gif)
    #expect(VideoKind(Array("t,y\n0,1\n".utf8)) == nil)
    #expect(VideoKind(Array("see moov".utf8)) == nil)
    #expect(VideoKind([UInt8]()) == nil)
  }

  @Test("Times are those of the printed frames, in whatever pieces they come")
  func times() {
    var times = FrameTimes()
    let text =
      "frame:0    pts:0       pts_time:0\nscrollfit=1\nframe:1    pts:16667   pts_time:0.016667\nscrollfit=1\n"
    for byte in text.utf8 {
      withUnsafePointer(to: byte) { times.add(UnsafeBufferPointer(start: $0, count: 1)) }
    }
    #expect(times.next() == 0)
    #expect(times.next() == 0.016667)
    #expect(times.next() == nil)
  }

  @Test("The cause that FFmpeg names first is kept, without its address")
  func messages() {
    var messages = DecoderMessages()
    for line in [
      "[mov,mp4 @ 0x55d] moov atom not found\n", String(repeating: "a.mp4: Invalid data\n", count: 1000),
    ] {
      Array(line.utf8).withUnsafeBufferPointer { messages.add($0) }
    }
    #expect(messages.reason == "moov atom not found")
  }
}

struct DisplayClockTests {
  @Test("Rounded times are moved to the display's frames, also over gaps", arguments: [60.0, 59.94, 120])
  func snaps(_ rate: Double) throws {
    let frames = (0..<400).filter { $0 % 37 != 5 && $0 % 41 != 7 }
    let times = frames.map { (Double($0) / rate * 1000).rounded() / 1000 }
    let clock = try #require(DisplayClock(times))
    #expect(abs(clock.interval * rate - 1) < 1e-5)
    for (time, frame) in zip(clock.times, frames) { #expect(abs(time - Double(frame) / rate) < 2e-4) }
  }

  @Test("Times that follow no display's frames have no clock")
  func irregular() {
    let irregular = (0..<100).map { (frame: Int) -> Double in
      let jitter = Double(frame * frame % 7) * 0.002
      return Double(frame) * 0.0167 + jitter
    }
    #expect(DisplayClock(irregular) == nil)
    #expect(DisplayClock([0, 1]) == nil)
    #expect(DisplayClock((0..<50).map { Double($0) * 0.0311 }) == nil)
  }

  @Test("The duration is the container's, and no number where it names none")
  func duration() throws {
    let clip = Clips.folder.appending(path: "text-dropped.mp4")
    let kind = try #require(VideoKind(Data(contentsOf: clip)))
    let last = try #require(Clips.log("text-dropped.csv").last?.time)
    let seconds = try #require(VideoDuration.seconds(path: Array(clip.path.utf8CString), kind: kind))
    #expect(abs(seconds - last) < 0.1)
    #expect(VideoDuration.seconds(path: Array("no such file".utf8CString), kind: kind) == nil)
    #expect(VideoDuration.seconds(in: "  Duration: 01:02:03.50, start: 0.000000") == 3723.5)
    #expect(VideoDuration.seconds(in: "  Duration: N/A, start: 0.000000") == nil)
  }

  @Test("Progress names frames, rate and the time that is left")
  func progress() {
    let progress = ReadingProgress(frames: 600, time: 10, elapsed: 4, end: 41.5)
    #expect(progress.text == "600 frames, 10 of 42 s, 150/s, 13 s left")
    #expect(
      ReadingProgress(frames: 600, time: 10, elapsed: 4, end: nil).text
        == "600 frames, 10 s of the video, 150/s")
  }
}
