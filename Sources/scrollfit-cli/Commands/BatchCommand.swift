import ArgumentParser
import CProcess
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting
import ScrollModels
import Synchronization

struct BatchCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "batch",
    abstract: "Fit many recordings independently (files, folders, globs, path lists, NDJSON).",
    examples: [
      "recordings/ --store results.sqlite --html report.html",
      "recordings/ --like ios > verdicts.ndjson",
      "traces.ndjson --model bounce > results.ndjson",
    ],
    discussion: """
      One JSON line per recording is written to standard output, in the order of the input; a recording that cannot be \
      used is a line with its error.
      A file whose lines are JSON objects with arrays, {"id": "a", "t": [0, 0.01], "y": [0, 3]}, holds one recording per \
      line; other files are read as by fit.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, folders, quoted globs; - is standard input.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup(title: "Batch")
  var batch: BatchArguments

  @OptionGroup(title: "Fit")
  var fit: FitArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  /// The engine of `--like`, else of the settings where the fits are motions of an engine.
  private var engine: ScrollEngine? {
    batch.like ?? (fit.formula == nil ? Settings.current.engine : nil)
  }

  /// True where a report on all recordings is to be written.
  private var hasReport: Bool { batch.format != nil || page.isAsked }

  /// The paths, with standard input once whether it is given by its name, its flag or both.
  private var inputs: [String] { batch.stdinNdjson && !paths.contains("-") ? paths + ["-"] : paths }

  func validate() throws {
    guard !inputs.isEmpty || batch.list != nil else {
      throw ValidationError("no input: give paths, --list or --stdin-ndjson")
    }
    try StandardInput.refuseTwice(inputs + [batch.list].compactMap(\.self))
    guard batch.store != nil || !hasReport else {
      throw ValidationError("--format, --html and --svg need --store, whose results they report")
    }
    guard !batch.pages || page.html != nil else {
      throw ValidationError("--pages needs --html FILE, the page that links to them")
    }
    guard batch.groupBy == nil || hasReport else {
      throw ValidationError("--group-by needs a report: --format, --html or --svg")
    }
    guard batch.store == nil || batch.file.output == nil || batch.format != nil else {
      throw ValidationError(
        "--output with --store needs --format; scrollfit query --export writes the stored results")
    }
    guard batch.store == nil || !fit.keepCurve && !fit.keepPath else {
      throw ValidationError("--keep-curve and --keep-path are not supported with --store")
    }
    guard fit.joint.isEmpty else {
      throw ValidationError("batch does not support --joint: use fit, which fits recordings together")
    }
    guard batch.like == nil || fit.formula == nil else {
      throw ValidationError(
        "--like and --formula are mutually exclusive: a formula is no motion of an engine")
    }
    guard fit.export == nil else { throw ValidationError("batch does not support --export: use fit") }
  }

  func run() throws {
    if let store = batch.store {
      guard !Supervisor.isWorker() else { return try run(into: store) }
      return try Supervisor(store: store, readsStandardInput: plan.readsStandardInput).run(ownRun)
    }
    guard !Worker.isCurrentProcess else { return Worker.serve(run(on: [])) }
    try runInWorkers()
  }

  /// The run of a copy of this process, which begins on another thread, with these settings.
  private var ownRun: () throws -> Void {
    let settings = Settings.current
    return { try Settings.$current.withValue(settings) { try run() } }
  }

  /// Fits recordings in workers and writes a line for each.
  private func runInWorkers() throws {
    let plan = plan
    let workers = WorkerPool(first: try? Worker(ownRun))
    defer { workers.end() }
    keep_freed_memory()
    let destination = Output(path: plan.output, replacing: plan.isReplacing)
    let files = try plan.files(leavingOut: [plan.output].compactMap(\.self))
    try WrittenFiles([("--output", plan.output)]).check(keeping: inputs(files))
    try destination.check()
    let stream = BatchStream(files: files, plan: plan)
    let outcome = Mutex(BatchStream.Ending?.none)
    try destination.stream { descriptor in
      let total = try stream.run(work: { workers.results(of: $0) }) { results, before in
        var index = before.recordings
        var bytes: [UInt8] = []
        bytes.reserveCapacity(results.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.bytes.count + 64 } })
        for result in results {
          for (position, line) in result.lines.enumerated() {
            line.append(index: index + position, to: &bytes)
          }
          index += result.tally.recordings
        }
        try FileDescriptor.write(bytes, to: descriptor)
      }
      outcome.withLock { $0 = total }
    }
    // A reader that has left had what it wanted.
    guard let outcome = outcome.withLock({ $0 }) else { return }
    outcome.tell(outcome.tally)
    try Self.end(outcome.tally)
  }

  private func run(into store: String) throws(RunFailure) {
    let lock = Supervisor.isCautious ? nil : try StoreLock(store)
    defer { lock?.release() }
    let written =
      ["", "-wal", "-shm", "-lock"].map { store + $0 } + [batch.file.output, page.html].compactMap(\.self)
    let files = try plan.files(leavingOut: written)
    let delivery = try Delivery(to: batch.file, page: page, keeping: inputs(files))
    let options = OptionFingerprint(fit, reading, axis: batch.axis, like: engine).text
    let folder = batch.pages ? page.html.map { PageFolder(beside: $0, options: options) } : nil
    try folder?.folder.check()
    let run = run(on: files)
    let (tally, report) = try run.run(
      into: store, options: options, groupKeys: hasReport ? batch.groupBy?.keys ?? [] : nil)
    if let (report, recordings) = report {
      let pages = try folder.map { folder throws(RunFailure) in
        try run.writePages(of: recordings, into: folder, replacing: batch.file.force)
      }
      try delivery.write(batch.format?.render(report)) {
        report.page(fits: run.rereadFits(at: report.pictured), pages: pages)
      }
      if let html = page.html, !batch.quiet { BatchProgress(isShown: true).wrote(html) }
    }
    try Self.end(tally)
  }

  /// The files that are read: the recordings and the list of them.
  private func inputs(_ files: [InputPaths.File]) -> [String] {
    files.map(\.path) + [batch.list].compactMap(\.self)
  }

  private func run(on files: [InputPaths.File]) -> BatchRun {
    var options = fit.options
    options.axis = batch.axis.axis
    return BatchRun(
      stream: BatchStream(files: files, plan: plan),
      analyzer: BatchAnalyzer(
        reading: fit.readingOptions(reading), options: options, like: engine, naming: OptionName.of))
  }

  private var plan: BatchPlan {
    BatchPlan(
      paths: inputs, list: batch.list, standardInputIsLines: batch.stdinNdjson,
      isFormatKnown: reading.inputFormat != nil, engine: engine?.name,
      jobs: batch.jobs ?? Environment.threads,
      isQuiet: batch.quiet, output: batch.file.output, isReplacing: batch.file.force)
  }

  private static func end(_ tally: BatchTally) throws(RunFailure) {
    guard tally.status == .done else { throw RunFailure(tally.status) }
  }
}
