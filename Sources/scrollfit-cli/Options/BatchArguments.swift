import ArgumentParser
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
