import ArgumentParser
import Reports
import ScrollFitting

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Do two sets of recordings move alike, in points?",
    discussion: """
      A and B are recordings or folders of recordings. The laws of both sides answer the same gestures \
      from the same start; the verdict is on how far apart they are: same within the limit, different, or \
      not enough data to tell. A kind of phase that only one side has is a difference.
      Exit status 3 for different; with --require-same also where it cannot be told.
      """)

  @Argument(help: ArgumentHelp("Two recordings or folders of them; one beside a baseline.", valueName: "a b"))
  var sides: [String]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest difference that counts as the same (default: 0.5).", valueName: "pt"))
  var limit: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How sure verdicts and intervals are, between 0.5 and 1 (default: 0.95).", valueName: "share"))
  var confidence: Number?

  @Option(help: ArgumentHelp("Compare with what was saved instead of recordings A.", valueName: "file"))
  var baseline: String?

  @Option(help: ArgumentHelp("Save what is needed of A to compare with it later.", valueName: "file"))
  var saveBaseline: String?

  @Option(help: ArgumentHelp("Write the verdicts as JUnit XML as well.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Say how constants depend on keys of the recordings' metadata, or on one column: device,os.",
      valueName: "keys"),
    transform: GroupKeys.init(argument:))
  var groupBy: GroupKeys?

  @Flag(help: "End with status 3 unless both sides are the same.")
  var requireSame = false

  @Flag(help: "Leave kinds of phase that only one side has out of the verdict.")
  var ignoreMissing = false

  @OptionGroup
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  var groupKeys: [String] { groupBy?.keys ?? [] }

  var fitOptions: FitOptions {
    var options = FitOptions()
    options.axis = common.axis.axis
    options.edges = segmentation.edge?.range
    options.ignoresTouch = segmentation.ignoreTouch
    options.threads = Environment.threads
    return options
  }

  /// What is written beside the report and its page.
  private var outputs: [Output] { [saveBaseline, junit].compactMap(\.self).map(output) }

  func validate() throws {
    switch (baseline != nil, saveBaseline != nil, sides.count) {
    case (true, _, 1), (false, true, 1), (false, _, 2): break
    case (true, _, _):
      throw ValidationError("beside --baseline one recording or folder is compared, not \(sides.count)")
    default: throw ValidationError("two recordings or folders are compared, not \(sides.count)")
    }
    if baseline != nil, saveBaseline != nil {
      throw ValidationError("--save-baseline saves recordings, which --baseline has none of")
    }
    guard (limit?.value ?? 0) >= 0 else { throw ValidationError("--limit is not negative") }
    if let confidence, !(0.5..<1).contains(confidence.value) {
      throw ValidationError("--confidence lies between 0.5 and 1, not at \(confidence.value)")
    }
    try StandardInput.refuseTwice(sides + [baseline].compactMap(\.self))
    let files = [common.output, saveBaseline, junit].compactMap(\.self)
    guard Set(files).count == files.count else { throw ValidationError("two outputs go to one file") }
    for file in files where file.isEmpty || file == "-" && file != common.output {
      throw ValidationError("--save-baseline and --junit need the name of a file")
    }
  }

  func run() throws {
    for output in outputs { try output.check() }
    let delivery = try Delivery(to: common.file, page: page)
    let (saved, comparison) = try Work.compare(self)
    if let saveBaseline, let saved = saved.value {
      try output(saveBaseline).write(ReportFormat.json.render(saved))
    }
    if let junit, let comparison = comparison?.value {
      try output(junit).write(comparison.junit(onlySame: requireSame))
    }
    let problems = saved.problems + (comparison?.problems ?? [])
    guard let comparison else {
      return try delivery.deliver(Outcome(saved.value, problems: problems), text: common.format.render)
    }
    try delivery.deliver(
      Outcome(comparison.value, problems: problems),
      differs: { $0.likeness == .different || requireSame && $0.likeness != .same }, page: \.page,
      text: common.format.render)
  }

  private func output(_ path: String) -> Output { Output(path: path, replacing: common.force) }
}
