import ArgumentParser
import Reports
import ScrollFitting
import ScrollModels

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "A constant of a motion in every parametrisation and in the code of other engines.",
    discussion: """
      A deceleration by one of decelerationRate (0.998), decelerationRatePerFrame, decelerationRatePerSecond, friction, \
      decayConstant, timeConstant (tau), halfLife. A spring by two of response (duration, stiffness, naturalFrequency, \
      frequency), dampingRatio (dampingFraction, bounce) and damping (dampingCoefficient), with mass 1 where none is \
      given; by one of the first or the last alone where it is critically damped. A rubber band by coefficient and \
      dimension. What an engine cannot express is given by its best constant, and by how much that is off.
      """)

  @Argument(
    help: ArgumentHelp(
      "Constants: decelerationRate=0.998, or response=0.575 bounce=0.2.", valueName: "name=value"))
  var constants: [NamedNumber]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The velocity that engines are compared at, pt/s (default: 1000 for a deceleration, 0 for a spring).",
      valueName: "pt/s"))
  var velocity: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The displacement that springs are compared from, pt (default: 100).", valueName: "pt")
  )
  var displacement: Number?

  @OptionGroup(title: "Report")
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
        throw ValidationError("\(option) \(number.value) is no motion of a screen: at most 1e6")
      }
    }
  }

  func run() throws {
    let delivery = try Delivery(to: common.file)
    try delivery.deliver(Outcome(Work.convert(self)), text: common.format.render)
  }
}
