import ArgumentParser
import Reports

/// Where pictures go.
struct PageArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Write the report as a page with its pictures, in one file.", valueName: "file"))
  var html: String?

  @Option(help: ArgumentHelp("Write each picture of the page as a file of its own.", valueName: "folder"))
  var svg: String?

  /// Whether anything is to be drawn.
  var isAsked: Bool { html != nil || svg != nil }

  func validate() throws {
    for (option, path) in [("--html", html), ("--svg", svg)] {
      if path == "" { throw ValidationError("\(option) has no file name") }
      if path == "-" { throw ValidationError("\(option) needs a name: standard output has the report") }
    }
  }
}
