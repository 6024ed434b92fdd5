import Foundation
import Recordings
import Testing

@testable import ScrollSegmentation

/// The rules about edges.
extension PhaseRuleTests {
  @Test("edges and snaps: a spring to a place that is no edge is a snap")
  func snaps() throws {
    let offsets = recorded(60) { spring(-80, to: 500, $0) }
    let snap = try parts("edges and snaps", of: [Part(.bounce, 0..<60)], offsets, edges: 0...1000)
    #expect(snap.map(\.kind) == [.snap])
    let returning = recorded(60) { spring(80, to: 500, $0) }
    let bounce = try parts("edges and snaps", of: [Part(.bounce, 0..<60)], returning, edges: 0...500)
    #expect(bounce.map(\.kind) == [.bounce])
  }

  @Test("edges and snaps: content that rests by itself beyond a place has no edge there")
  func restsBeyond() throws {
    // Let go above its place it springs down to 500; then a finger brings it down to 400, and it springs back to 600.
    let first = recorded(60) { spring(300, to: 500, $0) } + [Double](repeating: 500, count: 20)
    let offsets = first + recorded(10) { 500 - 600 * $0 } + recorded(60) { spring(-190, to: 600, $0) }
    let found = try parts(
      "edges and snaps",
      of: [Part(.bounce, 0..<60), Part(.rest, 60..<80), Part(.drag, 80..<90), Part(.bounce, 90..<150)],
      offsets)
    #expect(found.last?.kind == .snap)
  }

  @Test("edges and snaps: content that rests beyond a place until the recording ends has no edge there")
  func endsBeyond() throws {
    let pull = recorded(10) { 500 + 1800 * $0 }
    let first = pull + recorded(60) { spring(300, to: 500, $0) } + [Double](repeating: 500, count: 20)
    let second = pull + recorded(60) { spring(-230, to: 1000, $0) } + [Double](repeating: 1000, count: 20)
    let found = try parts(
      "edges and snaps",
      of: [
        Part(.drag, 0..<10), Part(.bounce, 10..<70), Part(.rest, 70..<90), Part(.drag, 90..<100),
        Part(.bounce, 100..<160), Part(.rest, 160..<180),
      ], first + second)
    #expect(found.map(\.kind) == [.drag, .snap, .rest, .drag, .snap, .rest])
  }

  @Test("edges and snaps: what springs out to a rest and back meets no edge")
  func outAndBack() throws {
    let still = [Double](repeating: 0, count: 20)
    let out = recorded(60) { spring(-300, to: 300, $0) } + [Double](repeating: 300, count: 20)
    let back = recorded(60) { spring(300, to: 0, $0) }
    let found = try parts(
      "edges and snaps",
      of: [
        Part(.rest, 0..<20), Part(.bounce, 20..<80), Part(.rest, 80..<100), Part(.bounce, 100..<160),
        Part(.rest, 160..<180),
      ], still + out + back + still)
    #expect(found.map(\.kind) == [.rest, .snap, .rest, .snap, .rest])
  }

  @Test("edges and snaps: a recording that begins in a finger's motion leaves a snap possible")
  func beginsInMotion() throws {
    let offsets = recorded(10) { 480 - 240 * $0 } + recorded(60) { spring(-60, to: 500, $0) }
    let found = try applied("edges and snaps", to: [Part(.drag, 0..<10), Part(.bounce, 10..<70)], offsets)
    #expect(found.last?.kind == .bounce && found.last?.alternatives.map(\.kind) == [.snap])
  }

  @Test("going out beyond an edge: content slows down there only under a finger")
  func beyond() throws {
    let offsets = recorded(20) { 1010 + 60 * (1 - exp(-6 * $0)) } + [Double](repeating: 1062, count: 10)
    let before = [Part(.deceleration, 0..<20), Part(.rest, 20..<30)]
    let rule = "going out beyond an edge"
    #expect(
      try parts(rule, of: before, offsets, edges: 0...1000) == [Part(.drag, 0..<20), Part(.rest, 20..<30)])
    #expect(try parts(rule, of: before, offsets, edges: 0...2000) == before)
  }

  @Test("going out beyond an edge: what crosses an edge and stays beyond it was held")
  func crosses() throws {
    let offsets = recorded(20) { 990 + 60 * (1 - exp(-6 * $0)) } + [Double](repeating: 1042, count: 10)
    let found = try parts(
      "going out beyond an edge", of: [Part(.deceleration, 0..<20), Part(.rest, 20..<30)], offsets,
      edges: 0...1000)
    #expect(found == [Part(.drag, 0..<20), Part(.rest, 20..<30)])
  }

  @Test("overscroll: a drag over an edge is a drag and a rubber band")
  func overscroll() throws {
    let offsets = recorded(20) { 961 + 300 * $0 }
    let found = try parts("overscroll", of: [Part(.drag, 0..<20)], offsets, edges: 0...1000)
    #expect(found == [Part(.drag, 0..<8), Part(.rubberBand, 8..<20)])
  }

  @Test(
    "edges and snaps: a bounce of at most 12 steps, from a glide that may be a finger's, may be that finger's too",
    arguments: [(8.0, true), (20, false)])
  func lowBounce(height: Double, isNamed: Bool) throws {
    let offsets = recorded(70) { time in
      let beyond = time - 0.5
      return beyond < 0
        ? 1000 - 800 * expm1(-8 * beyond) / expm1(4) : 1000 + 10 * height * beyond * exp(1 - 10 * beyond)
    }
    let motion = Motion(
      times: offsets.indices.map { Double($0) * Self.interval }, offsets: offsets, grid: 1)
    let fitter = SegmentFitter(motion)
    let finger = PhaseAlternative(kind: .drag, model: nil, probability: 0.3)
    var phases = [
      (PhaseKind.deceleration, Regime.momentum, SegmentModel.exponential, 0..<30),
      (.bounce, .spring, .criticalSpring, 30..<70),
    ]
    .map { kind, regime, model, range in
      let fit = fitter.fit(model, range, from: model.starts)
      return SegmentedPhase(
        kind: kind, range: range, begins: nil, segments: [Segment(regime: regime, range: range, fit: fit)],
        alternatives: regime == .momentum ? [finger] : [])
    }
    PhaseNaming(motion: motion, known: nil).name(&phases, 0...1000)
    #expect(phases[1].alternatives.contains(finger) == isNamed)
  }

  @Test("edges and snaps: what springs back after a glide that a finger caught beyond an edge bounces")
  func caughtBeyondAnEdge() throws {
    let glide = recorded(20) { 800 + 100 * (1 - exp(-8 * $0)) + 900 * $0 }
    let last = glide[19]
    let drag = (1...6).map { last - Double($0) / 2 }.map { $0.rounded() }
    let held = [Double](repeating: drag[5], count: 12)
    let back = recorded(50) { spring(drag[5] - 1000, to: 1000, $0) }
    let found = try parts(
      "edges and snaps",
      of: [
        Part(.deceleration, 0..<20), Part(.drag, 20..<26), Part(.rest, 26..<38), Part(.bounce, 38..<88),
      ], glide + drag + held + back)
    #expect(found.last?.kind == .bounce)
  }

  @Test(
    "edges and snaps: content that comes to rest at a known edge has returned there, wherever its spring was going"
  )
  func restsAtKnownEdge() throws {
    // Cut while it still moves, the spring's own rest is elsewhere.
    let offsets = recorded(12) { spring(-60, to: 500, $0) } + [Double](repeating: 500, count: 20)
    let before = [Part(.bounce, 0..<12), Part(.rest, 12..<32)]
    let found = try applied("edges and snaps", to: before, offsets, edges: 500...1000)
    #expect(found.map(\.kind) == [.bounce, .rest])
    #expect(found[0].rest == 500)
    #expect(
      try parts("edges and snaps", of: before, offsets, edges: 400...1000).map(\.kind) == [.snap, .rest])
  }

  @Test("edge crossing: content decelerates until it passes its edge")
  func edgeCrossing() throws {
    // Glides towards 0 from 100 at −1200 pt/s, and springs there with that velocity.
    let glide = recorded(6) { 100 - 1200 * $0 }
    let offsets = glide + recorded(54) { time in -1200 * (time + 1.0 / 60) * exp(-10 * (time + 1.0 / 60)) }
    #expect(glide.last == 0 && offsets[6] < 0)
    let rule = "edge crossing"
    let early = [Part(.deceleration, 0..<4), Part(.bounce, 4..<60)]
    let found = try applied(rule, to: early, offsets, edges: 0...1000)
    #expect(found.map { Part($0.kind, $0.range) } == [Part(.deceleration, 0..<5), Part(.bounce, 5..<60)])
    #expect(found[1].begins == 5...5)
    // Of an edge that is not known nothing is moved, nor of a bounce that began long before.
    #expect(try parts(rule, of: early, offsets) == early)
    let long = [Part(.deceleration, 0..<1), Part(.bounce, 1..<60)]
    #expect(try parts(rule, of: long, offsets, edges: 0...1000) == long)
  }
}
