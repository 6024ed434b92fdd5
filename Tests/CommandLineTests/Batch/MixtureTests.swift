import Foundation
import Testing

/// The hint of `batch` that its recordings are of several engines.
struct MixtureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withFlings() }

  private func batch(_ options: String) throws -> String {
    let run = try Binary(
      shell: "\"$0\" batch \(options) --model deceleration --store s.sqlite --force --format text --quiet",
      in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("Two engines in two folders are named as a mixture, and --group-by folder shows each one's constant")
  func twoFolders() throws {
    let hint =
      #/deceleration y, \w+: decayConstant is a mixture: its means by folder \(2\) differ, p < 0.001;.*: --group-by folder/#
    let mixed = try batch("own uikit")
    #expect(mixed.contains(hint), "\(mixed)")
    let grouped = try batch("own uikit --group-by folder")
    #expect(!grouped.contains("is a mixture"))
    #expect(
      grouped.contains(#/folder own \d+ 2\.80/#) && grouped.contains(#/folder uikit \d+ 2\.00/#), "\(grouped)"
    )
  }

  @Test("Recordings of one engine are no mixture")
  func oneEngine() throws {
    try FileManager.default.createDirectory(atPath: folder.path("again"), withIntermediateDirectories: true)
    for name in ["0.csv", "1.csv"] {
      try FileManager.default.copyItem(
        atPath: folder.path("uikit/\(name)"), toPath: folder.path("again/\(name)"))
    }
    #expect(try !batch("uikit again").contains("is a mixture"))
  }
}
