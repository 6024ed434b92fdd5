import ArgumentParser
import Reports
import ScrollFitting
import ScrollModels

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "convert",
    abstract: "Convert constants of a motion into other parametrizations and into the code of each engine.",
    examples: [
      "decelerationRate=0.998", "response=0.575 bounce=0.2", "stiffness=120 --format json",
    ],
    discussion: """
      Give a deceleration by one of decelerationRate (0.998), decelerationRatePerFrame, decelerationRatePerSecond, friction, \
      decayConstant, timeConstant (tau), halfLife; a spring by two of response (duration, stiffness, naturalFrequency, \
      frequency), dampingRatio (dampingFraction, bounce) and damping (dampingCoefficient), with mass 1 by \
      default, or by one of the first or the last alone if it is critically damped; a rubber band by coefficient and \
      dimension. Where an engine cannot express the motion, its best constant and the remaining difference are given.
      """)

  @Argument(
    help: ArgumentHelp(
      "Constants of one motion.", valueName: "name=value"))
  var constants: [NamedNumber]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Initial velocity of the comparison, pt/s (default: 1000 for a deceleration, 0 for a spring).",
      valueName: "pt/s"))
  var velocity: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Initial displacement of the comparison of springs, pt (default: 100).", valueName: "pt"))
  var displacement: Number?

  @OptionGroup
  var common: CommonOptions

  var motion: ComparedMotion {
    var motion = ComparedMotion()
    if let velocity { (motion.velocity, motion.springVelocity) = (velocity.value, velocity.value) }
    if let displacement { motion.displacement = displacement.value }
    return motion
  }

  func validate() throws {
    for (option, number) in [("--velocity", velocity), ("--displacement", displacement)] {
      if let number, number.value.magnitude > 1e6 {
        throw ValidationError("\(option) must be at most 1e6, not \(number.value)")
      }
      // A hundred thousandth of it, where a motion counts as settled, must be a number.
      if let number, number.value != 0, number.value.magnitude < 1e-6 {
        throw ValidationError("\(option) must be 0 or at least 1e-6 in magnitude, not \(number.value)")
      }
    }
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, keeping: [])
    try delivery.deliver(Outcome(converted()), text: common.format.render)
  }
}

extension ConvertCommand {
  /// The constants in every parametrization and engine.
  private func converted() throws(RunFailure) -> Conversion {
    do {
      return try Conversion(
        constants.map { NamedConstants.Given($0.name, $0.value) }, motion: motion)
    } catch {
      throw RunFailure(.usage, [Diagnostic(error.description)])
    }
  }
}
