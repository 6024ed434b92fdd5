import Drawing
import Foundation
import Recordings
import TestSupport
import Testing

/// `video --annotate` as a person runs it; the frames that are looked at are decoded by FFmpeg.
@Suite(
  .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
struct AnnotatedVideoTests {
  private let folder: TemporaryFolder
  private static let clips = ContractTests.fixtures.appending(path: "video").path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String, environment: String = "") throws -> Binary {
    try Binary(shell: "\(environment) \"$0\" video \(arguments)", in: folder.url)
  }

  /// The frames' presentation times since the first one, µs.
  private func times(_ path: String) throws -> [Int] {
    let shell =
      "ffprobe -v error -select_streams v:0 -show_entries frame=best_effort_timestamp_time -of csv=p=0 \(path)"
    let seconds = try Binary(shell: shell, in: folder.url).output.split(separator: "\n").compactMap {
      Double($0.prefix { $0 != "," })
    }
    return seconds.map { Int((($0 - (seconds.first ?? 0)) * 1_000_000).rounded()) }
  }

  /// A frame of the video as RGB.
  private struct Picture {
    let width: Int
    let bytes: [UInt8]

    /// The largest difference of a component from a color.
    func distance(_ x: Int, _ y: Int, from color: [Int]) -> Int {
      (0..<3).map { abs(Int(bytes[3 * (y * width + x) + $0]) - color[$0]) }.max() ?? 0
    }

    func count(of color: [Int], in rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + (0..<width).count { distance($0, y, from: color) < 60 } }
    }
  }

  private func picture(_ path: String, frame: Int, width: Int) throws -> Picture {
    let shell =
      "ffmpeg -v error -i \(path) -vf 'select=eq(n\\,\(frame))' -frames:v 1 -f rawvideo -pix_fmt rgb24 -y frame"
    #expect(try Binary(shell: shell, in: folder.url).errors == "")
    return Picture(width: width, bytes: Array(try Data(contentsOf: folder.url.appending(path: "frame"))))
  }

  private static let tracked = [255, 64, 110]
  private static let fitted = [60, 220, 255]

  @Test(
    "The annotated video has the source's frames, and the region and the offset drawn over them",
    arguments: [
      ("text-dropped.mp4", 100), ("cards-webm.webm", 20), ("sparse-sideways.mp4", 60),
      ("numbered-turned.mov", 145),
      ("numbered-gif.gif", 20),
    ])
  func drawn(_ name: String, frame: Int) throws {
    let clip = "\(Self.clips)/\(name)"
    let result = try run("\(clip) --output t.ndjson --annotate a.mp4")
    #expect(result.status == 0 && result.errors == "")
    #expect(try times("a.mp4") == times(clip))
    let header = try JSONValue(json: Array(try folder.text("t.ndjson").prefix { $0 != "\n" }.utf8))
    func number(_ object: String, _ key: String) throws -> Int {
      Int(try #require(header[object]?[key]?.double))
    }
    let (width, height) = (try number("videoSize", "width"), try number("videoSize", "height"))
    let (x, y) = (try number("videoRegion", "x"), try number("videoRegion", "y"))
    let right = x + (try number("videoRegion", "width")) - 1
    let bottom = y + (try number("videoRegion", "height"))
    let annotated = try picture("a.mp4", frame: frame, width: width)
    let source = try picture(clip, frame: frame, width: width)
    // The panel covers the lower part of the left and the right edge.
    for row in stride(from: y + 4, to: min(bottom - 4, height * 2 / 3), by: 7) {
      for column in [x, right] {
        #expect(annotated.distance(column, row, from: Self.tracked) < 60, "\(column), \(row)")
        #expect(source.distance(column, row, from: Self.tracked) > 60)
      }
      #expect(annotated.distance((x + right) / 2, row, from: Self.tracked) > 60)
    }
    let panel = height * 3 / 4..<height
    #expect(annotated.count(of: Self.tracked, in: panel) > source.count(of: Self.tracked, in: panel) + 40)
    #expect(annotated.count(of: Self.fitted, in: panel) > source.count(of: Self.fitted, in: panel) + 40)
  }

  @Test("The fitted curve runs through the offsets of the frames to come")
  func curve() throws {
    let clip = "\(Self.clips)/gtk.mp4"
    #expect(try run("\(clip) --output t.ndjson --annotate a.mp4").status == 0)
    // In the glide of the first fling. The panel is 304 pixels wide, and the frame's time lies at three quarters of it.
    let frame = try #require(try times(clip).firstIndex { $0 >= 900_000 })
    let picture = try picture("a.mp4", frame: frame, width: 320)
    let panel = 400..<472, now = 8 + 303 * 3 / 4
    func middle(of column: Int, _ color: [Int]) -> Double {
      let rows = panel.filter { picture.distance(column, $0, from: color) < 90 }
      return Double(rows.reduce(0, +)) / Double(rows.count)
    }
    let dot = middle(of: now, Self.tracked)
    #expect(abs(middle(of: now + 8, Self.fitted) - dot) < 8, "\(dot)")
  }

  @Test("Outside of the range of time nothing is drawn, and no frame is lost")
  func range() throws {
    let clip = "\(Self.clips)/text-dropped.mp4"
    #expect(try run("\(clip) --from 1 --to 2 --output t.ndjson --annotate a.mov").status == 0)
    let shown = try times("a.mov")
    #expect(try shown == times(clip))
    for (time, isDrawn) in [(500_000, false), (1_500_000, true), (3_000_000, false)] {
      let frame = try #require(shown.firstIndex { $0 >= time })
      let count = try picture("a.mov", frame: frame, width: 240).count(of: Self.tracked, in: 0..<480)
      #expect(isDrawn ? count > 500 : count == 0, "\(time): \(count)")
    }
  }

  @Test("A frame at the time of the one before is none")
  func sameTimes() throws {
    let ffmpeg =
      "ffmpeg -v error -i \(Self.clips)/gtk.mp4 -vf 'settb=1/1200,setpts=floor(N*2/3)*20' -fps_mode passthrough "
      + "-enc_time_base 1:1200 -video_track_timescale 1200 -c:v libx264 -preset slow twice.mp4"
    #expect(try Binary(shell: ffmpeg, in: folder.url).status == 0)
    let result = try run("twice.mp4 --output t.ndjson --annotate a.mp4")
    #expect(result.status == 0 && result.errors == "")
    let source = try times("twice.mp4")
    #expect(
      try times("a.mp4")
        == source.indices.filter { $0 == 0 || source[$0] > source[$0 - 1] }.map { source[$0] })
    #expect(source.count > Set(source).count)
  }

  @Test("What cannot be written or drawn over is a sentence, and nothing is written")
  func refused() throws {
    let clip = "\(Self.clips)/text-dropped.mp4"
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.mp4"), withIntermediateDirectories: true)
    try "old".write(toFile: folder.path("old.mp4"), atomically: false, encoding: .utf8)
    try FileManager.default.copyItem(atPath: clip, toPath: folder.path("clip.mp4"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.mp4"), withDestinationPath: "clip.mp4")
    for (arguments, status, sentence) in [
      (
        "\(clip) --annotate a.avi", 64,
        "--annotate writes MP4 or QuickTime: name a file .mp4, .m4v or .mov, not 'a.avi'"
      ),
      ("\(clip) --annotate folder.mp4", 64, "folder.mp4: is a directory"),
      ("\(clip) --annotate old.mp4", 64, "old.mp4: already exists; use --force to overwrite it"),
      ("clip.mp4 --annotate link.mp4 --force", 64, "link.mp4: --annotate names an input: name another file"),
      ("clip.mp4 --output link.mp4 --force", 64, "link.mp4: --output names an input: name another file"),
      ("\(clip) --annotate a.mp4 --output a.mp4", 64, "a.mp4: --annotate and --output name the same file"),
      ("\(clip) --annotate none/a.mp4", 64, "none/a.mp4: cannot be written: No such file or directory"),
      (". --annotate a.mp4", 64, "a.mp4: --annotate draws over a video: a folder of pictures is none"),
      ("\(Self.clips)/clock.mp4 --annotate a.mp4", 1, "no scrolling"),
    ] {
      let result = try run(arguments)
      #expect(result.status == status && result.output == "", "\(arguments)")
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
    #expect(Set(folder.names) == ["folder.mp4", "old.mp4", "clip.mp4", "link.mp4"])
    #expect(try folder.text("old.mp4") == "old")
    #expect(FileManager.default.contentsEqual(atPath: clip, andPath: folder.path("clip.mp4")))
  }

  @Test(
    "An encoder that fails leaves the old file as it was", arguments: ["head -c 100000 >/dev/null; ", ""])
  func failure(_ before: String) throws {
    try "old".write(toFile: folder.path("old.mp4"), atomically: false, encoding: .utf8)
    let bin = folder.path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      case "$*" in
        *ivf*) \(before)echo part >&3; echo "[libx264 @ 0x1] Unknown encoder" >&2; exit 1 ;;
        *) PATH=${PATH#*:}; exec ffmpeg "$@" ;;
      esac
      """
    try script.write(toFile: bin + "/ffmpeg", atomically: false, encoding: .utf8)
    chmod(bin + "/ffmpeg", 0o755)
    let result = try run(
      "\(Self.clips)/text-dropped.mp4 --annotate old.mp4 --force", environment: "PATH=\(bin):$PATH")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "scrollfit: old.mp4: the annotated video could not be written (ffmpeg: Unknown encoder)\n")
    #expect(try folder.text("old.mp4") == "old")
    #expect(Set(folder.names) == ["old.mp4", "bin"])
  }

  @Test("A video is replaced where that is asked for")
  func replaced() throws {
    try "old".write(toFile: folder.path("old.mp4"), atomically: false, encoding: .utf8)
    let clip = "\(Self.clips)/cards-webm.webm"
    #expect(try run("\(clip) --scale 2 --output t.ndjson --annotate old.mp4 --force").status == 0)
    #expect(try times("old.mp4").count == times(clip).count)
    #expect(Set(folder.names) == ["old.mp4", "t.ndjson"])
  }
}
