import Foundation
import TestSupport
import Testing

@testable import RecordingServer

@Suite("QR codes")
struct QRCodeTests {
  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Fixtures/qr/codes.txt")

  @Test("Every module is the one of another encoder, in all nine sizes")
  func sameModules() throws {
    let lines = try String(contentsOf: Self.fixture, encoding: .utf8).split(separator: "\n")
    var sizes: Set<Int> = []
    for line in lines {
      let fields = line.split(separator: "\t").map(String.init)
      let mask = try #require(Int(fields[1]))
      let code = try #require(QRCode(fields[0], masks: [mask]))
      let rows = code.modules.map { row in
        // 53 modules fit a number of 64 bits.
        String(row.reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) }, radix: 16)
      }
      #expect(rows == Array(fields.dropFirst(2)), "\(fields[0])")
      sizes.insert(code.modules.count)
    }
    #expect(sizes == Set((1...9).map { 17 + 4 * $0 }))
  }

  @Test(
    "A decoder reads the text in the picture for a terminal", .tags(.external),
    .enabled(if: Tool.isInstalled("zbarimg"), "needs the program zbarimg: apt-get install zbar-tools"),
    arguments: [8, 17, 18, 32, 33, 53, 62, 78, 79, 106, 134, 154, 155, 192, 230])
  func decoded(_ length: Int) throws {
    let text = String(("http://host:8080/?token=" + String(repeating: "0a1b2c3d", count: 30)).prefix(length))
    let lines = try #require(QRCode(text)).terminalText.split(separator: "\n")
    // Two rows of modules a line, between the escape sequences of its colors; eight pixels a module.
    let rows = lines.flatMap { line -> [String] in
      let cells = line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count)
      return ["▀█", "▄█"].map { dark in
        cells.map { String(repeating: dark.contains($0) ? "1" : "0", count: 8) }.joined()
      }
    }
    let width = try #require(rows.first).count
    let pixels = rows.flatMap { Array(repeating: $0, count: 8) }
    let picture = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pbm")
    defer { try? FileManager.default.removeItem(at: picture) }
    try "P1\n\(width) \(pixels.count)\n\(pixels.joined(separator: "\n"))\n".write(
      to: picture, atomically: true, encoding: .ascii)
    let found = try Tool.output(of: ["zbarimg", "--quiet", "--raw", picture.path])
    #expect(found == text + "\n")
  }

  @Test("A text that no size holds has no code")
  func tooLong() {
    #expect(QRCode(String(repeating: "a", count: 231)) == nil)
    #expect(QRCode(String(repeating: "a", count: 230)) != nil)
  }

  @Test("The picture for a terminal has a row of half blocks for two rows of modules, with a margin")
  func terminal() throws {
    let code = try #require(QRCode("a"))
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
    // Below the margin: the upper left finder's first two rows.
    #expect(lines[1].dropFirst("\u{1B}[30;107m".count).hasPrefix("  █▀▀▀▀▀█"))
  }
}
