import ArgumentParser
import Recordings
import ScrollAnalysis
import ScrollModels

struct IdentifyCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "identify",
    abstract: "Identify the engine of the catalogue that moves like a recording.",
    examples: [
      "session.ndjson --html session.html", "fling.csv --phase deceleration --from 0.2 --to 2.6",
      "session.ndjson --format json",
    ],
    discussion: """
      Every phase of free motion is fitted with the constants of each engine, and with the best constants of each \
      model. Engines whose curves differ by less than the quantization step of the recording are named together; where \
      even the best fit has lack of fit beyond quantization, the verdict is: none of these.
      """)

  @OptionGroup
  var recordings: RecordingArguments

  @Option(
    help: ArgumentHelp(
      "Report on this engine whatever its rank: a name of the catalogue, or ios, android, chrome, …",
      valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @OptionGroup(title: "Phases")
  var range: PhaseArguments

  @OptionGroup(title: "Segmentation")
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  var identifier: Identifier {
    var identifier = Identifier()
    identifier.whole = range.phase?.kind
    identifier.from = range.from?.value
    identifier.to = range.to?.value
    identifier.axis = common.axis.axis
    identifier.edges = segmentation.edges
    identifier.ignoresTouch = segmentation.ignoreTouch
    identifier.asked = (like ?? Settings.current.engine)?.name
    identifier.threads = Environment.threads
    return identifier
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, page: page, keeping: recordings.files)
    try delivery.deliver(
      identified(), others: common.format == .text ? [] : nil, page: \.page, text: common.format.render)
  }
}

extension IdentifyCommand {
  /// The engines that all recordings move like.
  private func identified() throws(RunFailure) -> Outcome<Identification> {
    var (traces, problems) = try RecordingFiles.read(self.recordings.files, reading.options())
    let (identification, failures) = identifier.identify(traces)
    problems += failures.map(\.diagnostic)
    return Outcome(identification.recordings.isEmpty ? nil : identification, problems: problems)
  }
}
