import ArgumentParser
import Recordings

/// The program from its arguments to its exit status.
package enum Program {
  /// Runs the verb that the process was started with, and ends the process.
  package static func run() -> Never {
    Environment.prepare()
    // Names of files may be in any encoding.
    let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap {
      CommandLine.unsafeArgv[$0].map { FileName.text($0) }
    }
    ExitStatus(of: { try Scrollfit.run(arguments) }).exit()
  }
}

/// The root of the commands.
struct Scrollfit: ParsableCommand {
  static let version = "0.1.0"
  static let name = "scrollfit"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Fit motion models of scrolling to recordings.",
    discussion: """
      EXAMPLES:
        scrollfit fit recording.csv --html report.html
        scrollfit identify recording.csv
        scrollfit compare native/ ours/

      Exit status: 0 done; 1 no input could be used; 2 some input could not be used or a fit did not converge; \
      3 a comparison found a difference; \
      64 wrong usage.
      """,
    version: version,
    subcommands: [
      FitCommand.self, BatchCommand.self, SegmentCommand.self, IdentifyCommand.self, CompareCommand.self,
      ExpectCommand.self, TuneCommand.self, ConvertCommand.self,
      SimulateCommand.self, VideoCommand.self, ProjectCommand.self, ReproduceCommand.self,
      CertifyCommand.self, QueryCommand.self, EnginesCommand.self, LoggerCommand.self, RecordCommand.self,
      CheckCommand.self, InitCommand.self,
    ])

  /// Parses and runs; help and version are printed here, everything else that ends the run is thrown.
  static func run(_ arguments: [String]) throws {
    try HelpDetail.with(arguments, parseAndRun)
  }

  /// The names of the verbs.
  static var verbs: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  private static func parseAndRun(_ arguments: [String]) throws {
    do {
      var command = try parsed(arguments)
      try Settings.$current.withValue(Settings(of: command)) { try command.run() }
    } catch let failure as RunFailure {
      throw failure
    } catch {
      let message = fullMessage(for: error)
      guard exitCode(for: error) != .success else {
        return try Output.standard.write(message.hasSuffix("\n") ? message : message + "\n")
      }
      let sentence = UsageMessage.improved(Self.message(for: error), verb: arguments.first, options: options)
      throw RunFailure(.usage, [Diagnostic(sentence)])
    }
  }

  /// The verb that arguments name, with its options.
  ///
  /// A verb is parsed alone: from the root its options are listed twice more. Completions and man pages are of the whole program.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let verb = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let verb, !HelpDetail.isOfProgram(arguments) {
      return try verb.parseAsRoot(Array(arguments.dropFirst()))
    }
    if let sentence = UsageMessage.unknownVerb(arguments, verbs: verbs) {
      throw RunFailure(.usage, [Diagnostic(sentence)])
    }
    return try parseAsRoot(arguments)
  }

  /// The long options of each verb.
  private static var options: [(verb: String, options: Set<String>)] {
    configuration.subcommands.map { ($0.configuration.commandName ?? "", options(of: $0)) }
  }

  private static func options(of verb: any ParsableCommand.Type) -> Set<String> {
    let lines = helpMessage(for: verb, includeHidden: true).split(separator: "\n")
    return Set(lines.compactMap { $0.firstMatch(of: #/^ *(--[a-z-]+)/#).map { String($0.1) } })
  }
}
