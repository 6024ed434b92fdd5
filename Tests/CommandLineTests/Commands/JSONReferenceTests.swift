import Foundation
import Testing

/// The members of JSON that docs/json.md explains are those that the program prints.
struct JSONReferenceTests {
  /// A section of docs/json.md each, and a line for `sh` that prints a document of it.
  ///
  /// `session.ndjson` is a session with a finger and many releases, `a.csv` and `b.csv` are curves.
  private static let runs = """
    scrollfit.fit/1: "$0" fit session.ndjson --format json
    scrollfit.fit/1: "$0" fit a.csv --model polynomial:2 --loss huber --keep-path --keep-curve --format json
    scrollfit.fit/1: "$0" fit a.csv b.csv --model polynomial:1 --joint c1 --format json
    scrollfit.segment/1: "$0" segment session.ndjson --format json
    scrollfit.check/1: "$0" check session.ndjson --format json
    scrollfit.identify/1: "$0" identify session.ndjson --format json
    scrollfit.compare/1: "$0" compare Fixtures/traces/kivy/fling_medium_forward.csv session.ndjson \
    --group-by device --format json || test $? -eq 3
    scrollfit.compare/1: "$0" compare --like ios Fixtures/traces/kivy/fling_medium_forward.csv --format json || test $? -eq 3
    scrollfit.baseline/1: "$0" compare session.ndjson --save-baseline base.json >report && cat base.json
    scrollfit.expect/1: echo 'damping = "8...12"' >rules.toml && "$0" expect rules.toml session.ndjson --format json
    scrollfit.tune/1: "$0" tune --like ios --model spring session.ndjson --format json
    scrollfit.convert/1: "$0" convert response=0.5 bounce=0.2 --format json
    A line of batch: "$0" batch session.ndjson --like ios
    A line of batch: "$0" batch nothing.csv || test $? -eq 1
    scrollfit.batch-report/1: "$0" batch Fixtures/traces/kivy other/session.ndjson nothing.csv --like ios \
    --group-by folder --store report.sqlite --format json || test $? -eq 2
    scrollfit.frame-rates/1: "$0" simulate --sweep frame-rate=30,60 --engine Reanimated --format json
    scrollfit.project/1: "$0" project --data Fixtures/data/ios265_sim_target_offsets.csv --format json
    scrollfit.reproduce/1: "$0" reproduce --format json
    scrollfit.certify/1: "$0" certify Fixtures/nist/nonlinear/Misra1a.dat --format json
    """

  @Test("docs/json.md has every member of every verb, and no other")
  func members() throws {
    let folder = try inputs()
    var printed: [String: Set<String>] = [:]
    for parts in Self.runs.split(separator: "\n").map({ $0.split(separator: ": ", maxSplits: 1) }) {
      let members = try keys(of: parts[1], in: folder)
      printed[Section.anchor(of: parts[0]), default: []].formUnion(members)
    }
    let texts = try page("json.md").split(separator: /\n##+\s/)
    var sections: [String: Section] = [:]
    for text in texts.dropFirst() { sections[Section.anchor(of: text.prefix { $0 != "\n" })] = Section(text) }
    var printedInSection: [String: Set<String>] = [:]
    for (start, members) in printed {
      var explained = Section(texts[0]).words
      var pending = [start]
      var reached: Set<String> = []
      while let anchor = pending.popLast() {
        guard reached.insert(anchor).inserted else { continue }
        let section = try #require(sections[anchor], "no section \(anchor)")
        explained.formUnion(section.words)
        printedInSection[anchor, default: []].formUnion(members)
        pending += section.links
      }
      #expect(members.subtracting(explained) == [], "\(start): not on the page")
    }
    for (anchor, section) in sections {
      #expect(
        section.members.subtracting(printedInSection[anchor] ?? []) == [], "\(anchor): only on the page")
    }
  }

  @Test("docs/store.md has every column of the views, and no other")
  func views() throws {
    let folder = try inputs()
    let batch = "\"$0\" batch session.ndjson nothing.csv --like ios --store s.sqlite"
    #expect(try Binary(shell: batch, in: folder.url).status == 2)
    let text = try page("store.md").split(separator: "\n## Views")[1].split(separator: "\n## ")[0]
    let common = Section(text.prefix { $0 != "|" }).words
    let rows = text.matches(of: /\n\| `(\w+)` \|[^|]*\|(.*)\|/)
    for row in rows {
      let printed = try keys(of: "\"$0\" query s.sqlite \"SELECT * FROM \(row.1)\" --format json", in: folder)
      let explained = Section(row.2).words.union(common)
      #expect(printed.subtracting(explained) == [], "\(row.1): not on the page")
      let columns = Section(row.2.replacing(/\([^)]*\)/, with: "")).words
      #expect(columns.subtracting(printed) == [], "\(row.1): only on the page")
    }
    #expect(rows.count == 9)
  }

  /// A section of a page.
  private struct Section {
    /// The words in code font.
    let words: Set<String>
    /// The words in code font with which its rows begin.
    let members: Set<String>
    /// The anchors of other sections.
    let links: [String]

    init(_ text: some StringProtocol) {
      func words(_ text: some StringProtocol) -> [String] {
        String(text).matches(of: /`(\w+)`/).map { String($0.1) }
      }
      self.words = Set(words(text))
      let rows = String(text).split(separator: "\n").filter { $0.hasPrefix("| `") }
      members = Set(rows.flatMap { words($0.split(separator: "|")[0]) })
      links = String(text).matches(of: /\(#([\w-]+)\)/).map { String($0.1) }
    }

    static func anchor(of title: some StringProtocol) -> String {
      title.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  private static let root = ContractTests.fixtures.deletingLastPathComponent()

  private func page(_ name: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: "docs/\(name)"), encoding: .utf8)
  }

  private func inputs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, slope) in [("a.csv", 3.0), ("b.csv", 3.1)] {
      let rows = (0..<40).map {
        "\(Double($0) / 60),\(((slope * Double($0) + Double($0 % 3)) * 10).rounded() / 10)\n"
      }
      try Data(("t,y\n" + rows.joined()).utf8).write(to: folder.url.appending(path: name))
    }
    let flings = [-15, -19, -17, -12, 14, 17, 20, 13, -16, -11, 15, 19].enumerated().map {
      "\n[[gestures]]\nat = \(9.8 + 0.8 * Double($0))\nduration = 0.15\nvelocity = { y = \($1)00 }\n"
    }
    try Data(flings.joined().utf8).write(to: folder.url.appending(path: "flings.toml"))
    let line = """
      ln -s '\(Self.root.path)/Fixtures' Fixtures && mkdir other && \
      cat Fixtures/scenarios/session.toml flings.toml | "$0" simulate - --output session.ndjson && \
      cp session.ndjson other
      """
    #expect(try Binary(shell: line, in: folder.url).status == 0)
    return folder
  }

  /// The members of the document that a line for `sh` prints.
  private func keys(of line: some StringProtocol, in folder: TemporaryFolder) throws -> Set<String> {
    let result = try Binary(shell: String(line), in: folder.url)
    #expect(result.status == 0, "\(line): \(result.errors)")
    var members: Set<String> = []
    collect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)), into: &members)
    return members
  }

  private func collect(_ value: Any, into members: inout Set<String>) {
    for (name, value) in value as? [String: Any] ?? [:] {
      members.insert(name)
      // Its members are the names of numbers.
      if name != "components" { collect(value, into: &members) }
    }
    (value as? [Any])?.forEach { collect($0, into: &members) }
  }
}
