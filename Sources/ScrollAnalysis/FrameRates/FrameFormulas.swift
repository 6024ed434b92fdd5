import Formula
import ScrollModels

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
