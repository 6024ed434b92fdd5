import Foundation
import TestSupport
import Testing

struct PageTests {
  let folder: TemporaryFolder
  private static let trace =
    "t,y\n" + (0..<24).map { "\(Double($0) / 10),\(Double($0 * (60 - $0)) / 4)\n" }.joined()

  init() throws {
    folder = try TemporaryFolder()
    try Self.trace.write(toFile: folder.path("a.csv"), atomically: false, encoding: .utf8)
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  /// A report without the line of the page that was written.
  private static func withoutFile(_ report: String) -> String {
    report.replacing(#/\nwrote .* \(\d+ kB\)\n$/#, with: "")
  }

  @Test func aPageBesideTheReport() throws {
    let plain = try run("fit a.csv --model deceleration")
    let result = try run("fit a.csv --model deceleration --html page.html")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    // The report is the same with a page as without, but for the file at its end.
    #expect(Self.withoutFile(result.output) == plain.output)
    #expect(try folder.text("page.html").hasPrefix("<!doctype html>"))
    #expect(folder.names.sorted() == ["a.csv", "page.html"])
  }

  @Test(
    "The page of a video has its thumbnails, and grows by at most 300 kB",
    .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
  func thumbnails() throws {
    let clips = ContractTests.fixtures.appending(path: "video").path
    let results = try ["gtk.mp4", "gtk.csv"].map { try run("fit \(clips)/\($0) --html \($0).html --quiet") }
    #expect(results.map(\.errors) == ["", ""])
    let (video, log) = (try folder.text("gtk.mp4.html"), try folder.text("gtk.csv.html"))
    let images = video.components(separatedBy: "<img src=\"data:image/jpeg;base64,/9j/").count - 1
    #expect((6...12).contains(images))
    #expect(video.utf8.count - log.utf8.count < 300_000)
    #expect(!log.contains("<img"))
    let both = try run("fit \(clips)/gtk.mp4 \(clips)/qtquick.mp4 --html both.html --quiet")
    #expect(both.errors.split(separator: "\n").allSatisfy { $0.contains("the fit did not converge") })
    #expect(try folder.text("both.html").components(separatedBy: "<ul class=\"thumbnails\"").count == 3)
  }

  @Test func theSameBytesEachTime() throws {
    _ = try run("fit a.csv --html one.html --svg one")
    _ = try run("fit a.csv --html two.html --svg two")
    for (one, two) in [("one.html", "two.html"), ("one/fit-1.svg", "two/fit-1.svg")] {
      let first = try folder.text(one)
      #expect(try folder.text(two) == first)
    }
  }

  @Test func picturesOfTheirOwn() throws {
    let result = try run("project --svg pictures")
    #expect(result.status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("pictures"))
    #expect(names.sorted() == ["projection-rate.svg", "projection-velocity-1.svg"])
    #expect(try folder.text("pictures/projection-rate.svg").hasPrefix("<svg viewBox="))
  }

  @Test func namesStayText() throws {
    let name = "<img src=x onerror=alert(1)>.csv"
    try Self.trace.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    let result = try run("fit '\(name)' --model deceleration --html page.html")
    #expect(result.status == 0)
    let page = try folder.text("page.html")
    #expect(page.contains("<h1>&lt;img src=x onerror=alert(1)&gt;.csv</h1>"))
    #expect(!page.contains("<img"))
  }

  @Test("A page replaces the one of the last run", arguments: ["fit a.csv", "project", "reproduce"])
  func anExistingPageIsReplaced(_ verb: String) throws {
    try "old".write(toFile: folder.path("page.html"), atomically: false, encoding: .utf8)
    #expect(try run("\(verb) --html page.html").status == 0)
    #expect(try folder.text("page.html") != "old")
  }

  @Test func anExistingPictureKeepsAllOthersOut() throws {
    _ = try run("project --svg pictures")
    try FileManager.default.removeItem(atPath: folder.path("pictures/projection-rate.svg"))
    let result = try run("project --svg pictures --html page.html")
    #expect(result.status == 64)
    #expect(
      result.errors
        == "scrollfit: pictures/projection-velocity-1.svg: already exists; use --force to overwrite it\n")
    #expect(folder.names.sorted() == ["a.csv", "pictures"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("pictures")) == [
        "projection-velocity-1.svg"
      ])
  }

  @Test(arguments: [
    ("--svg a.csv", "a.csv: is not a folder"),
    ("--svg none/deep", "none/deep: cannot be written: No such file or directory"),
    ("--html none/p.html", "none/p.html: cannot be written: No such file or directory"),
    ("--html -", "--html needs a file name: standard output has the report"),
    ("--svg ''", "--svg needs a name"),
    ("--html p --output p", "p: --html and --output name the same file"),
  ])
  func whatCannotBeWritten(_ options: String, _ sentence: String) throws {
    let result = try run("project \(options)")
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors == "scrollfit: \(sentence)\n")
    #expect(folder.names == ["a.csv"])
  }

  /// A folder with a program of the name that opens files: it writes its argument to `opened`, then what is given.
  private func opener(then line: String) throws -> String {
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    let bin = folder.path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try "#!/bin/sh\necho \"$#:$1\" > '\(folder.path("opened"))'\necho noise; echo noise >&2\n\(line)\n"
      .write(toFile: "\(bin)/\(name)", atomically: false, encoding: .utf8)
    chmod("\(bin)/\(name)", 0o755)
    return bin
  }

  private static let fitted = "fit a.csv --model deceleration"

  @Test("--open hands the page to the system's program, and keeps report and status")
  func opens() throws {
    let bin = try opener(then: "exit 0")
    let plain = try run(Self.fitted)
    let opened = try Binary(
      shell: "PATH='\(bin)':$PATH \"$0\" \(Self.fitted) --html='-a b.html' --open", in: folder.url)
    #expect(opened.status == plain.status && opened.errors == plain.errors)
    #expect(Self.withoutFile(opened.output) == plain.output)
    let page = folder.url.appending(path: "-a b.html").path
    #expect(try folder.text("opened") == "1:\(page)\n")
    #expect(FileManager.default.fileExists(atPath: page))
  }

  @Test("--open opens the page of every verb that writes one")
  func opensOfEveryVerb() throws {
    let bin = try opener(then: "exit 0")
    for verb in ["compare a.csv --like ios", "identify a.csv", "batch a.csv --store s.sqlite", "project"] {
      try? FileManager.default.removeItem(atPath: folder.path("opened"))
      _ = try Binary(shell: "PATH='\(bin)':$PATH \"$0\" \(verb) --html p.html --open", in: folder.url)
      #expect(try folder.text("opened").hasSuffix("/p.html\n"), "\(verb)")
    }
  }

  @Test("Where --open fails, a note says so and the status stays")
  func opensNot() throws {
    let bin = try opener(then: "exit 3")
    let plain = try run(Self.fitted)
    let page = "p.html: was written but not opened:"
    for (path, reason) in [(bin, "ended with status 3"), ("/nonexistent", "is not installed")] {
      let result = try Binary(
        shell: "PATH='\(path)' \"$0\" \(Self.fitted) --html p.html --open", in: folder.url)
      #expect(result.status == plain.status && Self.withoutFile(result.output) == plain.output)
      #expect(result.errors.hasPrefix("scrollfit: \(page)") && result.errors.hasSuffix("\(reason)\n"))
    }
    let needless = try run("\(Self.fitted) --open")
    #expect(needless.status == 64 && needless.errors.contains("--open needs --html"))
  }

  @Test("A program that stays as long as the page is open is not waited for")
  func opensAndStays() throws {
    let bin = try opener(then: "echo $$ > '\(folder.path("number"))'; exec sleep 1200")
    let result = try Binary(
      shell: """
        PATH='\(bin)':$PATH "$0" \(Self.fitted) --html p.html --open
        while ! [ -s number ]; do sleep 0.05; done
        kill "$(cat number)" && echo stayed
        """, in: folder.url)
    #expect(result.errors.isEmpty && result.output.hasSuffix("stayed\n"))
  }

  @Test(
    .tags(.requiresRoot), .enabled(if: UnprivilegedUser.prefix != nil, "no unprivileged user is to be had"))
  func aFolderThatMayOnlyBeRead() throws {
    try FileManager.default.createDirectory(atPath: folder.path("closed"), withIntermediateDirectories: true)
    chmod(folder.path("closed"), 0o555)
    defer { chmod(folder.path("closed"), 0o755) }
    for option in ["--html closed/p.html", "--svg closed"] {
      let result = try Binary(
        shell: "\(UnprivilegedUser.prefix ?? "")\"$0\" project \(option)", in: folder.url)
      #expect(result.status == 64)
      #expect(result.errors.contains("cannot be written: Permission denied"))
    }
  }

  private static let chromium = ["chromium", "chromium-browser", "google-chrome"].contains { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  @Test(.tags(.external), .enabled(if: chromium, "Chromium is not installed: the pages are not opened"))
  func pagesInABrowser() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../scripts/test-page")
    let result = try Binary(shell: "python3 '\(script.standardizedFileURL.path)' \"$0\"", in: folder.url)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(" passed, 0 failed"))
  }
}
