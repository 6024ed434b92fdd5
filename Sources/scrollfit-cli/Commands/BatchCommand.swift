import ArgumentParser
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting
import Synchronization

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Fit many recordings, each by itself: folders, patterns, lists, a recording a line.",
    discussion: """
      One line of JSON a recording goes to standard output, in the order of the input. A recording that cannot be \
      used is a line too: it ends nothing.
      A file whose lines are JSON objects with arrays, {"id": "a", "t": [0, 0.01], "y": [0, 3]}, is read a \
      recording a line; every other file as fit reads it.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, folders of them, patterns in quotes; - is standard input.", valueName: "path"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("A file that names one path a line; - is standard input.", valueName: "file"))
  var list: String?

  @Flag(help: "Read standard input as a recording a line.")
  var stdinNdjson = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many recordings are worked on at once (default: one a core).", valueName: "count")
  )
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Keep the results in this SQLite file and leave out what is done already: scrollfit query asks it.",
      valueName: "file"))
  var store: String?

  @Option(help: "Write what the recordings say together to standard output; needs --store.")
  var format: ReportFormat?

  @Option(
    help: ArgumentHelp(
      "What the report groups by, of what recordings say of themselves: device,os.", valueName: "keys"),
    transform: GroupKeys.init(argument:))
  var groupBy: GroupKeys?

  @Option(help: "The axis to look at; an axis without motion is left out of both.")
  var axis = AxisChoice.both

  @Flag(help: "No progress on standard error.")
  var quiet = false

  @OptionGroup
  var file: OutputArguments

  @OptionGroup(title: "Fit")
  var fit: FitArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  /// Whether the recordings are to be looked at together.
  private var isReportAsked: Bool { format != nil || page.isAsked }

  /// Standard input once, whether by its name, its flag or both.
  private var inputs: [String] { stdinNdjson && !paths.contains("-") ? paths + ["-"] : paths }

  func validate() throws {
    guard !inputs.isEmpty || list != nil else {
      throw ValidationError("nothing to read: give paths, --list or --stdin-ndjson")
    }
    try StandardInput.refuseTwice(inputs + [list].compactMap(\.self))
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) is less than one") }
    guard store != "" else { throw ValidationError("--store has no file name") }
    guard store != nil || !isReportAsked else {
      throw ValidationError("--format, --html and --svg report on what --store keeps: name a store")
    }
    guard groupBy == nil || isReportAsked else {
      throw ValidationError("--group-by names keys for a report: --format, --html or --svg")
    }
    guard store == nil || file.output == nil || format != nil else {
      throw ValidationError(
        "--output has no meaning beside --store: scrollfit query --export writes what it has")
    }
    guard store == nil || !fit.keepCurve && !fit.keepPath else {
      throw ValidationError(
        "--keep-curve and --keep-path have no meaning beside --store, which keeps neither")
    }
    guard fit.joint.isEmpty else {
      throw ValidationError("--joint has no meaning here: every recording is fitted by itself; fit has it")
    }
    guard fit.export == nil else { throw ValidationError("--export has no meaning here: fit has it") }
  }

  func run() throws {
    if let store { return try run(into: store) }
    guard !Worker.isCurrentProcess else { return Worker.serve(batch([])) }
    let destination = file.destination
    try destination.check()
    let run = batch(try files(leavingOut: [file.output].compactMap(\.self)))
    let workers = WorkerPool()
    defer { workers.end() }
    let outcome = Mutex(BatchRun.Outcome?.none)
    try destination.stream { descriptor in
      let total = try run.run(work: { workers.result(of: $0, in: run) }) { result, before in
        let index = before.recordings
        let text = result.lines.enumerated().map { $1.text(index: index + $0) }.joined()
        try FileDescriptor.write(text, to: descriptor)
      }
      outcome.withLock { $0 = total }
    }
    // A reader that has left had what it wanted.
    guard let outcome = outcome.withLock({ $0 }) else { return }
    outcome.tell(outcome.tally)
    try end(outcome.tally)
  }

  private func run(into store: String) throws(RunFailure) {
    guard Supervisor.isWorker() else {
      let readsStandardInput = inputs.contains("-") || list == "-"
      return try Supervisor(store: store, readsStandardInput: readsStandardInput).run()
    }
    let delivery = try Delivery(to: file, page: page)
    let written =
      ["", "-wal", "-shm", "-lock"].map { store + $0 } + [file.output, page.html].compactMap(\.self)
    let run = batch(try files(leavingOut: written))
    let (tally, report) = try run.run(
      into: store, options: GivenOptions(fit, reading, axis: axis).text,
      groupKeys: isReportAsked ? groupBy?.keys ?? [] : nil)
    if let report {
      try delivery.write(format?.render(report)) { report.page(fits: run.fitsAgain(at: report.pictured)) }
    }
    try end(tally)
  }

  /// - Parameter written: the files that are no input wherever they stand.
  private func files(leavingOut written: [String]) throws(RunFailure) -> [InputPaths.File] {
    InputPaths(try inputs + listed(), leavingOut: Set(written.map(Output.resolved))).files
  }

  private func batch(_ files: [InputPaths.File]) -> BatchRun {
    var options = fit.options
    options.axis = axis.axis
    return BatchRun(
      files: files, standardInputIsLines: stdinNdjson,
      analyzer: BatchAnalyzer(reading: fit.readingOptions(reading), options: options),
      jobs: jobs ?? Environment.threads, isQuiet: quiet)
  }

  private func listed() throws(RunFailure) -> [String] {
    guard let list else { return [] }
    let bytes: [UInt8]
    do { bytes = try ReferenceFiles.bytes(ofFileOrStandardInput: list) } catch {
      throw RunFailure(.noInput, [error])
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { FileName.text(Array($0)) }
    return lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
  }

  private func end(_ tally: BatchTally) throws(RunFailure) {
    guard tally.status == .done else { throw RunFailure(tally.status) }
  }
}
