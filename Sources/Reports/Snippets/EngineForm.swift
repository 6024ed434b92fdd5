import Numerals
import ScrollFitting
import ScrollModels

/// The code for an engine, and the difference of its motion.
package struct EngineForm: Equatable, Sendable {
  package let engine: String
  package let code: String
  /// True if the engine has this model. Where it has, ``largestError`` is what the rounding of its numbers leaves.
  package let exact: Bool
  /// Over the compared motion, pt; nil where nobody has said how the engine moves.
  package let largestError: Double?
  /// The requirements of the code, and its pitfalls. Empty for none.
  package let note: String

  init(_ engine: String, _ code: String, exact: Bool = true, largestError: Double? = 0, note: String = "") {
    self.engine = engine
    self.code = code
    self.exact = exact
    self.largestError = largestError
    self.note = note
  }
}

extension EngineForm {
  /// A motion as a CSS easing; nil where it moves by less than the easing's tolerance.
  ///
  /// - Parameter duration: when the tolerance is left of the way, s.
  init?(css value: (Double) -> Double, duration: Double) {
    let tolerance = FittedMotion.easingTolerance
    guard let easing = LinearEasing(duration: duration, tolerance: tolerance, value: value) else {
      return nil
    }
    self.init(
      "CSS", easing.css + " over \(Numerals.fixed(easing.duration, 4))s", exact: false,
      largestError: max(easing.largestError, tolerance),
      note:
        "\(easing.stops.count) stops over \(Numerals.significant(easing.distance)) px, for this motion alone")
  }
}

/// A number as code has it: 12 digits, where a point is told from another by 4.
func number(_ value: Double) -> String { Numerals.significant(value, 12) }
