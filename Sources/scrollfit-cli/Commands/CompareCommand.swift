import ArgumentParser
import Reports
import ScrollFitting
import ScrollModels

struct CompareCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "compare",
    abstract: "Test two sets of recordings for equivalent motion.",
    examples: [
      "--like ios ours/", "native/ ours/ --html difference.html",
      "--baseline native.json ours/ --junit feel.xml",
    ],
    discussion: """
      The fitted models of both sides are evaluated on the same gestures; the verdict is on the maximum trajectory \
      difference: same within the limit, different, or not enough data. A kind of phase that only one side has is a difference.
      The exit status is 3 for different; with --require-same also for not enough data.
      """)

  @Argument(
    help: ArgumentHelp("Two recordings or folders; one with --baseline or --like.", valueName: "a b"))
  var sides: [String]

  @OptionGroup(title: "Comparison")
  var comparison: ComparisonArguments

  @OptionGroup(title: "Segmentation")
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: GateOptions

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  var fitOptions: FitOptions {
    var options = FitOptions()
    options.axis = common.axis.axis
    options.edges = segmentation.edges
    options.ignoresTouch = segmentation.ignoreTouch
    options.threads = Environment.threads
    return options
  }

  /// The engine that is side A: that of `--like`, else of the settings where one side is given alone.
  var engine: ScrollEngine? {
    let hasA = sides.count > 1 || comparison.baseline != nil || comparison.saveBaseline != nil
    return comparison.like ?? (hasA || comparison.groupBy != nil ? nil : Settings.current.engine)
  }

  /// The largest difference that counts as the same, in units of length.
  var limit: Double { comparison.limit?.value ?? Settings.current.limit ?? 0.5 }
  var confidence: Double { comparison.confidence?.value ?? 0.95 }

  /// The files that are written beside the report and its page.
  private var outputs: [Output] {
    [comparison.saveBaseline, comparison.junit].compactMap(\.self).map(output)
  }

  /// The files that the end of a report names; nil where it names none.
  private var written: [String]? {
    common.format == .text ? [comparison.saveBaseline, comparison.junit].compactMap(\.self) : nil
  }

  func validate() throws {
    let options = comparison
    switch (options.baseline != nil || options.like != nil, options.saveBaseline != nil, sides.count) {
    // Of one side alone the settings may name the other.
    case (_, _, 1), (false, _, 2): break
    case (true, _, _):
      let option = options.like == nil ? "--baseline" : "--like"
      throw ValidationError("\(option) takes one recording or folder to compare, not \(sides.count)")
    default: throw ValidationError(Self.sidesSentence(sides.count))
    }
    try StandardInput.refuseTwice(sides + [options.baseline].compactMap(\.self))
    let files = [common.output, options.saveBaseline, options.junit].compactMap(\.self)
    guard Set(files).count == files.count else {
      throw ValidationError("--output, --save-baseline and --junit must name different files")
    }
    for file in files where file.isEmpty || file == "-" && file != common.output {
      throw ValidationError("--save-baseline and --junit need a file name")
    }
  }

  func run() throws {
    guard sides.count > 1 || engine != nil || comparison.baseline != nil || comparison.saveBaseline != nil
    else {
      throw RunFailure(.usage, [Diagnostic(Self.sidesSentence(1))])
    }
    for output in outputs { try output.check() }
    let delivery = try Delivery(to: common.file, page: page)
    let (saved, result) = try compared()
    if let file = comparison.saveBaseline, let saved = saved.value {
      try output(file).write(ReportFormat.json.render(saved))
    }
    if let file = comparison.junit, let result = result?.value {
      try output(file).write(result.junit(onlySame: comparison.requireSame))
    }
    let problems = saved.problems + (result?.problems ?? [])
    guard let result else {
      return try delivery.deliver(
        Outcome(saved.value, problems: problems), others: written, text: common.format.report.render)
    }
    try delivery.deliver(
      Outcome(result.value, problems: problems),
      differs: { $0.equivalence == .different || comparison.requireSame && $0.equivalence != .same },
      others: written,
      page: \.page
    ) { comparison in
      let report = common.format.report.render(comparison)
      return common.format == .github
        ? comparison.annotations(onlySame: self.comparison.requireSame) + report : report
    }
  }

  private static func sidesSentence(_ count: Int) -> String {
    "compare takes two recordings or folders, not \(count)"
      + (count == 1 ? "; --like ENGINE or --baseline FILE stands for the other" : "")
  }

  private func output(_ path: String) -> Output { Output(path: path, replacing: common.force) }
}
