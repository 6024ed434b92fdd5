import Foundation
import Testing

@testable import RecordingServer

@Suite("QR codes")
struct QRCodeTests {
  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Fixtures/qr/codes.txt")

  @Test("Every module is the one of another encoder, in all nine sizes")
  func sameAsSegno() throws {
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
