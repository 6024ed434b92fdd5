import Foundation
import TestSupport
import Testing

/// Reading options on screen recordings, and folders of pictures as recordings.
struct ScreenRecordingOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ContractTests.fixtures.appending(path: "video/numbered-gif.gif"),
      to: folder.url.appending(path: "a.gif"))
  }

  private func run(_ shell: String) throws -> Binary { try Binary(shell: shell, in: folder.url) }

  private static let ofTables = "a screen recording has frames, and no columns, series, or wheel events"
  private static let ofTimes = "the frames of a video have times"

  @Test(
    "An option that does not apply to a video is refused, whatever reads it",
    arguments: [
      ("--frame-rate 60", ofTimes), ("--interval 0.1", ofTimes), ("--column y=1", ofTables),
      ("--series a", ofTables), ("--select a", ofTables), ("--input-format csv", ofTables),
      ("--time-unit ms", ofTables), ("--line-height 20", ofTables), ("--page-height 20", ofTables),
    ])
  func refused(_ option: String, _ reason: String) throws {
    let name = option.split(separator: " ")[0]
    for verb in [
      "fit", "segment", "identify", "check", "batch", "tune --like ios --model deceleration", "init",
    ] {
      let result = try run("\"$0\" \(verb) a.gif \(option)")
      #expect(result.status == 1, "\(verb)")
      #expect(result.errors.contains("scrollfit: a.gif: \(name) does not apply: \(reason)\n"), "\(verb)")
    }
  }

  @Test("video takes a frame rate for pictures alone")
  func frameRate() throws {
    let result = try run("\"$0\" video a.gif --frame-rate 60")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors == "scrollfit: a.gif: --frame-rate does not apply: \(Self.ofTimes)\n")
  }

  @Test(
    "--sign flips a video's offsets, --abscissa names one of its columns, settings for tables are no matter",
    .tags(.external),
    .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
  func applied() throws {
    try "columns = { y = \"scroll\" }\n".write(
      to: folder.url.appending(path: "scrollfit.toml"), atomically: true, encoding: .utf8)
    func slope(_ options: String) throws -> Double {
      let fit = try run("\"$0\" fit a.gif --model polynomial:1 --format json \(options)")
      struct Report: Decodable { let fits: [BatchTests.Row.Fit] }
      let fits = try JSONDecoder().decode(Report.self, from: Data(fit.output.utf8)).fits
      return try #require(fits.first?.parameters.first { $0.name == "c1" }?.value)
    }
    let plain = try slope("")
    #expect(plain != 0)
    #expect(try slope("--sign -1") == -plain)
    let unknown = try run("\"$0\" fit a.gif --model polynomial:1 --abscissa z")
    #expect(unknown.status == 1)
    #expect(
      unknown.errors
        == "scrollfit: a.gif: --abscissa: no column 'z'; a screen recording has 'confidence'\n")
  }

  @Test(
    "Verbs read a folder of pictures with their times or a frame rate, also inside another folder",
    .tags(.external),
    .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
  func pictures() throws {
    let made = try run(
      "mkdir -p all/take && ffmpeg -loglevel error -i a.gif -fps_mode passthrough all/take/%03d.png")
    try #require(made.status == 0)
    let missing = try run("\"$0\" fit all/take")
    #expect(missing.status == 1)
    #expect(
      missing.errors.hasPrefix("scrollfit: all/take: the folder has ")
        && missing.errors.contains("pictures and no times: give --frame-rate HZ, or write times.txt into it"))
    let rated = try run("\"$0\" segment all/take --frame-rate 20 --format csv")
    #expect(rated.status == 0)
    #expect(try run("\"$0\" segment all/take --interval 0.05 --format csv").status == 0)
    let count = try FileManager.default.contentsOfDirectory(atPath: folder.path("all/take")).count
    try (0..<count).map { "\(Double($0) / 20)\n" }.joined().write(
      toFile: folder.path("all/take/times.txt"), atomically: true, encoding: .utf8)
    #expect(try run("\"$0\" segment all/take --format csv").output == rated.output)
    #expect(try run("\"$0\" segment all --format csv").output == rated.output)
    let both = try run("\"$0\" fit all --frame-rate 20")
    #expect(
      both.errors
        == "scrollfit: all/take: --frame-rate does not apply: times.txt holds the times of the pictures\n")
    // A result is found again by the content of the folder.
    #expect(try run("\"$0\" batch all --store s.sqlite").status == 0)
    #expect(try run("\"$0\" batch all --store s.sqlite").errors.contains("1 already stored"))
    #expect(try run("rm all/take/times.txt; \"$0\" batch all").errors.contains("the folder has no recording"))
  }

  @Test("A folder of other pictures is refused with the way to convert them")
  func others() throws {
    let result = try run("mkdir photos; touch photos/1.jpg; \"$0\" fit photos")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "scrollfit: photos: the folder has pictures in .jpg, none in PNG: convert them, for example with "
        + "'ffmpeg -pattern_type glob -i \"*.jpg\" %05d.png'\n")
    #expect(try run("\"$0\" video photos").errors == result.errors)
  }
}
