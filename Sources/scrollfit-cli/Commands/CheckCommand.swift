import ArgumentParser
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting

struct CheckCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "check",
    abstract: "List what can be determined from a recording, what not, and what to record next.",
    examples: ["phone.ndjson", "screen.mp4 session.csv", "session.ndjson --format json"],
    discussion: """
      A constant counts as determined from two motions on whose common standard error is at most 2 % of it. What more recordings \
      would gain is computed from the covariances of the fits, with the assumption in brackets (docs/recording.md). All \
      series of a file count as one recording.
      """)

  @OptionGroup
  var recordings: RecordingArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @Option(help: "Report format.")
  var format = ReportFormat.text

  @OptionGroup
  var file: OutputArguments

  func run() throws {
    let delivery = try Delivery(to: file, keeping: recordings.files)
    try delivery.deliver(checked()) { list in
      format == .text ? Terminal.colored(format.render(list), to: file.destination) : format.render(list)
    }
  }
}

extension CheckCommand {
  /// The checklists of all files.
  private func checked() throws(RunFailure) -> Outcome<RecordingChecklist> {
    let (traces, problems) = try RecordingFiles.read(recordings.files, reading.options())
    var options = FitOptions()
    options.threads = Environment.threads
    let checks = Trace.files(traces).map { RecordingChecker($0, options: options).check }
    return Outcome(checks.isEmpty ? nil : RecordingChecklist(checks), problems: problems)
  }
}
