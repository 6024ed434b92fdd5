import ArgumentParser
import Reports

/// The options of every report.
struct CommonOptions: ParsableArguments {
  @Option(help: "Report format.")
  var format = ReportFormat.text

  @OptionGroup
  var file: OutputArguments

  @Option(
    help: ArgumentHelp("Axis to analyze. both skips axes without motion.", visibility: .uncommon))
  var axis = AxisChoice.both

  @Flag(
    help: ArgumentHelp(
      "Print no progress on standard error; fit reports one line per recording.", visibility: .uncommon))
  var quiet = false

  var output: String? { file.output }
  var force: Bool { file.force }
  var destination: Output { file.destination }
}
