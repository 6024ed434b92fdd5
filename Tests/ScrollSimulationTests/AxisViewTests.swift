import LeastSquares
import Recordings
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollSimulation

/// The invariants of a headless scroll view's motion, for any gestures.
struct AxisViewTests {
  private func view(
    _ offset: Double = 400, edges: ClosedRange<Double> = 0...3000,
    _ change: (inout ViewConstants) -> Void = { _ in }
  ) -> AxisView {
    var constants = ViewConstants()
    change(&constants)
    return AxisView(
      offset: offset, edges: edges, constants: constants, context: EngineContext(dimension: 812))
  }

  /// Gestures as they come, some of them while the content still moves.
  private func random(_ seed: Int) -> AxisView {
    var random = SplitMix64(seed: 77, stream: seed)
    var view = view(random.uniform(0, 3000)) { $0.bounceDamping = 9.3 }
    var time = 0.1
    for _ in 0..<6 {
      let speed = random.sign() * random.logUniform(50, 6000)
      let duration = random.uniform(0.05, 0.4)
      let (end, velocity) = view.drag(
        at: time, duration: duration, velocity: speed, acceleration: random.uniform(-3, 3) * speed,
        hold: random.unit() < 0.3 ? 0.2 : 0)
      if random.unit() < 0.2 {
        view.snap(at: end, to: random.uniform(0, 3000), velocity: velocity)
      } else {
        view.release(at: end, velocity: velocity)
      }
      time = end + random.logUniform(0.02, 4)
    }
    return view
  }

  /// The offset goes on at every joint, but where a motion ends within the settling distance of its rest.
  @Test(arguments: 0..<60) func offsetsGoOn(seed: Int) {
    let view = random(seed)
    for (before, after) in zip(view.segments, view.segments.dropFirst()) {
      #expect(before.to == after.from && before.from < before.to)
      let step = after.value(at: after.from) - before.value(at: after.from)
      let ends = after.kind == .rest && [.bounce, .snap].contains(before.kind)
      let allowed = ends ? view.constants.settlingDistance + 1e-9 : 1e-9
      #expect(abs(step) <= allowed, "\(before.kind) to \(after.kind) at \(after.from): \(step)")
    }
  }

  /// The velocity goes on where nothing touches the content: from a glide into a bounce. Under a finger it changes at an edge
  /// by the rubber band's coefficient; let go inside the edges the content keeps the finger's.
  @Test(arguments: 0..<60) func velocitiesGoOn(seed: Int) {
    let view = random(seed)
    var seen: Set<String> = []
    for (before, after) in zip(view.segments, view.segments.dropFirst()) {
      let moment = 1e-10
      let (old, new) = (before.velocity(at: after.from - moment), after.velocity(at: after.from + moment))
      let joint = "\(before.kind.rawValue) \(after.kind.rawValue)"
      seen.insert(joint)
      let expected: Double?
      switch joint {
      case "drag deceleration", "drag snap": expected = old
      case "deceleration bounce": expected = max(-5000, min(5000, old))
      case "drag rubberBand": expected = old * 0.55
      case "rubberBand drag": expected = old / 0.55
      default: expected = after.kind == .rest ? 0 : nil
      }
      if let expected { #expect(abs(new - expected) <= 1e-5 * max(1, abs(old)), "\(joint)") }
    }
    #expect(seen.count > 3)
  }

  /// T(edge) and v(T) = v₀ − k (edge − x₀): what a glide has lost follows from where it is.
  @Test(arguments: [(1000.0, 4600.0), (2999, 40), (20, 6100)])
  func meetsTheEdge(start: Double, velocity: Double) throws {
    var view = view(start)
    view.release(at: 0.3, velocity: velocity)
    let glide = Deceleration(
      initialOffset: start, initialVelocity: velocity, decayConstant: view.constants.decayConstant)
    let impact = try #require(view.impacts.first)
    #expect(abs(glide.value(at: impact.time - 0.3) - 3000) < 1e-9)
    #expect(agree(impact.velocity, velocity - glide.decayConstant * (3000 - start), 1e-9))
    #expect(view.segments.map(\.kind) == [.rest, .deceleration, .bounce, .rest])
    // The bounce is the article's C t e^(−δt) with C the velocity at the edge.
    let elapsed = 0.07
    #expect(
      agree(
        view.value(at: impact.time + elapsed) - 3000,
        articleBounce(amplitude: impact.velocity, damping: 10.9, phase: 0, at: elapsed), 1e-9))
  }

  @Test(
    "Beyond an edge the content is at (1 − 1/(x c/d + 1)) d, as the article writes it", arguments: [-1.0, 1])
  func rubberBand(side: Double) {
    var view = view(side < 0 ? 0 : 3000)
    view.drag(at: 0, duration: 0.5, velocity: side * 900)
    for time in [0.01, 0.2, 0.49] {
      let pulled = (1 - 1 / (900 * time * 0.55 / 812 + 1)) * 812
      #expect(abs(view.value(at: time) - ((side < 0 ? 0 : 3000) + side * pulled)) < 1e-9)
    }
    #expect(view.segments.map(\.kind) == [.rest, .rubberBand])
  }

  /// A second pull goes on from where the first one left the content.
  @Test func pullsAddUp() {
    var (once, twice) = (view(0), view(0))
    once.drag(at: 0, duration: 0.4, velocity: -600)
    twice.drag(at: 0, duration: 0.2, velocity: -600, hold: 0.3)
    twice.drag(at: 0.5, duration: 0.2, velocity: -600)
    #expect(abs(once.value(at: 0.4.nextDown) - twice.value(at: 0.7.nextDown)) < 1e-9)
  }

  /// Let go beyond an edge, a spring takes the content back 7 ms later, with the state that ``OverscrollRelease`` gives a
  /// moving and a held drag.
  @Test func releasedBeyondAnEdge() throws {
    for hold in [0, 0.3] {
      var view = view(0)
      let (end, velocity) = view.drag(at: 0, duration: 0.4, velocity: -600, hold: hold)
      #expect(end == 0.4 + hold && velocity == (hold == 0 ? -600 : 0))
      let offset = view.value(at: end)
      view.release(at: end, velocity: velocity)
      let segment = try #require(view.segments.dropLast().last)
      guard case .bounce(let bounce) = segment.curve else {
        Issue.record("no bounce")
        continue
      }
      let slope = RubberBand(coefficient: 0.55, dimension: 812).derivative(at: 240)
      let start = OverscrollRelease(
        displacement: offset, velocity: slope * velocity, fingerSpeed: -velocity)
      #expect(segment.from == end + 0.007 && agree(bounce.displacement, start.displacement, 1e-12))
      #expect(agree(bounce.initialVelocity, start.initialVelocity, 1e-12))
      #expect(bounce.damping == 10.9)
      let kinds: [PhaseKind] = hold > 0 ? [.rubberBand, .rest, .bounce] : [.rubberBand, .bounce]
      #expect(view.segments.map(\.kind) == [.rest] + kinds + [.rest])
    }
  }

  /// Every held drag of `scripts/reference/release.py`, on both sides of the onset.
  @Test(arguments: [-1.0, 1]) func returnsAsComputedIndependently(side: Double) throws {
    var compared = 0
    for motion in try JSONNode("reference/release.json")["motions"].list {
      let start = motion["start"].numbers.map { $0 * side }
      guard start[1] == 0 else { continue }
      var view = view(start[0], edges: 0...0) { $0.bounceDamping = motion["damping"].number }
      view.release(at: 0.2, velocity: 0)
      for sample in motion["samples"].list.map(\.numbers) where abs(sample[1]) > 1 {
        let offset = view.value(at: 0.2 + sample[0])
        #expect(abs(offset - side * sample[1]) < 1e-9, "\(start) at \(sample[0]): \(offset)")
        compared += 1
      }
    }
    #expect(compared > 30)
  }

  /// The seven published samples of a held pull of 92 pt, on a clock by which the return begins at 16.8 ms: within half a
  /// point (rms), where a return from rest is 14 pt off.
  @Test(arguments: [nil, "UIScrollView", "UIScrollView, fast"]) func returnsAsMeasured(engine: String?) throws
  {
    let held = try JSONNode("reference/release.json")["held"]
    for reference in held["rms"].list {
      var constants = ViewConstants()
      constants.bounceDamping = reference["damping"].number
      if engine != nil, constants.bounceDamping != 10.9 { continue }
      var view = try AxisView(
        offset: -92, edges: 0...3000, constants: constants,
        engine: engine.map { try ScrollEngine(named: $0) },
        context: EngineContext(dimension: 812))
      view.release(at: 1, velocity: 0)
      let squares = held["samples"].list.map(\.numbers).map { sample in
        let error = -view.value(at: 1.007 + max(-0.005, (sample[0] - 16.8) / 1000)) - sample[1]
        return error * error
      }
      let deviation = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
      #expect(deviation < 0.5 && reference["rest"].number > 13)
      #expect(agree(deviation, reference["inward"].number, 1e-9), "\(deviation)")
    }
  }

  /// An inward velocity is ignored: whatever it is, the content returns as from a held pull.
  @Test func inwardVelocitiesAreIgnored() {
    var (held, inward) = (view(-45), view(-45))
    held.release(at: 0, velocity: 0)
    inward.release(at: 0, velocity: 2600)
    for time in [0, 0.005, 0.05, 0.2] { #expect(inward.value(at: time) == held.value(at: time)) }
  }

  /// A finger that comes down between the release and the onset stops the content there.
  @Test func caughtBeforeTheReturn() {
    var view = view(0)
    view.drag(at: 0, duration: 0.4, velocity: -900)
    let (released, velocity) = (view.value(at: 0.4), view.velocity(at: 0.4))
    view.release(at: 0.4, velocity: -900)
    view.touch(at: 0.403)
    #expect(abs(view.value(at: 3) - (released + 0.003 * velocity)) < 1e-9)
    #expect(view.segments.map(\.kind) == [.rest, .rubberBand, .rest])
  }

  /// Another view's velocity is no finger's: the content takes it over at once, also beyond an edge.
  @Test func handedOverVelocitiesStartAtOnce() throws {
    var view = view(-30)
    view.takeOver(at: 0.5, velocity: -800)
    guard case .bounce(let bounce) = try #require(view.segments.dropLast().last).curve else {
      Issue.record("no bounce")
      return
    }
    #expect(bounce == Bounce(rest: 0, displacement: -30, initialVelocity: -800, damping: 10.9))
    #expect(view.segments[1].from == 0.5)
  }

  @Test(
    "A fling carries at most 5,000 pt/s into its return; what another view would take over is all of it",
    arguments: [(4999.0, 4999.0), (5000, 5000), (5001, 5000), (-9000, -5000)])
  func carriedVelocity(velocity: Double, carried: Double) throws {
    var view = view(0, edges: 0...0)
    view.release(at: 0, velocity: velocity)
    guard case .bounce(let bounce) = try #require(view.segments.dropLast().last).curve else {
      Issue.record("no bounce")
      return
    }
    #expect(bounce.initialVelocity == carried && view.impacts.map(\.velocity) == [velocity])
  }

  @Test func aTouchFreezes() {
    var view = view(1000)
    view.release(at: 0, velocity: 1500)
    let caught = view.value(at: 0.4)
    view.touch(at: 0.4)
    #expect(caught > 1300)
    for time in [0.4, 0.41, 9] { #expect(view.value(at: time) == caught && view.velocity(at: time) == 0) }
    view.release(at: 1, velocity: 0)
    #expect(view.value(at: 8) == caught)
  }

  /// A motion that is caught on its way to an edge never meets it.
  @Test func aTouchTakesTheImpactBack() {
    var view = view(1000)
    view.release(at: 0, velocity: 6000)
    #expect(view.impacts.count == 1)
    view.touch(at: 0.1)
    #expect(view.impacts.isEmpty)
    view.release(at: 0.2, velocity: 6000)
    view.touch(at: 4)
    #expect(view.impacts.count == 1)
  }

  @Test("A glide ends at the stop velocity, or where half a point is left: whichever comes first")
  func ends() {
    var view = view(1000, edges: -1e6...1e6)
    view.release(at: 0, velocity: 700)
    let glide = Deceleration(
      initialOffset: 1000, initialVelocity: 700, decayConstant: view.constants.decayConstant)
    #expect(agree(glide.velocity(at: view.lastChange), 10, 1e-12))
    view.constants.stopVelocity = 1e-3
    view.release(at: 100, velocity: 700)
    #expect(abs(view.value(at: 1e3) - view.value(at: 100) - 700 / view.constants.decayConstant + 0.5) < 1e-9)
    // Too slow to move at all.
    view.release(at: 1e3, velocity: 1e-4)
    #expect(view.lastChange < 200)
  }

  @Test("A replayed table's value changes only at its rows, and is the curve's there")
  func tabulatedBounce() throws {
    var view = view(0) { $0.tableInterval = 0.0167 }
    view.drag(at: 0, duration: 0.3, velocity: -600, hold: 0.2)
    view.release(at: 0.493, velocity: 0)
    var smooth = self.view(0)
    smooth.drag(at: 0, duration: 0.3, velocity: -600, hold: 0.2)
    smooth.release(at: 0.493, velocity: 0)
    for row in 0..<30 {
      let from = 0.5 + Double(row) * 0.0167
      let value = view.value(at: from + 1e-9)
      #expect(abs(value - smooth.value(at: from)) < 1e-9)
      #expect(view.value(at: from + 0.0166) == value)
      #expect(view.value(at: from + 0.0168) != value)
    }
  }
}
