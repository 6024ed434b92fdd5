import ArgumentParser
import Reports
import ScrollModels

/// The short report of a fit: the engine that it compares with, and the toolkit that it shows code for.
struct AnswerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Engine to compare with: a name of the catalogue, or ios, android, chrome, … Default: the nearest one.",
      valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Show the constants in the code of this toolkit: flutter, compose, …", valueName: "toolkit"),
    transform: Toolkit.init(argument:))
  var toolkit: Toolkit?

  @Flag(help: "Report all parameters, intervals and statistics of every fit.")
  var verbose = false

  /// The first option that only the short report has; nil for none.
  var shortReportOption: String? {
    like != nil ? "--like" : toolkit != nil ? "--for" : nil
  }
}

extension Toolkit {
  /// - Throws: a `ValidationError` that lists the toolkits.
  init(argument: String) throws {
    guard let toolkit = Toolkit(argument) else {
      throw ValidationError("no toolkit '\(argument)'; known are \(Toolkit.names.joined(separator: ", "))")
    }
    self = toolkit
  }
}
