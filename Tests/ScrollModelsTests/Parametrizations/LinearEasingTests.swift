import Foundation
import Testing

@testable import ScrollModels

struct LinearEasingTests {
  private let fling = Deceleration(initialOffset: 100, initialVelocity: -900, decayConstant: 2.1)
  private let bounce = SpringMotion(
    spring: Spring(naturalFrequency: 9, dampingRatio: 0.4), rest: 20, displacement: 70, initialVelocity: -300)

  /// The pieces as a browser draws them, at places that are no stops.
  private func error(_ easing: LinearEasing, _ value: (Double) -> Double) -> Double {
    (0...9973).map { index in
      let share = Double(index) / 9973
      return abs(easing.start + easing.distance * easing.progress(at: share) - value(easing.duration * share))
    }.max() ?? .infinity
  }

  @Test(arguments: [1, 0.25, 0.05]) func thePiecesStayWithinTheStatedError(_ tolerance: Double) throws {
    for value in [fling.value, bounce.value] as [(Double) -> Double] {
      let easing = try #require(LinearEasing(duration: 2.4, tolerance: tolerance, value: value))
      #expect(easing.largestError <= tolerance)
      #expect(error(easing, value) <= easing.largestError * 1.01 + 1e-3)
      #expect(easing.stops.first?.position == 0 && easing.stops.last?.position == 1)
      #expect(zip(easing.stops, easing.stops.dropFirst()).allSatisfy { $0.position < $1.position })
    }
  }

  @Test func fewerStopsForALargerTolerance() throws {
    let counts = try [0.05, 0.25, 1].map {
      try #require(LinearEasing(duration: 2.4, tolerance: $0, value: fling.value)).stops.count
    }
    #expect(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] >= 3)
  }

  @Test func progressGoesFromStartToEnd() throws {
    let easing = try #require(LinearEasing(duration: 2, tolerance: 0.1, value: fling.value))
    #expect(easing.start == 100)
    #expect(agree(easing.distance, fling.value(at: 2) - 100))
    #expect(easing.progress(at: 0) == 0 && easing.progress(at: 1) == 1)
    #expect(easing.progress(at: -1) == 0 && easing.progress(at: 2) == 1)
  }

  /// From the edge out and back: the largest excursion is progress 1.
  @Test func aMotionThatComesBackIsMeasuredByItsExcursion() throws {
    let motion = Bounce(displacement: 0, initialVelocity: 1000, damping: 10.9)
    let easing = try #require(LinearEasing(duration: 1.5, tolerance: 0.1, value: motion.value))
    #expect(abs(easing.distance - motion.farthest) < 0.01)
    #expect(abs(easing.progress(at: 1)) < 0.001)
    let progress = (0...1000).map { easing.progress(at: Double($0) / 1000) }
    #expect(abs((progress.max() ?? 0) - 1) < 0.1 / abs(easing.distance))
  }

  @Test func whatDoesNotMoveHasNone() {
    #expect(LinearEasing(duration: 1, tolerance: 0.1) { _ in 3 } == nil)
    #expect(LinearEasing(duration: 0, tolerance: 0.1, value: fling.value) == nil)
    #expect(LinearEasing(duration: .infinity, tolerance: 0.1, value: fling.value) == nil)
    #expect(LinearEasing(duration: 1, tolerance: 0.1) { $0 == 0 ? 0 : .infinity } == nil)
  }

  @Test func aJumpIsToldByItsError() throws {
    let easing = try #require(LinearEasing(duration: 1, tolerance: 0.1) { $0 < 0.50025 ? 0 : 10 })
    #expect(easing.largestError > 1)
  }
}
