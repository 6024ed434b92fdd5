import Foundation
import Testing

/// The members of JSON that docs/json.md explains are those that the program prints.
struct JSONReferenceTests {
  /// Lines for `sh`: a session with a finger, and fits with what is printed on demand.
  private static let runs = [
    "\"$0\" simulate SCENARIO --output session.ndjson && \"$0\" fit session.ndjson --format json",
    "\"$0\" fit CURVE --model polynomial:2 --loss huber --keep-path --keep-curve --format json",
    "\"$0\" fit CURVE OTHER --model polynomial:1 --joint c1 --format json",
    "\"$0\" segment session.ndjson --format json", "\"$0\" check session.ndjson --format json",
  ]

  @Test("docs/json.md has every member of fit, segment and check, and no other")
  func members() throws {
    let root = ContractTests.fixtures.deletingLastPathComponent()
    let folder = try TemporaryFolder()
    for (name, slope) in [("a.csv", 3.0), ("b.csv", 3.1)] {
      let rows = (0..<40).map {
        "\(Double($0) / 60),\(((slope * Double($0) + Double($0 % 3)) * 10).rounded() / 10)\n"
      }
      try Data(("t,y\n" + rows.joined()).utf8).write(to: folder.url.appending(path: name))
    }
    var printed: Set<String> = []
    for run in Self.runs {
      let line = run.replacing("SCENARIO", with: root.appending(path: "Fixtures/scenarios/session.toml").path)
        .replacing("CURVE", with: "a.csv").replacing("OTHER", with: "b.csv")
      let result = try Binary(shell: line, in: folder.url)
      #expect(result.status == 0, "\(run): \(result.errors)")
      collect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)), into: &printed)
    }
    let page = try String(contentsOf: root.appending(path: "docs/json.md"), encoding: .utf8)
    let explained = Set(page.matches(of: /`(\w+)`/).map { String($0.1) })
    #expect(printed.subtracting(explained).isEmpty, "not on the page")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let members = Set(
      rows.flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } })
    #expect(members.count > 60 && members.subtracting(printed).isEmpty, "only on the page")
  }

  private func collect(_ value: Any, into members: inout Set<String>) {
    if let object = value as? [String: Any] {
      members.formUnion(object.keys)
      object.values.forEach { collect($0, into: &members) }
    }
    (value as? [Any])?.forEach { collect($0, into: &members) }
  }
}
