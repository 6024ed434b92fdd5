import ArgumentParser
import Reports

/// What every verb takes.
struct CommonOptions: ParsableArguments {
  @Option(help: "How the report is written.")
  var format = ReportFormat.text

  @Option(help: ArgumentHelp("Write the report to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the output file where it exists.")
  var force = false

  @Option(help: "The axis to look at; an axis without motion is left out of both.")
  var axis = AxisChoice.both

  @Flag(help: "No progress on standard error.")
  var quiet = false

  var destination: Output { Output(path: output, replacing: force) }

  func validate() throws {
    guard output != "" else { throw ValidationError("--output has no file name") }
  }
}
