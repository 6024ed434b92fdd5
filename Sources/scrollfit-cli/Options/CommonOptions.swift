import ArgumentParser
import Reports

/// What every verb takes.
struct CommonOptions: ParsableArguments {
  @Option(help: "How the report is written.")
  var format = ReportFormat.text

  @OptionGroup
  var file: OutputArguments

  @Option(help: "The axis to look at; an axis without motion is left out of both.")
  var axis = AxisChoice.both

  @Flag(help: "No progress on standard error.")
  var quiet = false

  var output: String? { file.output }
  var force: Bool { file.force }
  var destination: Output { file.destination }
}
