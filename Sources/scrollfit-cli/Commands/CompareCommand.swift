import ArgumentParser
import Recordings
import Reports
import ScrollAnalysis
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
    for file in [options.saveBaseline, options.junit] where file == "" || file == "-" {
      throw ValidationError("--save-baseline and --junit need a file name")
    }
  }

  func run() throws {
    guard sides.count > 1 || engine != nil || comparison.baseline != nil || comparison.saveBaseline != nil
    else {
      throw RunFailure(.usage, [Diagnostic(Self.sidesSentence(1))])
    }
    let delivery = try Delivery(
      to: common.file, page: page,
      beside: [("--save-baseline", comparison.saveBaseline), ("--junit", comparison.junit)],
      keeping: sides + [comparison.baseline].compactMap(\.self))
    for output in outputs { try output.check() }
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

extension CompareCommand {
  /// Side A where it is saved, and the comparison where there is a side B.
  func compared() throws(RunFailure) -> (
    saved: Outcome<MotionSet>, comparison: Outcome<FeelComparison>?
  ) {
    if let engine {
      let b = try side(sides[0])
      guard let set = b.value else { return (Outcome(nil), Outcome(nil, problems: b.problems)) }
      return (
        Outcome(nil),
        outcome(problems: b.problems) { () throws(ComparisonError) in
          try FeelComparison(
            like: engine, set, limit: limit, confidence: confidence,
            ignoresMissing: comparison.ignoreMissing)
        }
      )
    }
    let a: Outcome<MotionSet>
    if let file = comparison.baseline {
      a = baseline(file)
    } else {
      a = try side(sides[0], isReference: true)
    }
    guard comparison.baseline != nil || sides.count == 2 else {
      guard let set = a.value, set.motions.isEmpty else { return (a, nil) }
      let empty = Diagnostic(ComparisonError.noMotions(set.name).description)
      return (Outcome(nil, problems: a.problems + [empty]), nil)
    }
    let b = try side(sides[sides.count - 1])
    guard let first = a.value, let second = b.value else { return (a, Outcome(nil, problems: b.problems)) }
    let result = outcome(problems: b.problems) { () throws(ComparisonError) in
      try FeelComparison(
        first, second, limit: limit, confidence: confidence,
        groupKeys: comparison.groupKeys, ignoresMissing: comparison.ignoreMissing)
    }
    return (a, result)
  }

  private func outcome(
    problems: [Diagnostic], _ make: () throws(ComparisonError) -> FeelComparison
  ) -> Outcome<FeelComparison> {
    do throws(ComparisonError) { return Outcome(try make(), problems: problems) } catch {
      return Outcome(nil, problems: problems + [Diagnostic(error.description)])
    }
  }

  /// The motions of a recording or of the recordings in a folder.
  ///
  /// - Parameter isReference: true for side A.
  private func side(_ path: String, isReference: Bool = false) throws(RunFailure) -> Outcome<MotionSet> {
    var traces: [Trace] = []
    var problems: [Diagnostic] = []
    for file in InputPaths([path]).files {
      if let problem = file.problem {
        problems.append(Diagnostic(file: file.path, problem))
        continue
      }
      let (own, wrong) = try recordings(file.path)
      traces += own
      problems += wrong
    }
    guard !traces.isEmpty else { return Outcome(nil, problems: problems) }
    let (set, failures) = MotionSet.analyzed(
      traces, name: path, options: fitOptions, groupKeys: comparison.groupKeys, isReference: isReference)
    return Outcome(set, problems: problems + failures.map(\.diagnostic))
  }

  /// The recordings of a file, split by the column of the first group where the file has it.
  private func recordings(
    _ file: String
  ) throws(RunFailure) -> (traces: [Trace], problems: [Diagnostic]) {
    var options = reading.options()
    if options.seriesColumn == nil, file != "-", let key = comparison.groupKeys.first {
      options.seriesColumn = key
      if let traces = try? RecordingReader(options: options).traces(at: file) {
        return (traces.map { $0.grouped(by: key) }, [])
      }
      options.seriesColumn = nil
    }
    return try RecordingFiles.read([file], options)
  }

  private func baseline(_ path: String) -> Outcome<MotionSet> {
    do {
      return Outcome(try MotionSet(baseline: JSONValue(json: ReferenceFiles.bytes(of: path))))
    } catch let error as Diagnostic {
      return Outcome(nil, problems: [error])
    } catch let error as JSONError {
      let problem = Diagnostic(file: path, error)
      return Outcome(
        nil,
        problems: [
          Diagnostic(
            file: path, line: problem.line, column: problem.column,
            "no baseline, which compare --save-baseline FILE writes: \(problem.sentence)")
        ])
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: path, "\(error)")])
    }
  }
}

extension Trace {
  /// The recording with its series, the rows of one value of a column, as that value in its header.
  fileprivate func grouped(by key: String) -> Trace {
    guard var value = series else { return self }
    // A clock that starts anew makes a further series of the same value: `iPhone/2`.
    if let slash = value.lastIndex(of: "/"), Int(value[value.index(after: slash)...]) != nil {
      value = String(value[..<slash])
    }
    return withHeader(header + [JSONMember(key, .string(value))])
  }
}
