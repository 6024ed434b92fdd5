import Formula
import Recordings
import ScrollModels

/// The same gestures at several frame rates, and by how much their motions differ.
///
/// Two motions are compared at the frames of the slower display; between its own frames the content of the faster one is taken to lie
/// on the straight line.
package struct FrameRateSweep: Equatable, Sendable {
  /// The engine, the formulas or the scenario, as the report names it.
  package let subject: String
  /// Frames a second, ascending.
  package let rates: [Double]
  /// The rate that the others are compared with: 60 where it is one of them, else the lowest.
  package let reference: Double
  package let gestures: [SweptGesture]

  /// - Parameters:
  ///   - rates: at least two, in any order.
  ///   - gestures: the motion of each after the release, at a number of frames a second.
  package init(
    _ subject: String, rates: [Double],
    gestures: [(name: String, motions: [Double: any EngineMotion])]
  ) {
    let rates = rates.sorted()
    let reference = rates.contains(60) ? 60 : rates.first ?? 60
    self.subject = subject
    self.rates = rates
    self.reference = reference
    self.gestures = gestures.compactMap {
      SweptGesture($0.name, $0.motions, rates: rates, reference: reference)
    }
  }

  /// The gesture that differs most between any two of the rates; nil where there is no gesture.
  package var worst: SweptGesture? {
    gestures.max { $0.largest.difference.magnitude < $1.largest.difference.magnitude }
  }
}

extension FrameRateSweep {
  /// The standard gestures of `compare` as an engine moves after them; without gestures for an engine that has no motion over time.
  package init(engine: ScrollEngine, rates: [Double]) {
    let phases: [(EnginePhase, PhaseKind)] = [(.fling, .deceleration), (.bounce, .bounce), (.snap, .snap)]
    self.init(
      engine.name, rates: rates,
      gestures: phases.flatMap { phase, kind in
        guard let row = engine.rows[phase] else {
          return [(name: String, motions: [Double: any EngineMotion])]()
        }
        return StandardGesture.all(kind, unit: "pt", returnStart: row.returnStart).map { gesture in
          (gesture.name, row.motions(gesture, rates: rates))
        }
      })
  }
}

extension CatalogueEntry {
  fileprivate func motions(_ gesture: StandardGesture, rates: [Double]) -> [Double: any EngineMotion] {
    guard case .release(let displacement, let velocity) = gesture.start else { return [:] }
    var motions: [Double: any EngineMotion] = [:]
    for rate in rates {
      let context = EngineContext(frameInterval: 1 / rate)
      motions[rate] =
        phase == .fling
        ? fling(from: displacement, velocity: velocity, context: context)
        : bounce(to: 0, displacement: displacement, velocity: velocity, context: context)
    }
    return motions
  }
}

/// One gesture at several frame rates.
package struct SweptGesture: Equatable, Sendable {
  package let name: String
  /// The largest distance from the start at the reference rate, pt.
  package let travel: Double
  /// In the order of the rates.
  package let frameRates: [FrameRate]
  /// The pair of rates that differs most.
  package let largest: Pair

  /// The motion at one frame rate.
  package struct FrameRate: Equatable, Sendable {
    /// Frames a second.
    package let rate: Double
    /// The final offset less the start's, pt.
    package let end: Double
    /// The largest difference from the reference rate, with its sign, pt.
    package let difference: Double
    /// The time of that, s since the release.
    package let at: Double
  }

  /// The largest difference between two frame rates.
  package struct Pair: Equatable, Sendable {
    /// Frames a second.
    package let slower: Double
    package let faster: Double
    /// The offset at the faster rate less that at the slower one, where it is largest, pt.
    package let difference: Double
    /// The time of that, s since the release.
    package let at: Double
  }

  /// - Returns: nil where a rate has no motion.
  init?(_ name: String, _ motions: [Double: any EngineMotion], rates: [Double], reference: Double) {
    guard let standard = motions[reference] else { return nil }
    var pairs: [Pair] = []
    for (index, slower) in rates.enumerated() {
      for faster in rates[(index + 1)...] {
        guard let one = motions[slower], let other = motions[faster] else { return nil }
        pairs.append(Pair(slower, one, faster, other))
      }
    }
    guard let largest = pairs.max(by: { $0.difference.magnitude < $1.difference.magnitude }) else {
      return nil
    }
    self.name = name
    self.largest = largest
    let start = standard.value(at: 0)
    travel = Pair.times(reference, [standard])
      .reduce(0) { max($0, (standard.value(at: $1) - start).magnitude) }
    frameRates = rates.compactMap { rate in
      guard let motion = motions[rate] else { return nil }
      let end = motion.value(at: Pair.end(of: [motion])) - start
      guard let pair = pairs.first(where: { [$0.slower, $0.faster] == [rate, reference].sorted() }) else {
        return FrameRate(rate: rate, end: end, difference: 0, at: 0)
      }
      return FrameRate(
        rate: rate, end: end, difference: rate > reference ? pair.difference : 0 - pair.difference,
        at: pair.at)
    }
  }
}

extension SweptGesture.Pair {
  fileprivate init(_ slower: Double, _ one: any EngineMotion, _ faster: Double, _ other: any EngineMotion) {
    var widest = (difference: 0.0, at: 0.0)
    for time in Self.times(slower, [one, other]) {
      let difference = other.value(at: time) - one.value(at: time)
      if difference.magnitude > widest.difference.magnitude { widest = (difference, time) }
    }
    self.init(slower: slower, faster: faster, difference: widest.difference, at: widest.at)
  }

  /// The frames of a display until all motions have ended, s.
  fileprivate static func times(_ rate: Double, _ motions: [any EngineMotion]) -> [Double] {
    (0...Int((end(of: motions) * rate).rounded(.up))).map { Double($0) / rate }
  }

  fileprivate static func end(of motions: [any EngineMotion]) -> Double {
    min(motions.reduce(0) { max($0, $1.duration) }, EngineContext.longest)
  }
}

/// The assignments by which code of a user's own moves the content at each frame: `v = 0.95*v`, then `x = x + v*h`.
///
/// | name | meaning                                             | unit |
/// |------|-----------------------------------------------------|------|
/// | x    | the offset, 0 at the release                        | pt   |
/// | v    | the velocity, v0 at the release                     | pt/s |
/// | v0   | the velocity of the release                         | pt/s |
/// | h    | the frame interval                                  | s    |
/// | t    | the time since the release                          | s    |
/// | n    | the frame's number, from 1                          |      |
package struct FrameFormulas: Sendable {
  private static let names = ["x", "v", "v0", "h", "t", "n"]
  /// The velocities of the releases, pt/s: those of the standard gestures.
  private static let velocities = [500.0, 1000, 2000, 4000]
  /// The time over which the motion is followed, s.
  package static let horizon = 10.0

  private let assignments: [(target: Int, value: CompiledExpression)]
  private let text: String

  /// - Throws: ``FrameFormulaError`` where a left side is not x or v, where a name is not known, or where nothing assigns x.
  package init(_ formulas: [Formula]) throws(FrameFormulaError) {
    var assignments: [(target: Int, value: CompiledExpression)] = []
    for formula in formulas {
      let target = formula.text.prefix { $0 != "=" }.split(separator: " ").joined(separator: " ")
      guard let index = Self.names.prefix(2).firstIndex(of: target) else { throw .target(target) }
      do { assignments.append((index, try formula.right.compiled(names: Self.names))) } catch {
        throw .formula(error)
      }
    }
    guard assignments.contains(where: { $0.target == 0 }) else { throw .noOffset }
    self.assignments = assignments
    text = formulas.map(\.text).joined(separator: "; ")
  }

  /// - Throws: ``FrameFormulaError`` where an offset is not a finite number.
  package func sweep(rates: [Double]) throws(FrameFormulaError) -> FrameRateSweep {
    var gestures: [(name: String, motions: [Double: any EngineMotion])] = []
    for velocity in Self.velocities {
      var motions: [Double: any EngineMotion] = [:]
      for rate in rates { motions[rate] = try motion(velocity: velocity, rate: rate) }
      gestures.append(("release at \(Int(velocity)) pt/s", motions))
    }
    return FrameRateSweep(text, rates: rates, gestures: gestures)
  }

  private func motion(velocity: Double, rate: Double) throws(FrameFormulaError) -> FrameMotion {
    let interval = 1 / rate
    let motion = FrameMotion(start: (0, velocity), interval: interval, horizon: Self.horizon) {
      moving, frame in
      var values = [
        moving.offset, moving.velocity, velocity, interval, Double(frame) * interval, Double(frame),
      ]
      for assignment in assignments { values[assignment.target] = assignment.value.value(values) }
      moving = (values[0], values[1])
      return moving.offset.isFinite
    }
    guard motion.offsets.allSatisfy(\.isFinite) else {
      throw .undefined(frame: motion.offsets.count - 1, rate: rate)
    }
    return motion
  }
}

/// The reason that formulas move no content.
package enum FrameFormulaError: Error, Equatable {
  case formula(FormulaError)
  /// The left side.
  case target(String)
  case noOffset
  case undefined(frame: Int, rate: Double)
}

extension FrameFormulaError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .formula(let error): error.description
    case .target(let left):
      "the left side of a formula for each frame is x or v, not '\(left)': for example \"x = x + v*h\""
    case .noOffset: "no formula assigns the offset x: for example \"x = x + v*h\""
    case .undefined(let frame, let rate):
      "x is not a finite number at frame \(frame) of \(Int(rate)) frames/s"
    }
  }
}
