import Testing

@testable import ScrollSegmentation

/// Change points that share how their segments' models grow.
struct GrowingSideTests {
  private static let penalty = 6.0

  /// A line that slows down exponentially from sample 40 on.
  private static let motion: Motion = {
    let times = (0..<100).map { Double($0) / 60 }
    let offsets = times.enumerated().map { index, time -> Double in
      let later = max(0, time - 40.0 / 60)
      let glide: Double = index < 40 ? 900 * time : 600 + 300 * (1 - 1 / (1 + 3 * later))
      return (2 * glide).rounded() / 2
    }
    return Motion(times: times, offsets: offsets, grid: 0.5)
  }()

  private static func search(_ left: SegmentFit, _ right: SegmentFit) -> ChangePointSearch {
    ChangePointSearch(
      left: left, right: right, minimum: (1, 6), strongest: .velocity, penalty: penalty,
      probability: 0.99)
  }

  @Test("Change points found with shared sides are those found with sides of their own")
  func sharedSides() throws {
    let fitter = SegmentFitter(Self.motion)
    var sides = Memo<SideIdentity, GrowingSide>()
    var shared = 0
    for cut in [44, 36, 44, 30] {
      for end in [100, 90] {
        let left = try #require(fitter.fit(.parabola, 10..<cut))
        let right = try #require(
          fitter.fit(.exponential, cut..<end, from: SegmentModel.exponential.starts))
        let search = Self.search(left, right)
        let own = search.changePoint(fitter) { GrowingSide($0, penalty: Self.penalty) }
        let found = search.changePoint(fitter) { side in
          if let known = sides[side] {
            shared += 1
            return known
          }
          let new = GrowingSide(side, penalty: Self.penalty)
          sides.keep(new, for: side)
          return new
        }
        #expect(found.sample == own.sample && found.likely == own.likely && found.cost == own.cost)
      }
    }
    // The parabola begins at one sample; two of the right segments come again.
    #expect(shared == 9)
  }

  @Test(
    "States that are found a part at a time are those found at once", arguments: [true, false],
    [SegmentModel.exponential, .easeCubic])
  func statesInParts(isLeft: Bool, model: SegmentModel) throws {
    let fitter = SegmentFitter(Self.motion)
    let fit = try #require(fitter.fit(model, 5..<95, from: model.starts))
    func grown() -> GrowingSide {
      let side = GrowingSide(SideIdentity(fit, isLeft: isLeft), penalty: Self.penalty)
      side.grow(to: 80, Self.motion)
      return side
    }
    let side = grown()
    for numbers in [30...40, 35...52, 20...33, 33...50, 16...60, 64...70, 61...64] {
      let found = side.states(numbers, Self.motion, unknown: 1)
      let expected = grown().states(numbers, Self.motion, unknown: 1)
      #expect(found.map(\.squares) == expected.map(\.squares) && found.map(\.speed) == expected.map(\.speed))
      #expect(found.count == numbers.count)
    }
  }
}
