import Foundation
import Testing

@testable import ScrollSegmentation

/// The ends of glides that move by less than a step of their offsets in many samples.
struct SlowEndTests {
  /// x = x₀ + v/k (1 − e^(−kt)) in whole points, up to the speed at which the engine stops it.
  private func glide(rate: Double, velocity: Double, stop: Double, from offset: Double) -> [Double] {
    let (k, end) = (2.002, log(velocity / stop) / 2.002)
    return (0..<Int((end + 2) * rate)).map { sample in
      let time = min(Double(sample) / rate, end)
      return (offset + velocity / k * (1 - exp(-k * time))).rounded()
    }
  }

  @Test(
    "A glide goes on through the steps of its slow end",
    arguments: [60.0, 120], [(837.0, 0.2), (1450, 0.25), (-2100, 0.3), (3547, 0.2)])
  func stairs(rate: Double, start: (velocity: Double, offset: Double)) throws {
    let speed = start.velocity.magnitude
    let offsets = glide(rate: rate, velocity: speed, stop: 0.2, from: start.offset).map {
      start.velocity < 0 ? -$0 : $0
    }
    let phases = try phases(offsets, rate: rate)
    #expect(phases.map(\.kind) == [.deceleration, .rest])
    // Up to the last step that is seen, or to where half of one is left.
    let settled = log(speed / 2.002 / 0.5) / 2.002 * rate
    let step = try #require(offsets.lastIndex { $0 != offsets[offsets.count - 1] }) + 1
    #expect(abs(Double(try #require(phases.first).range.upperBound) - min(settled, Double(step))) <= 2)
  }

  @Test("A glide that its engine stops ends where it stops", arguments: [60.0, 120], [20.0, 40])
  func stopped(rate: Double, stop: Double) throws {
    let phases = try phases(glide(rate: rate, velocity: 1450, stop: stop, from: 0.2), rate: rate)
    #expect(phases.map(\.kind) == [.deceleration, .rest])
    // To within the time in which it moves by half a step.
    let end = log(1450 / stop) / 2.002 * rate
    #expect(abs(Double(try #require(phases.first).range.upperBound) - end) <= 1 + 0.5 / stop * rate)
  }

  @Test("Steps that the glide's model does not lead to are no part of it")
  func otherSteps() throws {
    var offsets = glide(rate: 60, velocity: 1450, stop: 20, from: 0.2)
    let end = offsets.count
    // On by a point every second, which takes longer each time.
    for step in 1...4 { offsets += [Double](repeating: offsets[end - 1] + Double(step), count: 60) }
    let phases = try phases(offsets, rate: 60)
    let glide = try #require(phases.first)
    #expect(glide.kind == .deceleration)
    #expect(abs(Double(glide.range.upperBound) - log(1450 / 20) / 2.002 * 60) <= 2)
  }
}
