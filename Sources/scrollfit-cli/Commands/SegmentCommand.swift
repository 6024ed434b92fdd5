import ArgumentParser
import ScrollFit

struct SegmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment",
    abstract: "What happened when: drags, flings, bounces, pulls and rests of a recording.",
    discussion: """
      Only times and offsets are needed. The finger, the scroll view's state and events are used where they were \
      recorded, unless --ignore-touch leaves them aside.
      """)

  @Argument(help: ArgumentHelp("Recordings; - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  func validate() throws {
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input (-) can be read once")
    }
  }

  func run() throws {
    try common.destination.check()
    let outcome = try Work.segment(self)
    try Delivery(
      report: outcome.value.map(common.format.render), isComplete: true, problems: outcome.problems
    ).deliver(to: common.destination)
  }
}
