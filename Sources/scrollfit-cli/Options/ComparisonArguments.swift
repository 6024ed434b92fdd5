import ArgumentParser
import Reports
import ScrollModels

/// The rule of a comparison, its baseline and its files.
struct ComparisonArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest difference that counts as the same, pt (default: 0.5).", valueName: "pt"))
  var limit: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Confidence level, between 0.5 and 1 (default: 0.95).", valueName: "level"))
  var confidence: Number?

  @Option(help: ArgumentHelp("Compare with this saved baseline instead of recordings A.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this engine instead of recordings A: a name of the catalogue, or ios, android, chrome, …",
      valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @Option(help: ArgumentHelp("Save the motions of A as a baseline for later comparisons.", valueName: "file"))
  var saveBaseline: String?

  @Option(help: ArgumentHelp("Write the verdicts as JUnit XML too.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Report the effect of metadata keys, or of one column, on the constants: device,os.", valueName: "keys"),
    transform: GroupKeys.init(argument:))
  var groupBy: GroupKeys?

  @Flag(help: "Exit with status 3 unless both sides are the same.")
  var requireSame = false

  @Flag(help: "Exclude kinds of phase that only one side has from the verdict.")
  var ignoreMissing = false

  var groupKeys: [String] { groupBy?.keys ?? [] }

  func validate() throws {
    guard baseline == nil || saveBaseline == nil else {
      throw ValidationError("--baseline and --save-baseline are mutually exclusive")
    }
    guard like == nil || baseline == nil && saveBaseline == nil && groupBy == nil else {
      throw ValidationError("--like excludes --baseline, --save-baseline and --group-by")
    }
    guard (limit?.value ?? 0) >= 0 else { throw ValidationError("--limit must not be negative") }
    if let level = confidence?.value, !(0.5..<1).contains(level) {
      throw ValidationError(
        "--confidence must be between 0.5 and 1, not \(level)\(ConfidenceLevel.hint(level))")
    }
  }
}

/// The short report of a fit: the engine that it compares with, and the toolkit that it shows code for.
struct AnswerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Engine to compare with: a name of the catalogue, or ios, android, chrome, … Default: the nearest one.",
      valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Show the constants in the code of this toolkit: flutter, compose, …", valueName: "toolkit"),
    transform: Toolkit.init(argument:))
  var toolkit: Toolkit?

  @Flag(help: "Report all parameters, intervals and statistics of every fit.")
  var verbose = false

  /// The first option that only the short report has; nil for none.
  var shortReportOption: String? {
    like != nil ? "--like" : toolkit != nil ? "--for" : nil
  }
}

extension Toolkit {
  /// - Throws: a `ValidationError` that lists the toolkits.
  init(argument: String) throws {
    guard let toolkit = Toolkit(argument) else {
      throw ValidationError("no toolkit '\(argument)'; known are \(Toolkit.names.joined(separator: ", "))")
    }
    self = toolkit
  }
}
