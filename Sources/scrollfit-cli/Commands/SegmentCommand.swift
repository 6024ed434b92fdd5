import ArgumentParser
import ScrollFitting

struct SegmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "segment",
    abstract: "Split a recording into phases: drag, fling, bounce, overscroll, rest.",
    examples: [
      "session.ndjson", "session.csv --frame-rate 120 --edge 0...3200",
      "session.ndjson --ignore-touch --format json",
    ],
    discussion: """
      Times and offsets are sufficient. Recorded touch data (finger, scroll state, events) is used where there is \
      any, unless --ignore-touch is given.
      """)

  @OptionGroup
  var recordings: RecordingArguments

  @OptionGroup(title: "Segmentation")
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
