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

/// The destination of a report.
struct OutputArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @Flag(help: ArgumentHelp("Overwrite existing files.", visibility: .uncommon))
  var force = false

  var destination: Output { Output(path: output, replacing: force) }

  func validate() throws {
    guard output != "" else { throw ValidationError("--output needs a file name") }
  }
}

/// The destinations of pages and pictures.
struct PageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write the report with pictures as one self-contained HTML page.", valueName: "file"))
  var html: String?

  @Flag(
    help: ArgumentHelp(
      "Open the page of --html when it is written (xdg-open, on macOS open).", visibility: .uncommon))
  var open = false

  @Option(
    help: ArgumentHelp(
      "Write each picture of the page as an SVG file into this folder.", valueName: "folder",
      visibility: .uncommon))
  var svg: String?

  /// True where a page or pictures are to be written.
  var isAsked: Bool { html != nil || svg != nil }

  func validate() throws {
    guard html != nil || !open else {
      throw ValidationError("--open needs --html FILE, the page that it opens")
    }
    for (option, path) in [("--html", html), ("--svg", svg)] {
      if path == "" { throw ValidationError("\(option) needs a name") }
      if path == "-" { throw ValidationError("\(option) needs a file name: standard output has the report") }
    }
  }
}
