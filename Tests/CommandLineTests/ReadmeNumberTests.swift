import Foundation
import Testing

/// The numbers of README.md, against the pages that give them with their conditions.
struct ReadmeNumberTests {
  private static func text(_ name: String) throws -> String {
    let url = ContractTests.fixtures.appending(path: "../\(name)").standardizedFileURL
    return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  @Test("The share of named engines is that of the simulated recordings of docs/identify.md")
  func identification() throws {
    let measured = try #require(
      try Self.text("docs/identify.md").firstMatch(of: /\(([0-9.]+) %\), and no engine outside/))
    let share = try #require(Double(measured.1))
    let stated = try #require(
      try Self.text("README.md").firstMatch(of: /In ([0-9]+) % of simulated recordings the true engine/))
    #expect(Double(stated.1) == share.rounded())
  }

  @Test("The coverage of intervals is that of the default noise model in docs/coverage.md")
  func coverage() throws {
    let url = ContractTests.fixtures.appending(path: "../docs/coverage.md").standardizedFileURL
    var shares: [String: [Double]] = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| ")
    {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 3, cells[1] == "estimated, wald", let share = Double(cells[3].dropLast(2)) else {
        continue
      }
      let kind =
        cells[0].hasPrefix("Gaussian")
        ? "Gaussian" : cells[0].contains("times") ? "jitter" : cells[0].contains(",") ? "" : "grid"
      shares[kind, default: []].append(share)
    }
    func range(_ kind: String) throws -> String {
      let found = try #require(shares[kind])
      return "\(Int((found.min() ?? .nan).rounded())) to \(Int((found.max() ?? .nan).rounded())) %"
    }
    let readme = try Self.text("README.md")
    #expect(readme.contains("in \(try range("Gaussian")) of simulations with Gaussian noise"))
    #expect(readme.contains("in \(try range("grid")) on a pixel grid"))
    #expect(readme.contains("in \(try range("jitter")) with timestamp jitter"))
  }

  @Test(
    "Rows of README's tables stand in the page with the conditions",
    arguments: [
      ("docs/accuracy.md", "| scrollfit |"), ("docs/accuracy.md", "| SciPy"), ("docs/accuracy.md", "| GSL"),
    ])
  func rows(page: String, start: String) throws {
    let url = ContractTests.fixtures.appending(path: "..").standardizedFileURL
    let lines = try String(contentsOf: url.appending(path: "README.md"), encoding: .utf8).split(
      separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix(start) })
    #expect(try String(contentsOf: url.appending(path: page), encoding: .utf8).contains(row))
  }

  @Test("Speed-ups over Ceres are those of docs/performance.md")
  func speed() throws {
    let readme = try Self.text("README.md")
    let row = try #require(readme.firstMatch(of: /\| [0-9.]+ × \| [0-9.]+ × \| [0-9.]+ × \| [0-9.]+ × \|/))
    #expect(
      try Self.text("docs/performance.md").contains(
        "| Ceres TinySolver, data-driven starts, libmvec \(row.0)"))
  }
}
