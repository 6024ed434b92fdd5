import ArgumentParser
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting

struct ExpectCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "expect",
    abstract: "Check recordings against rules for their constants and for the engine that they move like.",
    examples: [
      "rules.toml recordings/", "rules.toml session.ndjson --junit rules.xml",
      "rules.toml recordings/ --require-same --format github",
    ],
    discussion: """
      A rule a line, in TOML: decelerationRate = "0.998 ± 0.0005", damping = "8...12", like = "ios within 1 pt". \
      A constant is its mean over all motions; a rule is met where its 95 % interval lies within the range, and not met where \
      it lies outside, or where no recorded motion has the constant. The exit status is 3 where a rule is not met; with --require-same also where the data cannot tell.
      """)

  @Argument(help: ArgumentHelp("Rules in TOML; - is standard input.", valueName: "rules"))
  var rules: String

  @Argument(
    help: ArgumentHelp(
      "Recordings in any known format, folders, quoted globs; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("Write the outcomes as JUnit XML too.", valueName: "file"))
  var junit: String?

  @Flag(help: "Exit with status 3 unless every rule is met.")
  var requireSame = false

  @Flag(help: "Do not fail rules for constants that no recorded motion has.")
  var ignoreMissing = false

  @Option(help: "Report format; github prints annotations for rules that are not met.")
  var format = ExpectationFormat.text

  @OptionGroup(title: "Segmentation")
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var file: OutputArguments

  func validate() throws {
    try StandardInput.refuseTwice([rules] + files)
    guard junit != "", junit != "-" else { throw ValidationError("--junit needs a file name") }
  }

  func run() throws {
    let delivery = try Delivery(to: file, beside: [("--junit", junit)], keeping: [rules] + files)
    let cases = junit.map { Output(path: $0, replacing: file.force) }
    try cases?.check()
    let outcome = try outcomes()
    let source = files.joined(separator: " ")
    if let cases, let value = outcome.value {
      try cases.write(value.outcomes.junit(source: source, seconds: value.seconds, onlySame: requireSame))
    }
    try delivery.deliver(
      outcome,
      differs: {
        $0.outcomes.contains { $0.equivalence == .different || requireSame && $0.equivalence == .undecided }
      }
    ) { checked in
      switch format {
      case .text: Terminal.colored(checked.outcomes.text, to: file.destination)
      case .json: checked.outcomes.json(source: source)
      case .github: checked.outcomes.annotations(onlySame: requireSame)
      }
    }
  }

  /// The outcomes, and the duration of all recordings in s.
  private typealias Checked = (outcomes: [ExpectationOutcome], seconds: Double)

  private func outcomes() throws(RunFailure) -> Outcome<Checked> {
    let expectations: [Expectation]
    do { expectations = try readRules() } catch { throw RunFailure(.usage, [error]) }
    var options = FitOptions()
    options.edges = segmentation.edges
    options.ignoresTouch = segmentation.ignoreTouch
    options.threads = Environment.threads
    let (traces, problems) = try RecordingFiles.read(files, reading.options())
    guard !traces.isEmpty else { return Outcome(nil, problems: problems) }
    let (set, failures) = MotionSet.analyzed(traces, name: files[0], options: options)
    let seconds = traces.filter { $0.timeBasis != .rowNumber }.compactMap(\.times.last).reduce(0, +)
    return Outcome(
      (set.outcomes(of: expectations, ignoresMissing: ignoreMissing), seconds),
      problems: problems + failures.map(\.diagnostic))
  }

  private func readRules() throws(Diagnostic) -> [Expectation] {
    let bytes = try ReferenceFiles.bytes(ofFileOrStandardInput: rules)
    do { return try Expectation.rules(JSONValue(toml: bytes)) } catch let error as TOMLError {
      throw Diagnostic(file: rules, error)
    } catch {
      throw Diagnostic(file: rules, "\(error)")
    }
  }
}

/// The formats of the outcomes of rules.
enum ExpectationFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, github
}
