import ArgumentParser

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
