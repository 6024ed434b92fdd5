import ArgumentParser
import Reports

/// The destinations of pages and pictures.
struct PageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write the report with pictures as one self-contained HTML page.", valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Write each picture of the page as an SVG file into this folder.", valueName: "folder",
      visibility: .uncommon))
  var svg: String?

  /// True where a page or pictures are to be written.
  var isAsked: Bool { html != nil || svg != nil }

  func validate() throws {
    for (option, path) in [("--html", html), ("--svg", svg)] {
      if path == "" { throw ValidationError("\(option) needs a name") }
      if path == "-" { throw ValidationError("\(option) needs a file name: standard output has the report") }
    }
  }
}
