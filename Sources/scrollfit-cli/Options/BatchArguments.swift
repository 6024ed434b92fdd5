import ArgumentParser
import Recordings
import Reports
import ScrollModels

/// The inputs of a batch, its results database and its report.
struct BatchArguments: ParsableArguments {
  @Option(help: ArgumentHelp("File with one path per line; - is standard input.", valueName: "file"))
  var list: String?

  @Flag(help: ArgumentHelp("Read standard input as one recording per line.", visibility: .uncommon))
  var stdinNdjson = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of recordings fitted at once (default: one per core).", valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Store results in this SQLite database and skip inputs already in it.", valueName: "file"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Compare every recording with this engine: a name of the catalogue, or ios, android, chrome, …",
      valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @Option(help: "Write the aggregate report to standard output; needs --store.")
  var format: ReportFormat?

  @Option(
    help: ArgumentHelp(
      "Group the report by these metadata keys, or by folder: device,os.", valueName: "keys"),
    transform: GroupKeys.init(argument:))
  var groupBy: GroupKeys?

  @Flag(
    help: ArgumentHelp(
      "Write a page for each recording into the folder FILE-pages beside the page of --html, which links to them."
    ))
  var pages = false

  @Option(
    help: ArgumentHelp("Axis to analyze. both skips axes without motion.", visibility: .uncommon))
  var axis = AxisChoice.both

  @Flag(help: ArgumentHelp("Do not print progress on standard error.", visibility: .uncommon))
  var quiet = false

  @OptionGroup
  var file: OutputArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1, not \(jobs)") }
    guard store != "" else { throw ValidationError("--store needs a file name") }
  }
}

/// The options that results depend on, in one order and without those left at their defaults: a stored result is reused
/// where they are equal. Renamed options keep the names that existing stores hold.
struct OptionFingerprint {
  let text: String

  init(_ fit: FitArguments, _ reading: ReadingArguments, axis: AxisChoice, like engine: ScrollEngine? = nil) {
    let given: [(name: String, values: [String])] = [
      ("model", [fit.model?.id].compactMap(\.self)),
      ("formula", [fit.formula?.text].compactMap(\.self)),
      ("estimator", fit.estimator == .auto ? [] : [fit.estimator.rawValue]),
      ("fix", fit.fix.map { "\($0.name)=\($0.value)" }.sorted()),
      ("bounds", fit.bounds.map { "\($0.name)=\($0.range)" }.sorted()),
      ("start", fit.start.map { "\($0.name)=\($0.value)" }.sorted()),
      ("tie", fit.tie.map { "\($0.name)=\($0.expression.text)" }.sorted()),
      ("loss", fit.loss == .linear ? [] : [fit.loss.optionName]),
      ("noise", [fit.noise?.rawValue].compactMap(\.self)),
      ("intervals", fit.intervals == .wald ? [] : [fit.intervals.rawValue]),
      ("replicates", fit.replicates == 1000 ? [] : ["\(fit.replicates)"]),
      ("starts", fit.starts == 0 ? [] : ["\(fit.starts)"]),
      ("seed", fit.seed == 1 ? [] : ["\(fit.seed)"]),
      ("confidence", fit.confidence == 0.95 ? [] : ["\(fit.confidence)"]),
      ("edge", [fit.edges.map { "\($0)" }].compactMap(\.self)),
      ("from", [fit.from.map { "\($0.value)" }].compactMap(\.self)),
      ("to", [fit.to.map { "\($0.value)" }].compactMap(\.self)),
      ("against", [fit.abscissa].compactMap(\.self)),
      ("axis", axis == .both ? [] : [axis.rawValue]),
      ("column", reading.roles.map { "\($0.name)=\($0.text)" }.sorted()),
      ("interval", [reading.interval.map { "\($0.value)" }].compactMap(\.self)),
      ("frame-rate", [reading.frameRate.map { "\($0.value)" }].compactMap(\.self)),
      ("default-frame-rate", [reading.defaultFrameRate.map { "\($0)" }].compactMap(\.self)),
      ("sign", reading.sign == 1 ? [] : ["\(reading.sign)"]),
      ("series", [reading.series].compactMap(\.self)),
      ("select", reading.select.sorted()),
      ("input-format", [reading.inputFormat?.rawValue].compactMap(\.self)),
      ("time-unit", [reading.timeUnit?.rawValue].compactMap(\.self)),
      ("clock", [reading.clock?.rawValue].compactMap(\.self)),
      ("line-height", [reading.lineHeight.map { "\($0.value)" }].compactMap(\.self)),
      ("page-height", [reading.pageHeight.map { "\($0.value)" }].compactMap(\.self)),
      ("repair", reading.repair ? [""] : []),
      ("like", [engine?.name].compactMap(\.self)),
    ]
    text = given.flatMap { option in
      option.values.map { $0.isEmpty ? "--\(option.name)" : "--\(option.name) \(ShellWord.quoted($0))" }
    }.joined(separator: " ")
  }
}
