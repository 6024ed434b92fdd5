import LeastSquares
import Recordings
import ScrollModels
import Testing

@testable import ScrollFit

/// What the motion of a headless scroll view keeps to, whatever the gestures.
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
    for (before, after) in zip(view.pieces, view.pieces.dropFirst()) {
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
    for (before, after) in zip(view.pieces, view.pieces.dropFirst()) {
      let moment = 1e-10
      let (old, new) = (before.velocity(at: after.from - moment), after.velocity(at: after.from + moment))
      let joint = "\(before.kind.rawValue) \(after.kind.rawValue)"
      seen.insert(joint)
      let expected: Double?
      switch joint {
      case "drag deceleration", "drag snap", "deceleration bounce": expected = old
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
    #expect(view.pieces.map(\.kind) == [.rest, .deceleration, .bounce, .rest])
    // The bounce is the article's C t e^(−δt) with C the velocity at the edge.
    let elapsed = 0.07
    #expect(
      agree(
        view.value(at: impact.time + elapsed) - 3000,
        articleBounce(amplitude: impact.velocity, damping: 10.9, phase: 0, at: elapsed), 1e-9))
  }

  /// Beyond an edge the content is at (1 − 1/(x c/d + 1)) d, as the article writes it.
  @Test(arguments: [-1.0, 1]) func rubberBand(side: Double) {
    var view = view(side < 0 ? 0 : 3000)
    view.drag(at: 0, duration: 0.5, velocity: side * 900)
    for time in [0.01, 0.2, 0.49] {
      let pulled = (1 - 1 / (900 * time * 0.55 / 812 + 1)) * 812
      #expect(abs(view.value(at: time) - ((side < 0 ? 0 : 3000) + side * pulled)) < 1e-9)
    }
    #expect(view.pieces.map(\.kind) == [.rest, .rubberBand])
  }

  /// A second pull goes on from where the first one left the content.
  @Test func pullsAddUp() {
    var (once, twice) = (view(0), view(0))
    once.drag(at: 0, duration: 0.4, velocity: -600)
    twice.drag(at: 0, duration: 0.2, velocity: -600, hold: 0.3)
    twice.drag(at: 0.5, duration: 0.2, velocity: -600)
    #expect(abs(once.value(at: 0.4.nextDown) - twice.value(at: 0.7.nextDown)) < 1e-9)
  }

  /// Let go beyond an edge, a spring takes the content back with the gesture's velocity; held still, from rest.
  @Test func releasedBeyondAnEdge() throws {
    for hold in [0, 0.3] {
      var view = view(0)
      let (end, velocity) = view.drag(at: 0, duration: 0.4, velocity: -600, hold: hold)
      #expect(end == 0.4 + hold && velocity == (hold == 0 ? -600 : 0))
      let offset = view.value(at: end)
      view.release(at: end, velocity: velocity)
      guard case .bounce(let bounce) = try #require(view.pieces.dropLast().last).law else {
        Issue.record("no bounce")
        continue
      }
      #expect(bounce == Bounce(rest: 0, displacement: offset, initialVelocity: velocity, damping: 10.9))
    }
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

  /// What was caught on its way to an edge never met it.
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

  /// A glide ends at the stop velocity, or where half a point is left: whichever comes first.
  @Test func ends() {
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

  /// A replayed table's value changes only at its rows, and is the curve's there.
  @Test func tabulatedBounce() throws {
    var view = view(0) { $0.tableInterval = 0.0167 }
    view.drag(at: 0, duration: 0.3, velocity: -600, hold: 0.2)
    view.release(at: 0.5, velocity: 0)
    var smooth = self.view(0)
    smooth.drag(at: 0, duration: 0.3, velocity: -600, hold: 0.2)
    smooth.release(at: 0.5, velocity: 0)
    for row in 0..<30 {
      let from = 0.5 + Double(row) * 0.0167
      let value = view.value(at: from + 1e-9)
      #expect(abs(value - smooth.value(at: from)) < 1e-9)
      #expect(view.value(at: from + 0.0166) == value)
      #expect(view.value(at: from + 0.0168) != value)
    }
  }
}
