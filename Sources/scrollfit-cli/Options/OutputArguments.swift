import ArgumentParser

/// Where what a verb says goes.
struct OutputArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace files that exist.")
  var force = false

  var destination: Output { Output(path: output, replacing: force) }

  func validate() throws {
    guard output != "" else { throw ValidationError("--output has no file name") }
  }
}
