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
    _ = try run("\(command) --model polynomial:2 --quiet")
    #expect(try self.names(in: "page-pages").count == 8)
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
