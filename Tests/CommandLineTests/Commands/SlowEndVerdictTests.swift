import Foundation
import Testing

@testable import scrollfit_cli

/// The verdicts on flings of UIScrollView whose last steps take many samples.
struct SlowEndVerdictTests {
  /// Rests, and fingers that gain speed for 0.1 s, each with a fling that decays to 0.2 pt/s, in parts of a point.
  private func session(_ velocities: [Double], rate: Double, pixels: Double) -> String {
    var (rows, offset) = ("t,y\n", 0.0)
    var count = 0
    func move(_ duration: Double, _ way: (Double) -> Double) {
      let start = offset
      for frame in 1...Int(duration * rate) {
        offset = start + way(Double(frame) / rate)
        rows += "\(Double(count) / rate),\((offset * pixels).rounded() / pixels)\n"
        count += 1
      }
    }
    let decay = -1000 * log(0.998)
    move(0.8) { _ in 0 }
    for velocity in velocities {
      move(0.1) { velocity * $0 * $0 / 0.2 }
      move(log(velocity / 0.2) / decay) { velocity / decay * (1 - exp(-decay * $0)) }
      move(0.8) { _ in 0 }
    }
    return rows
  }

  @Test(
    "No fling in whole or half points is called other than UIScrollView's for its slow end",
    arguments: [60.0, 120], [1.0, 2])
  func areAlike(rate: Double, pixels: Double) throws {
    let folder = try TemporaryFolder()
    for velocities in [
      [500.0, 837, 1450, 2100, 3000], [613, 920, 1210, 1777, 2500], [450, 780, 1111, 1900],
    ] {
      try session(velocities, rate: rate, pixels: pixels).write(
        toFile: folder.path("session.csv"), atomically: true, encoding: .utf8)
      let fit = try Binary(shell: "\"$0\" fit session.csv --like ios --quiet", in: folder.url).output
      #expect(!fit.contains("✗") && !fit.isEmpty, "\(velocities): \(fit)")
      let compared = try Binary(shell: "\"$0\" compare session.csv --like ios", in: folder.url).output
      #expect(!compared.contains(": different") && !compared.isEmpty, "\(velocities): \(compared)")
    }
  }
}
