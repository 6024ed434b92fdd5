import Testing

@testable import ScrollModels

/// The properties of every model of the catalogue, at its engines' constants.
struct EngineModelTests {
  static let glides = rows(.fling)
  static let returns = rows(.bounce) + rows(.snap)
  static let stretches = rows(.overscroll)
  static let context = EngineContext(frameInterval: 1 / 60, density: 2, dimension: 667)

  static func rows(_ phase: EnginePhase) -> [Int] {
    Catalogue.entries.indices.filter { Catalogue.entries[$0].phase == phase }
  }

  static func motion(_ index: Int, _ state: [Double]) throws -> any EngineMotion {
    let entry = Catalogue.entries[index]
    let curve = entry.model.curve(
      state: Array(state.prefix(entry.model.state.count)), constants: entry.values, context: context)
    return try #require(curve as? any EngineMotion)
  }

  /// x(0), the velocity against differences, rest from the end on. Times lie inside frames and rows of tables.
  @Test(arguments: glides + returns)
  func velocityIsTheSlope(_ index: Int) throws {
    let isGlide = Catalogue.entries[index].phase == .fling
    let state = isGlide ? [113.7, -842.3] : [64.3, -21.7, -903.1]
    let motion = try Self.motion(index, state)
    // Android's table begins a hundred-thousandth of the way off 0.
    let grain = Catalogue.entries[index].model is SplineFling ? 1e-4 : 1e-14
    #expect(agree(motion.value(at: 0), isGlide ? 113.7 : 64.3 - 21.7, grain))
    let span = min(motion.duration, 1.7)
    for share in [0.0437, 0.1571, 0.4153, 0.7391, 0.9619] {
      let time = share * span
      let velocity = motion.velocity(at: time)
      let slope = (motion.value(at: time + 1e-7) - motion.value(at: time - 1e-7)) / 2e-7
      #expect(abs(velocity - slope) < 1e-4 * (abs(velocity) + 1), "\(time): \(velocity), not \(slope)")
    }
    let first = (motion.value(at: 1e-7) - motion.value(at: 0)) / 1e-7
    // A curve may be upright at its start.
    #expect(
      motion.velocity(at: 0).isInfinite || abs(motion.velocity(at: 0) - first) < 2e-3 * (abs(first) + 1),
      "at 0: \(first), not \(motion.velocity(at: 0))")
    guard motion.duration.isFinite else { return }
    #expect(motion.velocity(at: motion.duration + 1e-9) == 0)
    #expect(motion.value(at: motion.duration + 5) == motion.value(at: motion.duration + 1))
  }

  @Test("The mirror image of a motion is a motion", arguments: glides + returns)
  func mirrored(_ index: Int) throws {
    let isGlide = Catalogue.entries[index].phase == .fling
    let state = isGlide ? [113.7, 842.3] : [64.3, 21.7, -133.1]
    let motion = try Self.motion(index, state)
    let mirror = try Self.motion(index, state.map { -$0 })
    #expect(motion.duration == mirror.duration)
    for time in [0.02, 0.3, 1.1] {
      #expect(agree(motion.value(at: time), -mirror.value(at: time), 1e-14))
      #expect(agree(motion.velocity(at: time), -mirror.velocity(at: time), 1e-14))
    }
  }

  @Test("Uneven frames move what follows them by the time that each takes, and nothing else")
  func unevenFrames() {
    var uneven = Self.context
    uneven.frameTimes = [0, 0.01, 0.03, 0.035]
    let glide = FrameDecayFling(.euler).curve(state: [100, 1000], constants: [3], context: uneven)
    // v = 1000 · 0.97, · 0.94, · 0.985 after 10, 20 and 5 ms.
    #expect(agree(glide.value(at: 0.01), 109.7, 1e-14))
    #expect(agree(glide.value(at: 0.02), 109.7 + 9.118, 1e-14))
    #expect(agree(glide.value(at: 0.035), 109.7 + 18.236 + 4.490615, 1e-14))
    #expect(agree(glide.velocity(at: 0.032), 898.123, 1e-13))
    #expect(glide.duration == 0.035 && glide.velocity(at: 0.04) == 0)
    // y = 10: v = −(0.25 · 0 + 2 · 10), then by friction, damping and spring on what the softness left of the way.
    let spring = FrameSpringReturn().curve(
      state: [50, 10, 0], constants: [3, 0.25, 2, 200], context: uneven)
    let first = 60 - 20 * 0.01 / 1.05
    #expect(agree(spring.value(at: 0.01), first, 1e-14))
    let velocity = -20 - (-20 * (3 * 0.02 + 0.25) + 2 * (first - 50))
    #expect(agree(spring.value(at: 0.03), first + velocity * 0.02 / (1 + (first - 50) / 200), 1e-14))
    for entry in Catalogue.entries where !entry.model.followsFrameTimes {
      let curves = [Self.context, uneven].map { context in
        entry.model.values(
          entry.model.state.map { _ in 37 } + entry.values, at: [0.02, 0.1], from: 0, context: context)
      }
      #expect(curves[0] == curves[1], "\(entry.engine)")
    }
  }

  /// Without velocity a glide, without displacement and velocity a return stays where it is.
  @Test(arguments: glides + returns)
  func nothingMovesFromRest(_ index: Int) throws {
    let isGlide = Catalogue.entries[index].phase == .fling
    let motion = try Self.motion(index, isGlide ? [37.25, 0] : [37.25, 0, 0])
    for time in [0, 0.02, 0.3, 9] {
      #expect(motion.value(at: time) == 37.25)
      #expect(motion.velocity(at: time) == 0)
    }
    // A step at most, and vim-smoothie's takes 20 ms.
    #expect(motion.duration <= 0.02)
  }

  @Test(
    "A model that says so is the same model from any of its frames on, early or late; another is not",
    arguments: glides + returns)
  func whatRemains(_ index: Int) throws {
    let entry = Catalogue.entries[index]
    guard entry.model.state.contains(.initialVelocity) else { return }
    let isGlide = entry.phase == .fling
    let motion = try Self.motion(index, isGlide ? [113.7, 842.3] : [64.3, 3.9, 1310])
    let late = (0.8 * min(motion.duration, 3) * 60).rounded() / 60
    let gaps = try [6 / 60, late].map { start in
      let offset = motion.value(at: start)
      func remaining(_ velocity: Double) throws -> any EngineMotion {
        try Self.motion(index, isGlide ? [offset, velocity] : [64.3, offset - 64.3, velocity])
      }
      // The velocity that brings it to the right place two frames later; is it there seven frames later, too?
      var (low, high) = (-4000.0, 4000.0)
      for _ in 0..<100 {
        let middle = (low + high) / 2
        let isShort = try remaining(middle).value(at: 2 / 60) < motion.value(at: start + 2 / 60)
        (low, high) = isShort ? (middle, high) : (low, middle)
      }
      return try abs(remaining(high).value(at: 7 / 60) - motion.value(at: start + 7 / 60))
    }
    #expect(gaps.allSatisfy { $0 < 1e-6 } == entry.model.isTimeInvariant, "\(entry.engine): \(gaps)")
  }

  @Test("Odd, rising, its derivative and inverse its own", arguments: stretches)
  func overscroll(_ index: Int) throws {
    let curve = try #require(Catalogue.entries[index].overscroll(context: Self.context))
    #expect(curve.value(at: 0) == 0)
    #expect(curve.inverse(of: 0) == 0)
    for travel in [0.3, 17.1, 61.9, 311.3] {
      let value = curve.value(at: travel)
      // Some do not begin to stretch at once.
      #expect(value >= 0 && curve.value(at: -travel) == -value)
      let slope = slope(of: curve.value, at: travel, step: travel * 1e-3)
      #expect(abs(slope - curve.derivative(at: travel)) < 1e-9)
      #expect(curve.derivative(at: -travel) == curve.derivative(at: travel))
      // Where a limit holds it, any longer travel gives the same.
      guard value > 0, slope > 0 else { continue }
      #expect(agree(try #require(curve.inverse(of: value)), travel, 1e-11))
      #expect(agree(try #require(curve.inverse(of: -value)), -travel, 1e-11))
    }
  }

  @Test(
    "The fitter's form of a model is the same curve; a model has its constants' values in their domains",
    arguments: glides + returns + stretches)
  func parameters(_ index: Int) {
    let entry = Catalogue.entries[index]
    #expect(entry.values.count == entry.model.constants.count)
    for (parameter, value) in zip(entry.model.constants, entry.values) {
      #expect(parameter.domain.contains(value), "\(parameter.name) \(value)")
    }
    #expect(Set(entry.model.parameters.map(\.name)).count == entry.model.parameters.count)
    let known: Set = ["initialOffset", "initialVelocity", "rest", "displacement", "dimension"]
    #expect(known.isSuperset(of: entry.model.state.map(\.name)))
  }
}
