import Foundation
import Testing

/// `scrollfit compare` of flings whose curve no fitted model has.
struct FollowedCurveTests {
  private let folder: TemporaryFolder

  /// Flings of Flutter on Android behind a finger of 0.2 s, to a third of a point; those of c are over a tenth sooner.
  init() throws {
    folder = try TemporaryFolder()
    let exponent = log(0.78) / log(0.9)
    let sides = [
      ("a", 1.0, [800.0, 1500, 2400]), ("b", 1, [1100, 1900, 2900]), ("c", 1.1, [1100, 1900, 2900]),
    ]
    for (name, factor, velocities) in sides {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      for velocity in velocities {
        let duration = pow(velocity / 2886.13, 1 / (exponent - 1)) / factor
        let rows = (0..<150).map { frame -> String in
          let time = Double(frame) / 60 - 0.497
          let pulled = velocity * 0.2 / 3 * pow(min(max(time / 0.2, 0), 1), 3)
          let share = min(max((time - 0.2) / duration, 0), 1)
          let offset = pulled + velocity * duration / exponent * (1 - pow(1 - share, exponent))
          return "\(Double(frame) / 60),\((3 * offset).rounded() / 3)"
        }
        try "t,y\n\(rows.joined(separator: "\n"))\n".write(
          toFile: folder.path("\(name)/\(Int(velocity)).csv"), atomically: true, encoding: .utf8)
      }
    }
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" compare \(arguments)", in: folder.url)
  }

  @Test("The engine that A follows judges each fling of B, by a baseline as by the recordings") func curves()
    throws
  {
    #expect(try run("a --save-baseline base.json").status == 0)
    let same = try run("a b --require-same")
    #expect(same.status == 0 && same.errors.isEmpty, "\(same.output)\(same.errors)")
    #expect(same.output.contains("3 of 3 flings follow Flutter Android"), "\(same.output)")
    let different = try run("a c")
    #expect(different.status == 3, "\(different.output)")
    #expect(different.output.contains("0 of 3 flings follow Flutter Android; the fling at "))
    for side in ["b", "c"] {
      #expect(
        try run("--baseline base.json \(side) --format json").output == run("a \(side) --format json").output)
    }
  }

  @Test("Each fling stands before the kinds of phase, none of which it belongs to") func order() throws {
    try FileManager.default.copyItem(atPath: folder.path("b"), toPath: folder.path("d"))
    let rows = (0..<150).map { frame -> String in
      let time = max(Double(frame) / 60 - 0.5, 0)
      return "\(Double(frame) / 60),\((-300 * (1 + 10.9 * time) * exp(-10.9 * time)).rounded() / 3)"
    }
    try "t,y\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("d/spring.csv"), atomically: true, encoding: .utf8)
    let output = try run("a d").output
    let fling = try #require(output.range(of: "each fling  3 of 3 flings follow Flutter Android"))
    let snap = try #require(output.range(of: "snap: not enough data to tell"))
    #expect(fling.upperBound < snap.lowerBound, "\(output)")
  }

  @Test("An engine whose curve no fitted model has is compared by each fling") func like() throws {
    let same = try run("--like 'Flutter Android' b --require-same --junit b.xml")
    #expect(
      same.status == 0 && same.output.contains("3 of 3 flings follow Flutter Android"), "\(same.output)")
    #expect(try run("--like 'Flutter Android' c").status == 3)
    #expect(try folder.text("b.xml").contains("each fling"))
  }
}
