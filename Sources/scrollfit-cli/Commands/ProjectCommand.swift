import ArgumentParser

struct ProjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "project",
    abstract:
      "Apple's projection of a fling against the log formula, in a table or judged on recorded flings.")

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The velocity at release, pt/s; repeats (default: 1000).", valueName: "pt/s"))
  var velocity: [Number] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The deceleration rate, 1/ms, between 0 and 1; repeats (default: 0.998, 0.99, 0.95, 0.9 and 0.5).",
      valueName: "rate"))
  var decelerationRate: [Number] = []

  @Option(help: ArgumentHelp("A table of recorded flings; - is standard input.", valueName: "file"))
  var data: String?

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  /// pt/s.
  var velocities: [Double] { velocity.isEmpty ? [1000] : velocity.map(\.value) }

  /// 1/ms.
  var rates: [Double] {
    decelerationRate.isEmpty ? [0.998, 0.99, 0.95, 0.9, 0.5] : decelerationRate.map(\.value)
  }

  func validate() throws {
    for rate in decelerationRate where rate.value <= 0 || rate.value >= 1 {
      throw ValidationError("--deceleration-rate lies between 0 and 1, not at \(rate.value)")
    }
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, page: page)
    try delivery.deliver(Work.project(self), page: \.page, text: common.format.render)
  }
}
