import ArgumentParser
import Reports

/// The options of a report that a build machine reads too.
struct GateOptions: ParsableArguments {
  @Option(help: "Report format; github prints annotations for what is not the same, then text.")
  var format = GateFormat.text

  @OptionGroup
  var file: OutputArguments

  @Option(
    help: ArgumentHelp("Axis to analyze. both skips axes without motion.", visibility: .uncommon))
  var axis = AxisChoice.both

  @Flag(help: ArgumentHelp("Print no progress on standard error.", visibility: .uncommon))
  var quiet = false

  var output: String? { file.output }
  var force: Bool { file.force }
}

/// A report's format, or annotations of GitHub Actions.
enum GateFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, csv, markdown, github

  /// The format of the report itself.
  var report: ReportFormat { ReportFormat(rawValue: rawValue) ?? .text }
}
