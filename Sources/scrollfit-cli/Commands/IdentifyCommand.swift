import ArgumentParser
import Recordings
import ScrollAnalysis
import ScrollSimulation

struct IdentifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Which engine of the catalogue moves like this.",
    discussion: """
      Every phase that follows a law is fitted with each engine's own constants and with each law's best ones. Engines \
      whose curves differ by less than a step of the recording's pixel grid are named together; where the best leaves \
      structure above the grid, the answer is: none of these.
      """)

  @OptionGroup
  var recordings: RecordingArguments

  @Option(
    help: ArgumentHelp(
      "Take what is between --from and --to as one phase of this kind: deceleration, bounce, snap, rubberBand.",
      valueName: "kind"))
  var phase: PhaseKind?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Look from here on, s since the first sample.", valueName: "seconds"))
  var from: Number?

  @Option(parsing: .unconditional, help: ArgumentHelp("Look up to here.", valueName: "seconds"))
  var to: Number?

  @Option(
    help: ArgumentHelp(
      "Report on this engine whatever its rank: a name of the catalogue, or ios, android, chrome, …",
      valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @OptionGroup
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  private static let lawful: Set<PhaseKind> = [.deceleration, .bounce, .snap, .rubberBand]

  func validate() throws {
    guard phase.map(Self.lawful.contains) ?? true else {
      throw ValidationError("--phase is deceleration, bounce, snap or rubberBand: no other follows a law")
    }
    if let from, let to, from.value >= to.value { throw ValidationError("--from must be before --to") }
  }

  var identifier: Identifier {
    var identifier = Identifier()
    identifier.whole = phase
    identifier.from = from?.value
    identifier.to = to?.value
    identifier.axis = common.axis.axis
    identifier.edges = segmentation.edge?.range
    identifier.ignoresTouch = segmentation.ignoreTouch
    identifier.asked = like?.name
    identifier.threads = Environment.threads
    return identifier
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, page: page)
    try delivery.deliver(Work.identify(self), page: \.page, text: common.format.render)
  }
}

extension PhaseKind: ExpressibleByArgument {}
