import ArgumentParser
import Reports

struct LoggerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "logger",
    abstract: "Print a recorder of scrolling for an app, or list the toolkits that there is one for.",
    examples: ["", "--for uikit", "--for web --output recorder.js"],
    discussion: """
      A recorder is 20 to 60 lines of source code for the app. It writes a recording that every verb reads; the comment at its \
      top describes its use and the place of its file. docs/recording.md compares the ways to record.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Toolkit of the app. Default: list the toolkits.", valueName: "toolkit"))
  var toolkit: RecorderToolkit?

  @OptionGroup
  var file: OutputArguments

  func run() throws {
    try file.destination.check()
    try file.destination.write(toolkit?.source ?? RecorderToolkit.list)
  }
}
