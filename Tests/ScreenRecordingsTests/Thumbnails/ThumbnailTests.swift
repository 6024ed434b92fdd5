import Foundation
import TestSupport
import Testing

@testable import ScreenRecordings

/// Thumbnails beside those of an FFmpeg that decodes all frames and counts them.
@Suite(
  .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
struct ThumbnailTests {
  private func thumbnails(_ url: URL) throws -> VideoThumbnails {
    let kind = try #require(VideoKind(try Data(contentsOf: url)))
    return try VideoThumbnails(path: Array(url.path.utf8CString), kind: kind)
  }

  /// The frame of an index as JPEG, 400 pixels on its longer side.
  private func jpeg(_ url: URL, frame: Int, size: String) throws -> [UInt8] {
    try Clips.ffmpeg(
      "-i '\(url.path)' -map 0:v:0 -vf 'select=eq(n\\,\(frame)),scale=\(size):flags=area,format=yuvj420p' -frames:v 1 -c:v mjpeg "
        + "-q:v 5 -f mjpeg pipe:1")
  }

  @Test(
    "A thumbnail is the frame of its time",
    arguments: [
      ("text-dropped.mp4", "200:400"), ("photos-variable.mkv", "200:400"), ("numbered-turned.mov", "200:400"),
      ("cards-webm.webm", "200:400"), ("numbered-gif.gif", "160:320"),
    ])
  func frames(_ name: String, size: String) throws {
    let url = Clips.folder.appending(path: name)
    let log = try Clips.log(name.prefix { $0 != "." } + ".csv")
    let video = try thumbnails(url)
    for index in [0, 1, log.count / 2, log.count - 1] {
      let time = log[index].time - log[0].time
      #expect(
        try video.jpeg(at: time, atMost: 100_000) == jpeg(url, frame: index, size: size), "frame \(index)")
    }
  }

  @Test("Times are those of the pictures where the sound begins before them")
  func sound() throws {
    let clip = Clips.folder.appending(path: "text-dropped.mp4")
    let log = try Clips.log("text-dropped.csv")
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    _ = try Clips.ffmpeg(
      "-f lavfi -i sine=duration=3 -itsoffset 0.4 -i '\(clip.path)' -map 0:a -map 1:v -c:v copy '\(url.path)'"
    )
    #expect(
      try thumbnails(url).jpeg(at: log[60].time - log[0].time, atMost: 100_000)
        == jpeg(url, frame: 60, size: "200:400"))
  }

  @Test("The quality falls until the bytes suffice")
  func bytes() throws {
    let video = try thumbnails(Clips.folder.appending(path: "text-dropped.mp4"))
    let full = try #require(try video.jpeg(at: 0.5, atMost: 100_000))
    let coarse = try #require(try video.jpeg(at: 0.5, atMost: full.count - 1))
    #expect(coarse.count < full.count && coarse.starts(with: [0xFF, 0xD8]))
    #expect(try video.jpeg(at: 0.5, atMost: 500) == nil)
  }

  @Test("No thumbnail is after the end")
  func end() throws {
    let video = try thumbnails(Clips.folder.appending(path: "text-dropped.mp4"))
    #expect(try video.jpeg(at: 1000, atMost: 100_000) == nil)
  }
}
