import Foundation
import TestSupport
import Testing

/// Input that a fuzzer has written.
struct HostileInputTests {
  /// Two seeds take a core each at the end of the tests, which begin with the short ones.
  @Test(
    "A minute of seeded hostile input has no finding", .tags(.slow), .timeLimit(.minutes(15)),
    arguments: [1, 2])
  func seededRun(seed: Int) throws {
    let script = ContractTests.fixtures.appending(path: "../scripts/verify-fuzz").path
    let run = try Binary(shell: "'\(script)' 10000 \(seed) --seconds 60 --dry --binary \"$0\"")
    #expect(run.status == 0 && run.output.hasSuffix("0 findings\n"), "\(run.output) \(run.errors)")
  }

  /// Inputs that once ended the process, took minutes or gigabytes: each ends as a person would expect.
  @Test(
    "Inputs that were found by fuzzing end in time, with a status of the table", arguments: try BadCase.all())
  func found(_ bad: BadCase) throws {
    let run = try Binary(
      shell: "ulimit -v 4000000; ulimit -t 30; \"$0\" \(bad.arguments)", in: BadCase.folder)
    #expect([0, 1, 2, 3, 64].contains(run.status), "\(run.status) \(run.errors)")
    #expect(run.status == 0 || !run.errors.isEmpty || !run.output.isEmpty)
  }
}

/// A line of `Fixtures/bad/cases.txt`: the arguments, in which files are those beside it.
struct BadCase: Sendable, CustomTestStringConvertible {
  static let folder = ContractTests.fixtures.appending(path: "bad")

  let arguments: String
  var testDescription: String { arguments }

  static func all() throws -> [BadCase] {
    let text = try String(contentsOf: folder.appending(path: "cases.txt"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { BadCase(arguments: String($0)) }
  }
}
