import Foundation
import TestSupport
import Testing

/// One motion in the three ways of docs/recording.md: a screen recording, a recorder in the page, the page of `record`.
@Suite(
  .tags(.external), .enabled(if: Decoder.isInstalled, "needs the program ffmpeg: apt-get install ffmpeg"))
struct WalkTests {
  /// Those of Chromium's own curve.
  static let constants = ["fling duration deceleration", "fling distance deceleration"]
  static let files = ["screen.mp4", "logger.ndjson", "record.ndjson"]

  /// The cells of the row of docs/recording.md that begins with a name, one for each file.
  private static func row(_ name: String) throws -> [String] {
    let page = ContractTests.fixtures.appending(path: "../docs/recording.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(name) |") })
    return line.split(separator: "|").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func estimate(_ cell: String) throws -> (value: Double, error: Double) {
    let numbers = cell.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return (numbers[0], numbers[1])
  }

  @Test("The documented constants are those of the recordings", arguments: files.indices)
  func documented(_ file: Int) throws {
    let run = try Binary(shell: "\"$0\" fit walks/\(Self.files[file])", in: ContractTests.fixtures)
    #expect(run.status == 0)
    #expect(run.output.contains("like \(try Self.row("engine")[file]) (nearest)"))
    let shown = run.output.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    for name in Self.constants {
      #expect(shown.contains("\(name) \(try Self.row(name)[file])"))
    }
  }

  @Test("The three ways agree within two standard errors", arguments: constants)
  func agreement(_ name: String) throws {
    let found = try Self.row(name).map(Self.estimate)
    for other in found.dropFirst() {
      #expect(abs(found[0].value - other.value) < 2 * hypot(found[0].error, other.error))
    }
  }

  @Test("The frames of the screen recording show offsets of the recorder")
  func offsets() throws {
    func offsets(_ text: String) -> [Int] {
      let values = text.split(separator: "\n").compactMap { line -> Int? in
        let field = line.firstRange(of: "\"y\":").map {
          line[$0.upperBound...].prefix { $0.isNumber || $0 == "." }
        }
        return field.flatMap { Double($0) }.map { Int($0) }
      }
      return values.map { $0 - (values.first ?? 0) }
    }
    let video = try Binary(shell: "\"$0\" video walks/screen.mp4 --quiet", in: ContractTests.fixtures)
    let logger = try String(
      contentsOf: ContractTests.fixtures.appending(path: "walks/logger.ndjson"), encoding: .utf8)
    let found = offsets(video.output)
    #expect(Set(found).count > 50 && Set(found).isSubset(of: offsets(logger)))
  }
}
