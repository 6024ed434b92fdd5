import Foundation
import Testing

/// Every row of docs/statuses.md, run as it stands there.
struct StatusTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int32
    let example: String
    var testDescription: String { "\(status): \(example)" }

    static func all() throws -> [Row] {
      let table = ContractTests.fixtures.appending(path: "../docs/statuses.md")
      let text = try String(contentsOf: table, encoding: .utf8).replacingOccurrences(of: "\\|", with: "\u{0}")
      return text.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 3, let status = Int32(cells[0]) else { return nil }
        return Row(
          status: status,
          example: cells[2].trimmingCharacters(in: ["`"]).replacingOccurrences(of: "\u{0}", with: "|"))
      }
    }
  }

  /// Three flings at 30 Hz, to a tenth of a point.
  private func write(_ name: String, decay: Double, in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    for velocity in [1500.0, 2200, 2900] {
      let rows = (0..<60).map { frame in
        let travel = velocity / decay * (1 - exp(-decay * Double(frame) / 30))
        return "\(Double(frame) / 30),\((travel * 10).rounded() / 10)\n"
      }
      let text = "t,y\n" + rows.joined()
      try Data(text.utf8).write(to: folder.url.appending(path: "\(name)/\(velocity).csv"))
    }
  }

  @Test("The table of statuses names every status")
  func names() throws { #expect(try Set(Row.all().map(\.status)) == [0, 1, 2, 3, 64]) }

  @Test("A row of the table of statuses is what the program does", arguments: try Row.all())
  func row(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let waves = (0..<90).map { "\(Double($0) / 60),\((100 * sin(Double($0) / 5 + 1)).rounded())\n" }
    for (name, text) in [
      ("curve.csv", BadInputTests.curve), ("waves.csv", "t,y\n" + waves.joined()),
    ] { try Data(text.utf8).write(to: folder.url.appending(path: name)) }
    try write("slow", decay: 2, in: folder)
    try write("fast", decay: 3, in: folder)
    // The status is that of scrollfit, whatever reads its output.
    let parts = row.example.split(separator: "|", maxSplits: 1)
    let reader = parts.count > 1 ? " | \(parts[1])" : ""
    let run = try Binary(
      shell: "{ \"$0\" \(parts[0]); echo $? > status; }\(reader)", in: folder.url)
    let status = try folder.text("status").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(status == "\(row.status)", "\(run.errors)")
    if row.status == 0 { #expect(run.errors.isEmpty) }
  }
}
