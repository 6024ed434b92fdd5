import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScreenRecordings

struct PictureFolderTests {
  /// A header of a PNG of this width.
  private static func png(_ width: UInt8) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
      + Data("IHDR".utf8) + Data([0, 0, 0, width, 0, 0, 0, 100])
  }

  private static func frameRate(_ rate: Double) -> ReadingOptions {
    var options = ReadingOptions()
    options.frameRate = rate
    return options
  }

  private static func withFolder(_ files: [String: Data], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "100 % \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    try body(folder.path)
  }

  @Test("Pictures are in the order of their numbers, with the times of their file or of the frame rate")
  func order() throws {
    let pictures = ["a9.png": Self.png(1), "a10.png": Self.png(1), "b0012.PNG": Self.png(1), "x.txt": Data()]
    try Self.withFolder(pictures) { path in
      let folder = try PictureFolder(path: path, reading: Self.frameRate(50))
      #expect(folder.paths.map { ($0 as NSString).lastPathComponent } == ["a9.png", "a10.png", "b0012.PNG"])
      #expect(folder.times == [0, 1 / 50.0, 3 / 50.0])
    }
    try Self.withFolder(pictures.merging(["times.txt": Data("# s\n0.5\r\n 0.52\n\n0.7\n".utf8)]) { $1 }) {
      path in
      var settings = ReadingOptions()
      settings.defaultFrameRate = 50
      for reading in [ReadingOptions(), settings] {
        let folder = try PictureFolder(path: path, reading: reading)
        #expect(folder.times == [0.5, 0.52, 0.7])
      }
      #expect(
        throws: ScreenRecordingError.inapplicable(
          setting: "frameRate", reason: "times.txt holds the times of the pictures")
      ) { try PictureFolder(path: path, reading: Self.frameRate(50)) }
    }
  }

  @Test(
    "A folder that cannot be the frames of a recording is refused",
    arguments: [
      (["a.txt": Data()], ScreenRecordingError.noPictures(other: nil)),
      (["a1.jpg": Data(), "a2.JPG": Data()], .noPictures(other: "JPG")),
      (["a1.png": png(1), "cover.png": png(1)], .pictureWithoutNumber("cover.png")),
      (["a1.png": png(1), "a01.png": png(1)], .sameNumber("a01.png", "a1.png")),
      (["a1.png": png(1), "a2.png": Data("no".utf8)], .noPNG("a2.png")),
      (["a1.png": png(1), "a2.png": png(2)], .pictureSize("a2.png", "a1.png")),
      (["a1.png": png(1), "a2.png": png(1)], .noPictureTimes(pictures: 2)),
      (["a1.png": png(1), "times.txt": Data("0\n1\n".utf8)], .pictureTimes(2, pictures: 1)),
      (["a1.png": png(1), "times.txt": Data("0\n0\n".utf8)], .pictureTime(line: 2)),
      (["a1.png": png(1), "times.txt": Data("x\n".utf8)], .pictureTime(line: 1)),
      (
        Dictionary(uniqueKeysWithValues: (1...4).map { ("a\($0).png", png(1)) })
          .merging(["times.txt": Data("0\n16.7\n33.3\n50".utf8)]) { $1 }, .pictureStep(16.7)
      ),
      (["a1.png": png(1), "times.txt": Data([0xFF, 0xFE])], .pictureTime(line: 1)),
      (["a1.png": png(1), "a2.png": png(1), "times.txt": Data("0\n1e300\n".utf8)], .picturesTooLong),
      (["a1.png": png(1), "a2.png": png(1), "times.txt": Data("-1e308\n1e308\n".utf8)], .picturesTooLong),
    ])
  func refused(_ files: [String: Data], _ error: ScreenRecordingError) throws {
    try Self.withFolder(files) { path in
      #expect(throws: error) { try PictureFolder(path: path, reading: ReadingOptions()) }
    }
    #expect(throws: ScreenRecordingError.noPictures(other: nil)) {
      try PictureFolder(path: "/nowhere", reading: Self.frameRate(60))
    }
  }

  @Test("A frame rate that makes the pictures last too long is refused", arguments: [1e-300, 1e-10])
  func tooLong(_ frameRate: Double) throws {
    try Self.withFolder(["a1.png": Self.png(1), "a90.png": Self.png(1)]) { path in
      #expect(throws: ScreenRecordingError.picturesTooLong) {
        try PictureFolder(path: path, reading: Self.frameRate(frameRate))
      }
    }
  }

  @Test(
    "The frames of a video as pictures have its offsets", .tags(.external),
    .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"),
    arguments: ["text-dropped.mp4", "sparse-sideways.mp4"])
  func frames(_ clip: String) throws {
    let video = try Clips.read(clip)
    let times = Data(video.frames.map { "\($0.time)\n" }.joined().utf8)
    try Self.withFolder(["times.txt": times]) { path in
      let decoder = Process()
      decoder.executableURL = URL(filePath: "/usr/bin/env")
      decoder.arguments =
        ["ffmpeg", "-loglevel", "error", "-i", Clips.folder.appending(path: clip).path]
        + ["-fps_mode", "passthrough", "-start_number", "7", "frame%d.png"]
      decoder.currentDirectoryURL = URL(filePath: path)
      try decoder.run()
      decoder.waitUntilExit()
      let pictures = try ScreenRecordingReader().read(PictureFolder(path: path, reading: ReadingOptions()))
      #expect(pictures.direction == video.direction && pictures.size == video.size)
      try #require(pictures.frames.count == video.frames.count)
      for (picture, frame) in zip(pictures.frames, video.frames) {
        #expect(picture.time == frame.time)
        if picture.doubt == nil, frame.doubt == nil { #expect(picture.offset == frame.offset) }
      }
      #expect(pictures.frames.count { $0.doubt == nil } * 100 >= 98 * video.frames.count)
    }
  }
}
