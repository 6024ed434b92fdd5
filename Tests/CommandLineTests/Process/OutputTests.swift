import Foundation
import Testing

@testable import scrollfit_cli

struct OutputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A dash is standard output") func names() {
    #expect(Output(path: nil, replacing: false) == .standard)
    #expect(Output(path: "-", replacing: true) == .standard)
    #expect(Output(path: "a", replacing: true) == .file("a", replacing: true))
  }

  @Test func aNewFileHoldsTheWholeText() throws {
    let text = String(repeating: "é🛼\n", count: 100_000)
    try Output(path: folder.path("a"), replacing: false).write(text)
    #expect(try folder.text("a") == text)
    #expect(folder.names == ["a"])
  }

  @Test func anExistingFileIsKept() throws {
    try "old".write(toFile: folder.path("a"), atomically: false, encoding: .utf8)
    let output = Output(path: folder.path("a"), replacing: false)
    let expected = RunFailure(
      .usage, [Diagnostic(file: folder.path("a"), "already exists; use --force to overwrite it")])
    #expect(throws: expected) { try output.check() }
    #expect(throws: expected) { try output.write("new") }
    #expect(try folder.text("a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test func forceReplacesAndKeepsTheMode() throws {
    try "old and longer".write(toFile: folder.path("a"), atomically: false, encoding: .utf8)
    chmod(folder.path("a"), 0o600)
    try Output(path: folder.path("a"), replacing: true).write("new")
    #expect(try folder.text("a") == "new")
    var status = stat()
    stat(folder.path("a"), &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(folder.names == ["a"])
  }

  /// Threads write pages into one folder at once.
  @Test func twoFilesOfOneFolderHaveNamesOfTheirOwn() throws {
    let first = try PartFile(of: folder.path("a"), in: folder.url.path)
    let second = try PartFile(of: folder.path("b"), in: folder.url.path)
    #expect(first.path != second.path)
  }

  @Test func aLinkKeepsPointing() throws {
    try "old".write(toFile: folder.path("a"), atomically: false, encoding: .utf8)
    symlink("a", folder.path("link"))
    try Output(path: folder.path("link"), replacing: true).write("new")
    #expect(try folder.text("a") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "a")
  }

  @Test(arguments: [false, true])
  func aDirectoryIsRefused(replacing: Bool) {
    let output = Output(path: folder.url.path, replacing: replacing)
    #expect(throws: RunFailure(.usage, [Diagnostic(file: folder.url.path, "is a directory")])) {
      try output.check()
    }
  }

  @Test func aMissingFolderIsRefused() {
    let path = folder.path("none/a")
    let expected = RunFailure(
      .usage, [Diagnostic(file: path, "cannot be written: No such file or directory")])
    #expect(throws: expected) { try Output(path: path, replacing: false).check() }
    #expect(throws: expected) { try Output(path: path, replacing: false).write("x") }
  }

  @Test func aDeviceIsWrittenTo() throws {
    try Output(path: "/dev/null", replacing: false).write("x")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsSaid() {
    let expected = RunFailure(
      .noInput, [Diagnostic(file: "/dev/full", "cannot be written: No space left on device")])
    #expect(throws: expected) { try Output(path: "/dev/full", replacing: false).write("x") }
  }
}

struct DeliveryTests {
  let folder: TemporaryFolder
  let problem = Diagnostic(file: "a", line: 3, column: 2, "'x' is not a number")

  init() throws { folder = try TemporaryFolder() }

  private func deliver(_ report: String?, isComplete: Bool = true, problems: [Diagnostic] = []) throws {
    try Delivery(to: OutputArguments.parse(["--output", folder.path("out")]), keeping: [])
      .deliver(Outcome(report, problems: problems), isComplete: { _ in isComplete }, text: { $0 })
  }

  @Test("A report is written to its file") func done() throws {
    try deliver("report")
    #expect(try folder.text("out") == "report")
  }

  @Test func withoutInputNothingIsWritten() {
    #expect(throws: RunFailure(.noInput, [problem])) { try deliver(nil, problems: [problem]) }
    #expect(folder.names.isEmpty)
  }

  @Test func theRestIsReported() throws {
    #expect(throws: RunFailure(.partial, [problem])) { try deliver("report", problems: [problem]) }
    #expect(try folder.text("out") == "report")
  }

  @Test func aFitThatDoesNotConverge() throws {
    #expect(throws: RunFailure(.partial)) { try deliver("report", isComplete: false) }
    #expect(try folder.text("out") == "report")
  }
}

struct DiagnosticTests {
  @Test("A diagnostic names file, line and column") func positions() {
    #expect(Diagnostic("no").description == "scrollfit: no")
    #expect(Diagnostic(file: "a b", line: 7, "no").description == "scrollfit: a b:7: no")
    #expect(Diagnostic(file: "a", line: 7, column: 2, "no").description == "scrollfit: a:7:2: no")
  }

  @Test func oneLineWhateverTheNames() {
    let line = Diagnostic(file: "a\nb\u{1b}[2J", "one\r\n  two\u{202e}").description
    #expect(line == "scrollfit: a\\nb\\u{1b}[2J: one two\\u{202e}")
  }

  @Test("A long value is shortened, and the reason behind it stays")
  func longSentence() {
    let value = String(repeating: "a+", count: 60_000)
    let line = Diagnostic("The value '\(value)' is invalid: 'a' is missing").description
    #expect(line.count < 1100 && line.hasPrefix("scrollfit: The value 'a+a+"))
    #expect(line.contains("+a…") || line.contains("a+…"))
    #expect(line.hasSuffix("' is invalid: 'a' is missing"))
  }
}
