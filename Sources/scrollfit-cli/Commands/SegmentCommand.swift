import ArgumentParser
import ScrollFitting

struct SegmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment",
    abstract: "What happened when: drags, flings, bounces, pulls and rests of a recording.",
    discussion: """
      Only times and offsets are needed. The finger, the scroll view's state and events are used where they were \
      recorded, unless --ignore-touch leaves them aside.
      """)

  @OptionGroup
  var recordings: RecordingArguments

  @OptionGroup
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  func run() throws {
    let delivery = try Delivery(to: common.file)
    try delivery.deliver(Work.segment(self), text: common.format.render)
  }
}
