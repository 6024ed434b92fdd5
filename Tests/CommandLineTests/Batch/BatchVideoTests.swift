import Foundation
import TestSupport
import Testing

/// Folders of recordings among which there are videos.
@Suite(
  .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
struct BatchVideoTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let fixtures = ContractTests.fixtures
    try FileManager.default.createDirectory(
      atPath: folder.path("all/more"), withIntermediateDirectories: true)
    for (source, name) in [
      ("video/gtk.mp4", "gtk.mp4"), ("video/clock.mp4", "clock.mp4"),
      ("traces/kivy/fling_medium_forward.csv", "kivy.csv"),
      ("video/sparse-sideways.mp4", "more/sideways.mp4"),
    ] {
      try FileManager.default.copyItem(
        at: fixtures.appending(path: source), to: folder.url.appending(path: "all/\(name)"))
    }
    // Cut in its middle.
    let clip = try Data(contentsOf: fixtures.appending(path: "video/photos-variable.mkv"))
    try clip.prefix(clip.count / 2).write(to: folder.url.appending(path: "all/cut.mkv"))
  }

  private func run(_ shell: String) throws -> Binary { try Binary(shell: shell, in: folder.url) }

  private struct Row: Decodable, Equatable {
    let source: String
    let status: String
    let error: String?
    let contentHash: String?
    let fits: [BatchTests.Row.Fit]

    static func all(_ output: String) throws -> [Row] {
      try output.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }
  }

  @Test("A video in a folder is a recording, one that is refused is a failed line, and the others go on")
  func lines() throws {
    let batch = try run("\"$0\" batch all --quiet")
    #expect(batch.status == 2)
    let rows = try Row.all(batch.output)
    #expect(
      rows.map(\.source)
        == ["clock.mp4", "cut.mkv", "gtk.mp4", "kivy.csv", "more/sideways.mp4"].map { "all/\($0)" })
    #expect(rows.map(\.status) == ["failed", "failed", "done", "done", "done"])
    #expect(rows[0].error == "no scrolling: the picture changes, but no part of it is displaced")
    #expect(rows[1].error?.hasPrefix("no video frame could be decoded") == true)
    #expect(
      batch.errors
        == "scrollfit: all/clock.mp4: \(rows[0].error ?? "")\nscrollfit: all/cut.mkv: \(rows[1].error ?? "")\n"
    )
    // The same fits as of the file alone, and the hash of its bytes.
    let alone = try run("\"$0\" fit all/gtk.mp4 --format json").output
    struct Report: Decodable { let fits: [BatchTests.Row.Fit] }
    let fits = try JSONDecoder().decode(Report.self, from: Data(alone.utf8)).fits
    #expect(zip(fits, rows[2].fits).allSatisfy { $0.agrees(with: $1, to: 1e-4) })
    #expect(fits.count == rows[2].fits.count)
    let friction = try #require(rows[2].fits.first?.parameters.first { $0.name == "decayConstant" }?.value)
    #expect(abs(friction - 4) < 0.02)
    #expect(try run("sha256sum all/gtk.mp4").output.hasPrefix(rows[2].contentHash ?? "-"))
  }

  @Test("A store resumes with videos, and its report draws them")
  func store() throws {
    let first = try run("\"$0\" batch all --store s.sqlite --html page.html")
    #expect(first.status == 2)
    #expect(first.errors.contains("3 done, 2 failed, in"))
    #expect(try folder.text("page.html").contains("all/gtk.mp4"))
    let again = try run("\"$0\" batch all --store s.sqlite")
    #expect(again.errors.contains("3 done, 2 failed, 5 already stored"))
    let rows = try run(
      "\"$0\" query s.sqlite 'SELECT source, status FROM recordings ORDER BY position' --format csv")
    #expect(rows.output.contains("all/gtk.mp4,done\n") && rows.output.contains("all/clock.mp4,failed\n"))
  }

  #if os(Linux)
    @Test("A name that is no UTF-8 is a video's as well")
    func name() throws {
      let batch = try run(
        #"cd all; name=$(printf 'a\377.mp4'); mv gtk.mp4 "$name"; "$0" batch "$name" --quiet"#)
      #expect(batch.status == 0)
      #expect(try Row.all(batch.output).map(\.status) == ["done"])
    }
  #endif

  @Test(
    "Verbs that take folders read the videos in them", arguments: ["segment", "fit", "identify", "check"])
  func folders(_ verb: String) throws {
    let result = try run("\"$0\" \(verb) all")
    #expect(result.status == 2)
    #expect(result.output.contains("all/gtk.mp4") && result.output.contains("all/more/sideways.mp4"))
    #expect(result.errors.contains("scrollfit: all/clock.mp4: no scrolling"))
  }
}
