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
}
