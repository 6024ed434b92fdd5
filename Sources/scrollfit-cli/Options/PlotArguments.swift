import ArgumentParser
import Foundation
import Reports

/// The figure for print of a fit.
struct PlotArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write samples, curve and residuals of a fit as one figure for print: a .pdf or .svg file.",
      valueName: "file"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Width of the figure in mm, cm or in (default: 85mm).", valueName: "length", visibility: .uncommon))
  var width: PrintLength?

  var millimeters: Double { width?.millimeters ?? 85 }

  /// The writer of the figure by the file's ending.
  func render(_ figure: Figure) -> String { isPDF ? figure.pdf : figure.svg }

  /// Nil where no figure is asked for.
  var output: Output? { plot.map { Output(path: $0, replacing: true) } }

  private var ending: String { ((plot ?? "").lowercased() as NSString).pathExtension }
  private var isPDF: Bool { ending == "pdf" }

  func validate() throws {
    guard plot == nil || isPDF || ending == "svg" else {
      throw ValidationError("--plot writes .pdf and .svg files, not '\(plot ?? "")'")
    }
    guard plot != nil || width == nil else { throw ValidationError("--width needs --plot") }
    guard (30...1000).contains(millimeters) else {
      throw ValidationError("--width must be between 30mm and 1000mm")
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
