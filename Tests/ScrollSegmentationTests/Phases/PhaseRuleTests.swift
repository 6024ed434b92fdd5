import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// Each rule of ``PhaseNaming`` on the smallest motion that it changes.
struct PhaseRuleTests {
  static let interval = 1.0 / 60

  /// A phase by its kind and samples.
  struct Part: Equatable, CustomStringConvertible {
    let kind: PhaseKind
    let range: Range<Int>
    var description: String { "\(kind) \(range.lowerBound)..<\(range.upperBound)" }
    init(_ kind: PhaseKind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }
  }

  /// The phases that a rule makes of others.
  func applied(
    _ rule: String, to parts: [Part], _ offsets: [Double], edges: ClosedRange<Double>? = nil,
    states: [TouchState?] = [], alternatives: [[PhaseAlternative]] = []
  ) throws -> [SegmentedPhase] {
    let times = offsets.indices.map { Double($0) * Self.interval }
    let motion = Motion(times: times, offsets: offsets, grid: PixelGrid.detect(offsets))
    let fitter = SegmentFitter(motion)
    var phases = parts.map { part in
      let model = Self.model(part.kind)
      let fit = fitter.fit(model, part.range, from: model.starts)
      let segment = Segment(regime: Self.regime(part.kind), range: part.range, fit: fit)
      return SegmentedPhase(kind: part.kind, range: part.range, begins: nil, segments: [segment])
    }
    for (index, alternatives) in alternatives.enumerated() { phases[index].alternatives = alternatives }
    var found = edges
    let rule = try #require(PhaseNaming.rules.first { $0.name == rule })
    rule.apply(PhaseNaming(motion: motion, known: edges, states: states), &phases, &found)
    return phases
  }

  func parts(
    _ rule: String, of parts: [Part], _ offsets: [Double], edges: ClosedRange<Double>? = nil,
    states: [TouchState?] = []
  ) throws -> [Part] {
    try applied(rule, to: parts, offsets, edges: edges, states: states).map { Part($0.kind, $0.range) }
  }

  private static func regime(_ kind: PhaseKind) -> Regime {
    switch kind {
    case .deceleration: .momentum
    case .bounce, .snap, .unknownReturn: .spring
    case .programmatic: .eased
    case .constantVelocity: .steady
    case .drag, .rubberBand: .finger
    case .rest, .jump, .wheel: .rest
    }
  }

  private static func model(_ kind: PhaseKind) -> SegmentModel {
    switch regime(kind) {
    case .momentum: .exponential
    case .spring: .criticalSpring
    case .eased: .easeCosine
    case .steady: .constantVelocity
    case .finger: .parabola
    case .rest, .hold: .constant
    }
  }

  /// Whole-pixel offsets at 60 Hz.
  func recorded(_ count: Int, _ offset: (Double) -> Double) -> [Double] {
    (0..<count).map { offset(Double($0) * Self.interval).rounded() }
  }

  /// A critical spring of 10 /s from a displacement to its rest.
  func spring(_ displacement: Double, to rest: Double, _ time: Double) -> Double {
    rest + displacement * (1 + 10 * time) * exp(-10 * time)
  }

  @Test("tremor: a drag of one point between rests is a part of the rest")
  func tremor() throws {
    let offsets = [Double](repeating: 100, count: 10) + [101, 101] + [Double](repeating: 100, count: 10)
    let found = try parts(
      "tremor", of: [Part(.rest, 0..<10), Part(.drag, 10..<12), Part(.rest, 12..<22)], offsets)
    #expect(found == [Part(.rest, 0..<22)])
  }

  @Test("unknown model: a drag that continues a deceleration without a jump of speed is a part of it")
  func unknownModel() throws {
    let offsets = recorded(70) { 4000 * (1 - pow(max(0, 1 - $0), 4)) }
    let phases = try applied(
      "unknown model", to: [Part(.deceleration, 0..<18), Part(.drag, 18..<60), Part(.rest, 60..<70)], offsets)
    #expect(phases.map(\.kind) == [.deceleration, .rest])
    #expect(phases[0].fit == nil)
    #expect(phases[0].segments.count == 2)
  }

  @Test(
    "unknown model: a spring that another motion goes on from, and one that is only an end, are of one fling")
  func springInAFling() throws {
    let states = [TouchState?](repeating: .decelerating, count: 60) + Array(repeating: .idle, count: 10)
    let offsets = recorded(70) { 4000 * (1 - pow(max(0, 1 - $0), 4)) }
    // Where it stands still it rests.
    func areOne(_ before: [Part], _ states: [TouchState?] = []) throws -> Bool {
      let found = try parts("unknown model", of: before + [Part(.rest, 60..<70)], offsets, states: states)
      return found.map(\.kind) == [.deceleration, .rest] && found[0].range.upperBound > 50
    }
    #expect(try areOne([Part(.bounce, 0..<40), Part(.deceleration, 40..<60)]))
    let ending = [Part(.deceleration, 0..<15), Part(.drag, 15..<30), Part(.bounce, 30..<60)]
    #expect(try areOne(ending, states))
  }

  @Test("unknown model: a spring of its own after a pull that slows down is no part of it")
  func springAfterPull() throws {
    // A pull of 60 samples out, which slows down like a glide and turns, and 75 samples of the way back.
    let pull = recorded(60) { 400 * $0 - 200 * $0 * $0 }
    let offsets = pull + recorded(75) { spring(200, to: 0, $0) }
    let found = try parts(
      "unknown model",
      of: [Part(.deceleration, 0..<30), Part(.drag, 30..<60), Part(.bounce, 60..<135)], offsets)
    #expect(found.last == Part(.bounce, 60..<135))
  }

  @Test(
    "recorded release: what the scroll view calls decelerating is the content's own motion, if it slows down"
  )
  func recordedRelease() throws {
    let dragging = [TouchState?](repeating: .dragging, count: 10),
      idle = [TouchState?](repeating: .idle, count: 10)
    let states = dragging + Array(repeating: .decelerating, count: 50) + idle
    let before = [Part(.drag, 0..<60), Part(.rest, 60..<70)]
    let split = [Part(.drag, 0..<10), Part(.deceleration, 10..<60), Part(.rest, 60..<70)]
    let slowing = recorded(70) { 4000 * (1 - pow(max(0, 1 - $0), 4)) }
    #expect(try parts("recorded release", of: before, slowing, states: states) == split)
    // Gains speed: whatever moves it.
    let speeding = recorded(70) { 1000 * min(1, $0) * min(1, $0) }
    #expect(try parts("recorded release", of: before, speeding, states: states) == before)
    // Goes beyond where it ends: an overscroll by whatever model.
    let turning = recorded(70) { 1000 * $0 * exp(-3 * $0) }
    #expect(try parts("recorded release", of: before, turning, states: states) == before)
    // A spring that follows may begin anywhere in it, but for one that is only its end.
    let sprung = [Part(.drag, 0..<14), Part(.bounce, 14..<60), Part(.rest, 60..<70)]
    #expect(try parts("recorded release", of: sprung, slowing, states: states) == sprung)
    let ending = [Part(.drag, 0..<40), Part(.bounce, 40..<60), Part(.rest, 60..<70)]
    let joined = try parts("recorded release", of: ending, slowing, states: states)
    #expect(joined.map(\.kind) == [.drag, .deceleration, .rest] && joined[1].range.lowerBound == 10)
    // Without states, or with a finger on the content, it is a drag.
    #expect(try parts("recorded release", of: before, slowing) == before)
    let held = [TouchState?](repeating: .dragging, count: 70)
    #expect(try parts("recorded release", of: before, slowing, states: held) == before)
    // What was found to slow down by itself later on is the same motion.
    let late = [Part(.drag, 0..<30), Part(.deceleration, 30..<60), Part(.rest, 60..<70)]
    #expect(try parts("recorded release", of: late, slowing, states: states) == split)
    // A second swipe parts two motions.
    let swipes = dragging + Array(repeating: .decelerating, count: 20) + dragging
    let again = swipes + Array(repeating: .decelerating, count: 20) + idle
    let parted = try parts("recorded release", of: before, slowing, states: again)
    #expect(
      parted.prefix(4) == [
        Part(.drag, 0..<10), Part(.deceleration, 10..<30), Part(.drag, 30..<40), Part(.deceleration, 40..<60),
      ])
  }

  @Test("settling: a glide ends where less than half a pixel of it is left")
  func settling() throws {
    // 100 e^(−4t) = 1/2 at t = 1.3246 s, sample 79.5.
    let offsets = recorded(120) { 100 * (1 - exp(-4 * $0)) }
    let found = try parts("settling", of: [Part(.deceleration, 0..<120)], offsets)
    #expect(found.map(\.kind) == [.deceleration, .rest])
    #expect(abs(found[1].range.lowerBound - 80) <= 2)
  }

  @Test("animation's ends: rest that an easing curve took in is given back")
  func animation() throws {
    // From 0.25 s, sample 15, to 0.75 s, sample 45.
    let offsets = recorded(70) { 200 * (1 - cos(.pi * min(max(($0 - 0.25) / 0.5, 0), 1))) }
    let found = try parts(
      "animation's ends", of: [Part(.rest, 0..<10), Part(.programmatic, 10..<50), Part(.rest, 50..<70)],
      offsets)
    #expect(found.map(\.kind) == [.rest, .programmatic, .rest])
    #expect(abs(found[1].range.lowerBound - 15) <= 2)
    #expect(abs(found[1].range.upperBound - 46) <= 2)
  }

  @Test("held pull: what slows down before a rest that a spring leaves was a finger")
  func heldPull() throws {
    let pull = recorded(20) { 100 * (1 - exp(-8 * $0)) }
    let hold = [Double](repeating: 93, count: 20)
    let offsets = pull + hold + recorded(40) { spring(93, to: 0, $0) }
    let found = try applied(
      "held pull", to: [Part(.deceleration, 0..<20), Part(.rest, 20..<40), Part(.bounce, 40..<80)], offsets)
    #expect(found.map(\.kind) == [.drag, .rest, .bounce])
    #expect(found.map(\.range) == [0..<20, 20..<40, 40..<80])
    #expect(found[0].fingerReason == .held)
  }

  @Test("held pull: a finger that trembles before it lifts held the content all the same")
  func tremblingHold() throws {
    let pull = recorded(20) { 100 * (1 - exp(-8 * $0)) }
    let hold = [Double](repeating: 93, count: 8) + [96, 96]
    let offsets = pull + hold + recorded(40) { spring(96, to: 0, $0) }
    let parts: [Part] = [
      Part(.deceleration, 0..<20), Part(.rest, 20..<28), Part(.drag, 28..<30), Part(.bounce, 30..<70),
    ]
    let found = try self.parts("held pull", of: parts, offsets)
    #expect(found.map(\.kind) == [.drag, .rest, .drag, .bounce])
  }

  @Test(
    "held pull: what comes to rest like a spring and springs back was a finger; what springs on was a refresh"
  )
  func takenBack() throws {
    let pull = recorded(40) { spring(-93, to: 93, $0) }
    let hold = [Double](repeating: 93, count: 20)
    let before = [Part(.bounce, 0..<40), Part(.rest, 40..<60), Part(.bounce, 60..<100)]
    let back = pull + hold + recorded(40) { spring(93, to: 0, $0) }
    #expect(
      try parts("held pull", of: before, back)
        == [Part(.drag, 0..<40), Part(.rest, 40..<60), Part(.bounce, 60..<100)])
    let on = pull + hold + recorded(40) { spring(-60, to: 153, $0) }
    #expect(try parts("held pull", of: before, on) == before)
  }

  @Test("held pull: springs to and fro that repeat their rates are an engine's, others a finger's")
  func toAndFro() throws {
    func drawer(_ rates: [Double]) throws -> [PhaseKind] {
      var (offsets, before, side): ([Double], [Part], Double) = ([], [], 0)
      for (index, rate) in rates.enumerated() {
        let start = 100 * index
        offsets += recorded(70) { time in
          let displacement = (1 - 2 * side) * -300
          return 300 * (1 - side) + displacement * exp(-rate * time) * (1 + rate * time)
        }
        offsets += [Double](repeating: 300 * (1 - side), count: 30)
        before += [Part(.bounce, start..<(start + 70)), Part(.rest, (start + 70)..<(start + 100))]
        side = 1 - side
      }
      return try parts("held pull", of: before, offsets).map(\.kind)
    }
    #expect(try drawer([9, 9, 9, 9]) == [.bounce, .rest, .bounce, .rest, .bounce, .rest, .bounce, .rest])
    #expect(try drawer([12, 9, 12, 9, 12, 9]).allSatisfy { $0 != .drag })
    // Of pulls that are no two alike the springs back alone are the engine's.
    #expect(
      try drawer([8, 11, 9, 11, 6.5, 11]) == [
        .drag, .rest, .bounce, .rest, .drag, .rest, .bounce, .rest, .drag, .rest, .bounce, .rest,
      ])
  }

  @Test("held pull: a glide that runs over an edge by less than its bounce begins before it stays one")
  func lowBounce() throws {
    // The edge at 0 is met with 60 pt/s, and passed by 2.2 pt, three frames after the spring's first sample.
    let met = 0.4
    let offsets = recorded(90) { time in
      let after = time - met
      return after < 0 ? 60 / 3 * (1 - exp(-3 * after)) : 60 * after * exp(-10 * after)
    }
    let before = [Part(.deceleration, 0..<21), Part(.bounce, 21..<60), Part(.rest, 60..<90)]
    #expect(try parts("held pull", of: before, offsets) == before)
  }

  @Test("held pull: a glide of more than a second before such a rest stays one")
  func longGlide() throws {
    let glide = recorded(70) { 100 * (1 - exp(-4 * $0)) }
    let offsets = glide + [Double](repeating: 99, count: 20) + recorded(40) { spring(99, to: 0, $0) }
    let found = try parts(
      "held pull", of: [Part(.deceleration, 0..<70), Part(.rest, 70..<90), Part(.bounce, 90..<130)], offsets)
    #expect(found.map(\.kind) == [.deceleration, .rest, .bounce])
  }

  @Test(
    "too short: a spring after a finger that is over in 0.1 s is the finger's stop, one of 0.5 s is a spring"
  )
  func fingersStop() throws {
    func offsets(_ rate: Double) -> [Double] {
      // 200 pt/s on the way to a place 10 pt ahead, from sample 20 on.
      recorded(60) { time in
        let after = time - 20 * Self.interval
        return after < 0 ? 200 * after : 10 - (10 + (10 * rate - 200) * after) * exp(-rate * after)
      }
    }
    let brief = [Part(.drag, 0..<20), Part(.bounce, 20..<27), Part(.rest, 27..<60)]
    #expect(
      try parts("too short", of: brief, offsets(40)) == [Part(.drag, 0..<27), Part(.rest, 27..<60)])
    let long = [Part(.drag, 0..<20), Part(.bounce, 20..<50), Part(.rest, 50..<60)]
    #expect(try parts("too short", of: long, offsets(10)) == long)
  }

  @Test("too short: a model on three samples is a part of the drag before it")
  func tooShort() throws {
    let offsets = recorded(10) { 600 * $0 } + [105, 108, 109] + [Double](repeating: 109, count: 10)
    let found = try parts(
      "too short", of: [Part(.drag, 0..<10), Part(.deceleration, 10..<13), Part(.rest, 13..<23)], offsets)
    #expect(found == [Part(.drag, 0..<13), Part(.rest, 13..<23)])
  }

  /// Content that Kivy's spring takes back: weaker far out, stepped by the frame.
  private func thrown(_ velocity: Double, count: Int) -> [Double] {
    var (displacement, velocity) = (0.0, velocity)
    return (0..<count).map { _ in
      velocity -= 0.3 * velocity + 2 * displacement
      displacement += velocity * Self.interval / (1 + displacement / 200)
      return (1000 + displacement).rounded()
    }
  }

  @Test(
    "way out: what flies over an edge at full speed and turns where a spring turns it is a bounce from there")
  func wayOut() throws {
    let offsets = recorded(20) { 710 + 900 * $0 } + thrown(900, count: 40)
    let turn = try #require(offsets.firstIndex(of: offsets.max() ?? 0)) + 1
    let parts = [Part(.drag, 0..<20), Part(.rubberBand, 20..<turn), Part(.bounce, turn..<60)]
    let found = try self.parts("way out", of: parts, offsets, edges: 0...1000)
    #expect(found == [Part(.drag, 0..<20), Part(.bounce, 20..<60)])
    // Where a finger is recorded until the turn, it was that finger.
    let states: [TouchState?] = offsets.indices.map { $0 < turn ? .dragging : .decelerating }
    #expect(try self.parts("way out", of: parts, offsets, edges: 0...1000, states: states) == parts)
  }

  @Test("way out: a finger that slows down before the edge, or goes on beyond it, pulled the content out")
  func pulledOut() throws {
    let slowing = recorded(20) { 1000 - 900 / 4 * exp(-4 * $0) }
    let back = thrown(300, count: 40)
    let turn = try #require(back.firstIndex(of: back.max() ?? 0)) + 21
    let parts = [Part(.drag, 0..<20), Part(.rubberBand, 20..<turn), Part(.bounce, turn..<60)]
    #expect(try self.parts("way out", of: parts, slowing + back, edges: 0...1000) == parts)
    // Unless the recorded states show that it had lifted.
    let states = [TouchState?](repeating: .dragging, count: 19) + Array(repeating: .decelerating, count: 41)
    let lifted = try self.parts("way out", of: parts, slowing + back, edges: 0...1000, states: states)
    #expect(lifted == [Part(.drag, 0..<20), Part(.bounce, 20..<60)])
    // Held back by a band, and farther out than a spring lets it.
    let pull = recorded(20) { 710 + 900 * $0 } + recorded(9) { 1010 + 700 * $0 }
    let offsets = pull + recorded(40) { spring(100, to: 1000, $0) }
    let whole = [Part(.drag, 0..<20), Part(.rubberBand, 20..<29), Part(.bounce, 29..<69)]
    #expect(try self.parts("way out", of: whole, offsets, edges: 0...1000) == whole)
  }

  @Test("hidden glide: between a drag inside the edges and a bounce at one lies a glide")
  func hiddenGlide() throws {
    let drag = recorded(20) { 700 + 900 * $0 }
    let offsets = drag + recorded(40) { 1000 + 900 * $0 * exp(-10 * $0) }
    let found = try parts(
      "hidden glide", of: [Part(.drag, 0..<20), Part(.bounce, 20..<60)], offsets, edges: 0...1000)
    #expect(found.map(\.kind) == [.drag, .deceleration, .bounce])
    #expect(found[1].range.upperBound == 20)
    #expect(found[1].range.count <= Regime.momentum.minimumSamples)
  }

  @Test("hidden glide: before what may be a snap it may be the finger's")
  func glideToSnap() throws {
    let drag = recorded(20) { 700 + 900 * $0 }
    let offsets = drag + recorded(40) { 1000 + 900 * $0 * exp(-10 * $0) }
    let snap = PhaseAlternative(kind: .snap, model: nil, probability: 0.5)
    let found = try applied(
      "hidden glide", to: [Part(.drag, 0..<20), Part(.bounce, 20..<60)], offsets, edges: 0...1000,
      alternatives: [[], [snap]])
    #expect(found.map(\.kind) == [.drag, .deceleration, .bounce])
    #expect(found[1].alternatives == [PhaseAlternative(kind: .drag, model: nil, probability: 0.5)])
  }

  @Test("jump: two rests at different offsets are parted by a jump")
  func jump() throws {
    let offsets = [Double](repeating: 100, count: 10) + [Double](repeating: 300, count: 10)
    let found = try parts("jump", of: [Part(.rest, 0..<10), Part(.rest, 10..<20)], offsets)
    #expect(found == [Part(.rest, 0..<10), Part(.jump, 10..<11), Part(.rest, 11..<20)])
  }

  @Test("jump: two rests a pixel apart are one")
  func settledLate() throws {
    let offsets = [Double](repeating: 100, count: 10) + [Double](repeating: 101, count: 10)
    let found = try parts("jump", of: [Part(.rest, 0..<10), Part(.rest, 10..<20)], offsets)
    #expect(found == [Part(.rest, 0..<20)])
  }

  @Test("steps: jumps of one size are a wheel's")
  func steps() throws {
    var offsets: [Double] = []
    var parts: [Part] = []
    for step in 0..<3 {
      let start = offsets.count
      if step > 0 { parts.append(Part(.jump, start..<(start + 1))) }
      parts.append(Part(.rest, (step > 0 ? start + 1 : start)..<(start + 10)))
      offsets += [Double](repeating: Double(step) * 53, count: 10)
    }
    let found = try self.parts("steps", of: parts, offsets)
    #expect(found.map(\.kind) == [.rest, .wheel, .rest, .wheel, .rest])
  }

  @Test(
    "steps: two animations of one size that may be a finger's, there and back, keep that name",
    arguments: [2, 3])
  func strokesThereAndBack(count: Int) throws {
    let forth = recorded(30) { 100 * (1 - cos(2 * .pi * $0)) }
    let (low, high) = ([Double](repeating: 0, count: 10), [Double](repeating: 200, count: 10))
    var (offsets, parts) = (low, [Part(.rest, 0..<10)])
    for step in 0..<count {
      let isForth = step % 2 == 0
      parts.append(Part(.programmatic, offsets.count..<(offsets.count + 30)))
      offsets += (isForth ? forth : forth.reversed()) + (isForth ? high : low)
      parts.append(Part(.rest, (offsets.count - 10)..<offsets.count))
    }
    let finger = PhaseAlternative(kind: .drag, model: nil, probability: 0.3)
    let found = try applied(
      "steps", to: parts, offsets,
      alternatives: parts.map { $0.kind == .programmatic ? [finger] : [] })
    let wheels = found.filter { $0.kind == .wheel }
    #expect(wheels.count == count)
    #expect(wheels.allSatisfy { $0.alternatives.map(\.kind) == (count == 2 ? [.drag] : []) })
  }

  @Test("every rule has a test here")
  func all() {
    let tested = [
      "slow end", "tremor", "recorded drag", "engine's fling", "unknown model", "recorded release",
      "settling",
      "animation's ends",
      "held pull", "too short", "edges and snaps", "edge crossing",
      "going out beyond an edge", "return", "overscroll", "way out", "hidden glide", "jump", "steps",
    ]
    #expect(PhaseNaming.rules.map(\.name) == tested)
  }
}
