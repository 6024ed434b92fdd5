import ArgumentParser
import Recordings
import ScrollFitting
import ScrollSegmentation

struct SegmentCommand: RecordingCommand {
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
    let delivery = try Delivery(to: common.file, keeping: recordings.files)
    try delivery.deliver(segmented(), text: common.format.render)
  }
}

extension SegmentCommand {
  /// The phases of all recordings.
  private func segmented() throws(RunFailure) -> Outcome<Segmentation> {
    var (traces, problems) = try RecordingFiles.read(self.recordings.files, reading.options())
    let segmenter = Segmenter(ignoresTouch: segmentation.ignoreTouch, threads: Environment.threads)
    var recordings: [RecordingSummary] = []
    for trace in traces {
      do {
        recordings.append(
          try segmenter.summary(
            of: trace, axis: common.axis.axis, edges: segmentation.edges))
      } catch {
        problems.append(
          Failure(source: trace.source, series: trace.series, axis: common.axis.axis, error: error)
            .diagnostic)
      }
    }
    return Outcome(recordings.isEmpty ? nil : Segmentation(recordings: recordings), problems: problems)
  }
}
