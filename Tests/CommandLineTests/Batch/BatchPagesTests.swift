import Foundation
import Testing

/// `batch --pages`: a page for each recording beside that of the batch.
struct BatchPagesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("many.ndjson", BatchTests.traces(4) + ["{broken"])
  }

  private func write(_ name: String, _ lines: [String]) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.url.appending(path: name))
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" batch \(arguments)", in: folder.url)
  }

  private func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
  }

  private func identities(in name: String) throws -> [String: UInt64] {
    try names(in: name).reduce(into: [:]) { found, file in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("\(name)/\(file)"))
      found[file] = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    }
  }

  @Test("The page links to a page of each recording with a fit, the same at any number of jobs")
  func links() throws {
    let one = try run("many.ndjson --store s.sqlite --html 'one #1.html' --pages --jobs 1")
    #expect(one.status == 2 && one.errors.contains("one #1-pages: 4 pages written, in "))
    let three = try run("many.ndjson --store t.sqlite --html two.html --pages --jobs 3 --quiet")
    #expect(three.status == 2)
    let names = try names(in: "one #1-pages")
    #expect(names.count == 4 && names[0].hasPrefix("many-line-1-g0-") && names[0].hasSuffix(".html"))
    #expect(try self.names(in: "two-pages") == names)
    let page = try folder.text("one #1.html")
    for (index, name) in names.enumerated() {
      let own = try folder.text("one #1-pages/\(name)")
      #expect(own.hasPrefix("<!doctype html>") && own.contains("<h1>many.ndjson, series g\(index)</h1>"))
      #expect(try folder.text("two-pages/\(name)") == own)
      // From the forest plot and from the table.
      let links = page.components(
        separatedBy: "<a href=\"one%20%231-pages/\(name)\">many.ndjson:\(index + 1), series g\(index)</a>")
      #expect(links.count >= 3)
    }
    let folders = ["one #1-pages", "two-pages"]
    let expected = ["many.ndjson", "one #1.html", "s.sqlite", "t.sqlite", "two.html"] + folders
    #expect(folder.names.sorted() == expected.sorted())
  }

  @Test("The same command again writes what is missing; --force all")
  func resuming() throws {
    let command = "many.ndjson --store s.sqlite --html page.html --pages"
    #expect(try run(command).status == 2)
    let before = try identities(in: "page-pages")
    let names = before.keys.sorted()
    let text = try folder.text("page-pages/\(names[1])")
    try FileManager.default.removeItem(atPath: folder.path("page-pages/\(names[1])"))
    let again = try run(command)
    #expect(again.errors.contains("page-pages: 1 page written, 3 already there"))
    #expect(try folder.text("page-pages/\(names[1])") == text)
    let after = try identities(in: "page-pages")
    #expect(names.allSatisfy { $0 == names[1] || before[$0] == after[$0] })
    #expect(try run("\(command) --force").errors.contains("page-pages: 4 pages written, in"))
    // Other options are other pages.
    let other = try run("\(command) --model polynomial:2")
    #expect(other.errors.contains("page-pages: 4 pages written, 4 not linked, in"))
    #expect(try self.names(in: "page-pages").count == 8)
    // So are those of recordings that are gone; files of other programs are no pages.
    try write("many.ndjson", BatchTests.traces(3) + ["{broken"])
    try write("page-pages/notes.html", ["mine"])
    let fewer = try run("\(command) --model polynomial:2")
    #expect(fewer.errors.contains("page-pages: 0 pages written, 3 already there, 5 not linked, in"))
    #expect(try self.names(in: "page-pages").count == 9)
  }

  /// The worker is killed while the page of the long recording is in work: as a trap would.
  @Test("A page that ends the process is named, and the others are written")
  func crash() throws {
    let long = (0..<600_000).map { "\(Double($0) / 120),\(1000 * sin(Double($0) / 500) + Double($0 % 7))" }
    try write("b.csv", ["t,y"] + long)
    for name in ["a", "c"] {
      try write("\(name).csv", BadInputTests.curve.split(separator: "\n").map(String.init))
    }
    let options = "a.csv b.csv c.csv --model polynomial:2 --store s.sqlite --jobs 2"
    #expect(try run("\(options) --quiet").status == 0)
    // Both workers, the usual and the cautious, have fitted nothing, have found the other pages done, and this one in work.
    let result = try Binary(
      shell: """
        "$0" batch \(options) --html page.html --pages --quiet & batch=$!
        for kill in 1 2; do
          while kill -0 $batch 2>/dev/null; do
            sleep 0.05
            [ "$(ls page-pages/*.html 2>/dev/null | wc -l)" = 2 ] && worker=$(pgrep -P $batch) && ticks=$(awk '{print $14 + $15}' /proc/$worker/stat 2>/dev/null) &&
              [ "$worker" != "$killed" ] && [ "$ticks" -ge 60 ] && kill -9 $worker && killed=$worker && break
          done
        done
        wait $batch
        """, in: folder.url)
    #expect(result.status == 2)
    #expect(
      result.errors
        == "scrollfit: worker crashed (signal 9, Killed) while making the page of b.csv; continuing with the remaining pages\n"
    )
    #expect(try names(in: "page-pages").map { $0.prefix(2) } == ["a-", "c-"])
    #expect(
      try folder.text("page.html").contains(
        "Making the page of 1 recording ended the process: it has no page."))
  }

  @Test("A page that ends the process that reads standard input is named")
  func crashBesideStandardInput() throws {
    let long = (0..<600_000).map { "\(Double($0) / 120),\(1000 * sin(Double($0) / 500) + Double($0 % 7))" }
    try write("b.csv", ["t,y"] + long)
    try write("a.csv", BadInputTests.curve.split(separator: "\n").map(String.init))
    let options = "- a.csv b.csv --model polynomial:2 --store s.sqlite --jobs 2 --quiet"
    #expect(try run("\(options) < many.ndjson").status == 2)
    // The worker has fitted nothing, has found the other page done, and this one in work.
    let result = try Binary(
      shell: """
        "$0" batch \(options) --html page.html --pages < many.ndjson & batch=$!
        while kill -0 $batch 2>/dev/null; do
          sleep 0.05
          [ "$(ls page-pages/*.html 2>/dev/null | wc -l)" = 1 ] && worker=$(pgrep -P $batch) &&
            ticks=$(awk '{print $14 + $15}' /proc/$worker/stat 2>/dev/null) && [ "$ticks" -ge 60 ] && kill -9 $worker
        done
        wait $batch
        """, in: folder.url)
    #expect(result.status == 2)
    // Behind the line of standard input that is broken.
    #expect(
      result.errors.hasSuffix(
        "\nscrollfit: worker crashed (signal 9, Killed) while making the page of b.csv; run the same command again to continue\n"
      ))
  }

  @Test("Standard input cannot be read again: the page says so")
  func standardInput() throws {
    let result = try Binary(
      shell: "\"$0\" batch - --store s.sqlite --html page.html --pages --quiet < many.ndjson", in: folder.url)
    #expect(result.status == 2)
    let page = try folder.text("page.html")
    #expect(page.contains("4 recordings could not be read again as fitted: they have no page."))
    #expect(try !page.contains("page-pages/") && names(in: "page-pages").isEmpty)
  }

  @Test("A folder that cannot be is refused before the work")
  func refusals() throws {
    #expect(try run("many.ndjson --store s.sqlite --pages").status == 64)
    try write("page-pages", ["a file"])
    let result = try run("many.ndjson --store s.sqlite --html page.html --pages")
    #expect(result.status == 64 && result.errors == "scrollfit: page-pages: is not a folder\n")
    #expect(folder.names.sorted() == ["many.ndjson", "page-pages"])
  }
}
