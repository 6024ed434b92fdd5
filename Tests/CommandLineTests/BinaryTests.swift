import Foundation
import Testing

struct BinaryTests {
  @Test func helpNamesTheVerbs() throws {
    let run = try Binary(shell: "\"$0\" --help")
    #expect(run.status == 0 && run.errors.isEmpty)
    for verb in ["fit", "project", "reproduce"] { #expect(run.output.contains("\n  \(verb) ")) }
    #expect(try Binary(shell: "\"$0\" fit --help-all").output.contains("--from <s>"))
  }

  @Test func wrongUsageIsOneLine() throws {
    let run = try Binary(shell: "\"$0\" fit a.csv --format yaml")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("scrollfit: The value 'yaml' is invalid for '--format <format>'"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func anExistingOutputIsRefusedBeforeTheWork() throws {
    let folder = try TemporaryFolder()
    try "old".write(toFile: folder.path("out.json"), atomically: false, encoding: .utf8)
    let run = try Binary(shell: "\"$0\" fit none.csv --output out.json", in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors == "scrollfit: out.json: already exists; use --force to overwrite it\n")
    #expect(try folder.text("out.json") == "old")
  }

  /// A reader that leaves ends the writing without a word.
  @Test func aClosedPipeIsQuiet() throws {
    // The right side closes the pipe before the left one writes, and waits for it.
    let folder = try TemporaryFolder()
    let run = try Binary(
      shell: """
        { while ! [ -e closed ]; do sleep 0.01; done; "$0" --help; echo $? >&2; : > written; } |
          { exec <&-; : > closed; while ! [ -e written ]; do sleep 0.01; done; }
        """, in: folder.url)
    #expect(folder.names.contains("written"))
    #expect(run.errors == "0\n")
  }
}
