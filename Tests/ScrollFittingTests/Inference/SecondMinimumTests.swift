import Foundation
import LeastSquares
import Recordings
import ScrollModels
import Testing

@testable import ScrollFitting

/// Bounces whose sum of squares has two minima that the samples allow.
struct SecondMinimumTests {
  @Test("Returns that two dampings explain hold the true one, and name both")
  func secondMinima() throws {
    var (count, held, heldByOne, named) = (0, 0, 0, 0)
    for index in 0..<400 {
      let (times, offsets) = Self.pullReturn(from: 40 + 0.25 * Double(index), seed: UInt64(index))
      let minima = Self.minima(times, offsets)
      // Both minima have a likelihood: the deeper one's is at most e³ times the other's.
      guard minima.count == 2, 32 * log(minima[1].cost / minima[0].cost) < 6 else { continue }
      let recording = try Self.fitted(times, offsets)
      guard recording.candidate.scrollModel.model == .bounce else { continue }
      let fit = try recording.fitting.report(recording)
      let estimate = try #require(fit[.damping])
      count += 1
      if try #require(estimate.interval).contains(10.9) { held += 1 }
      if try abs(estimate.value - 10.9) < 2.05 * #require(estimate.standardError) { heldByOne += 1 }
      let words = fit.warnings.first { $0.contains("a critical spring with a damping of") }?.split(
        separator: " ")
      guard let words, let place = words.firstIndex(where: { $0.hasPrefix("1/s") }) else { continue }
      named += 1
      let second = try #require(Double(words[place - 1]))
      // Errors of the times, which the sum of squares leaves out, move a minimum by some hundredths.
      #expect(abs(estimate.value / minima[0].damping - 1) < 0.08, "\(index)")
      #expect(abs(second / minima[1].damping - 1) < 0.08, "\(index)")
    }
    #expect(count >= 15 && 10 * named >= 9 * count, "\(named) of \(count)")
    #expect(held >= count - 1 && heldByOne <= held - 3, "\(held) and \(heldByOne) of \(count)")
  }

  @Test("Of two dampings the one of the other bounces is reported", arguments: [10.9, 6.2])
  func agreement(damping: Double) throws {
    var (sure, ambiguous): ([FittedRecording], [FittedRecording]) = ([], [])
    for index in 0..<400 {
      let (times, offsets) = Self.pullReturn(
        from: 40 + 0.25 * Double(index), seed: UInt64(index), damping: damping)
      let recording = try Self.fitted(times, offsets)
      guard let springs = recording.springs, recording.candidate.scrollModel.model == .bounce else {
        continue
      }
      if springs.share > 0.05 {
        ambiguous.append(recording)
      } else if springs.share < 1e-4 {
        sure.append(recording)
      }
    }
    let (others, wrong) = (
      Array(sure.prefix(3)), try ambiguous.filter { try abs(Self.damping($0) / damping - 1) > 0.2 }
    )
    #expect(
      others.count == 3 && ambiguous.count >= 15 && wrong.count >= 2, "\(ambiguous.count), \(wrong.count)")
    for recording in ambiguous {
      let agreed = SpringAgreement(others + [recording]).applied(to: others + [recording])
      let chosen = try #require(agreed.last)
      let found = try Self.damping(chosen)
      #expect(abs(found / damping - 1) < 0.12, "\(found)")
      let isMoved = try Self.damping(recording) != found
      #expect(chosen.notices.count == (isMoved ? 1 : 0))
      let interval = try #require(chosen.fitting.report(chosen)[.damping]?.interval)
      #expect(interval.contains(found))
    }
  }

  @Test("A bounce of another spring, and one alone, keep their damping")
  func otherSprings() throws {
    let others = try (0..<4).map { index in
      let (times, offsets) = Self.pullReturn(from: 150 + 10 * Double(index), seed: UInt64(index))
      return try Self.fitted(times, offsets)
    }
    let (times, offsets) = Self.pullReturn(from: 160, seed: 7, damping: 30)
    let other = try Self.fitted(times, offsets)
    let agreed = SpringAgreement(others + [other]).applied(to: others + [other])
    #expect(try Self.damping(#require(agreed.last)) == Self.damping(other))
    for recording in others + [other] {
      let alone = try #require(SpringAgreement([recording]).applied(to: [recording]).first)
      #expect(try Self.damping(alone) == Self.damping(recording))
    }
  }

  private static func damping(_ recording: FittedRecording) throws -> Double {
    try #require(recording.spring.damping).value
  }

  private static func fitted(_ times: [Double], _ offsets: [Double]) throws -> FittedRecording {
    let trace = try Trace(source: "return", format: "test", times: times, offsets: [.y: offsets])
    var options = FitOptions()
    options.phase = .bounce
    options.edges = 0...3000
    return try #require(Fitting(trace: trace, axis: .y, options: options).fittedPhase().last)
  }

  /// UIScrollView's return of a held pull (docs/release.md), or the same slower or faster, in 32 frames of offsets that err by half a point.
  private static func pullReturn(
    from pull: Double, seed: UInt64, damping: Double = 10.9
  ) -> (times: [Double], offsets: [Double]) {
    var state = seed &* 7919 &+ 1
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return 0.5 * Normal().quantile(upperTail: (Double(state >> 40) + 0.5) / Double(1 << 24))
    }
    let pace = damping / 10.9
    let speed = (5.470122 + 4.825567 * pull * pull / (165.8656 * 165.8656 + pull * pull)) * pull * pace
    let times = (0..<32).map { Double($0) / (60 * pace) }
    return (times, times.map { (-pull + (speed - damping * pull) * $0) * exp(-damping * $0) + noise() })
  }

  /// The local minima, the deepest first, of the least sum of squares of (a + b t) e^(-δ t) over δ, by steps of 0.2 %.
  private static func minima(_ times: [Double], _ offsets: [Double]) -> [(damping: Double, cost: Double)] {
    func cost(_ damping: Double) -> Double {
      var (aa, ab, bb, ay, by, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
      for (t, y) in zip(times, offsets) {
        let (a, b) = (exp(-damping * t), t * exp(-damping * t))
        (aa, ab, bb) = (aa + a * a, ab + a * b, bb + b * b)
        (ay, by, yy) = (ay + a * y, by + b * y, yy + y * y)
      }
      return yy - (bb * ay * ay - 2 * ab * ay * by + aa * by * by) / (aa * bb - ab * ab)
    }
    let grid = (0..<1000).map { 3 * pow(1.002, Double($0)) }
    let costs = grid.map(cost)
    let minima = grid.indices.dropFirst().dropLast().filter {
      costs[$0] < costs[$0 - 1] && costs[$0] < costs[$0 + 1]
    }
    return minima.map { (grid[$0], costs[$0]) }.sorted { $0.1 < $1.1 }
  }
}
