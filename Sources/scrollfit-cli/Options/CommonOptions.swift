import ArgumentParser
import Drawing
import Foundation
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

/// The figure for print of a fit.
struct PlotArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write samples, curve and residuals of a fit as one figure for print: a .pdf, .svg or .png file.",
      valueName: "file"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Width of the figure in mm, cm or in (default: 85mm).", valueName: "length", visibility: .uncommon))
  var width: PrintLength?

  var millimeters: Double { width?.millimeters ?? 85 }

  /// True where a figure is asked for.
  var isAsked: Bool { plot != nil }

  /// Refuses what cannot be written, and a PNG where the program that draws it is missing.
  func check() throws(RunFailure) {
    try output?.check()
    if format == .png { try Rasterizer.check() }
  }

  /// Writes the figure where one is asked for, in the format of the file's ending.
  func write(_ figure: Figure) throws(RunFailure) {
    guard let output, let format else { return }
    switch format {
    case .pdf: try output.write(figure.pdf)
    case .svg: try output.write(figure.svg)
    case .png:
      let file = try Rasterizer.png(figure)
      try output.stream { try FileDescriptor.write(file, to: $0) }
    }
  }

  private enum Format: String {
    case pdf, svg, png

    /// The largest width, mm: of a PNG more takes hundreds of megabytes to draw.
    var maximumMillimeters: Int { self == .png ? 300 : 1000 }
  }

  private var output: Output? { plot.map { Output(path: $0, replacing: true) } }

  private var format: Format? { Format(rawValue: ((plot ?? "").lowercased() as NSString).pathExtension) }

  func validate() throws {
    guard plot == nil || format != nil else {
      throw ValidationError("--plot writes .pdf, .svg and .png files, not '\(plot ?? "")'")
    }
    guard plot != nil || width == nil else { throw ValidationError("--width needs --plot") }
    let maximum = format?.maximumMillimeters ?? 1000
    guard (30...Double(maximum)).contains(millimeters) else {
      throw ValidationError(
        "--width must be between 30mm and \(maximum)mm\(format == .png ? " for a PNG" : "")")
    }
  }
}

/// `85mm`, `8.5cm`, `3.35in`; a number alone is in millimeters.
struct PrintLength: ExpressibleByArgument, Equatable {
  let millimeters: Double

  init?(argument: String) {
    let units: [(name: String, millimeters: Double)] = [("mm", 1), ("cm", 10), ("in", 25.4)]
    let unit = units.first { argument.hasSuffix($0.name) }
    guard let number = Number(argument: String(argument.dropLast(unit?.name.count ?? 0))) else { return nil }
    millimeters = number.value * (unit?.millimeters ?? 1)
  }
}

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
