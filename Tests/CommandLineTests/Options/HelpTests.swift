import Foundation
import Testing

@testable import scrollfit_cli

/// The texts of `--help`, whole, against `Fixtures/snapshots/help`.
struct HelpTests {
  private static let folder = ContractTests.fixtures.appending(path: "snapshots/help")

  private static let verbs = Scrollfit.configuration.subcommands.map { $0.configuration.commandName ?? "" }
  private static let commands = verbs + ["scrollfit"]

  /// With RECORD_SNAPSHOTS set the snapshots are written anew.
  @Test("Help texts are those of the snapshots", arguments: commands)
  func helpIsTheSnapshot(_ verb: String) throws {
    let name = verb == "scrollfit" ? "" : verb
    let short = try Binary(shell: "COLUMNS=80 \"$0\" \(name) --help").output
    let complete = try Binary(shell: "COLUMNS=80 \"$0\" \(name) --help-all").output
    let text = short == complete ? short : "\(short)\n──── --help-all ────\n\n\(complete)"
    let file = Self.folder.appending(path: "\(verb).txt")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8)
    #expect(text == known)
  }

  @Test("Every verb shows three examples before its options", arguments: verbs)
  func examplesComeFirst(_ verb: String) throws {
    let help = try Binary(shell: "\"$0\" \(verb) --help").output
    let beginning = try #require(help.components(separatedBy: "\nUSAGE:").first)
    let examples = try #require(beginning.components(separatedBy: "EXAMPLES:\n").last)
    #expect(examples.split(separator: "\n").prefix { $0.hasPrefix("  scrollfit \(verb)") }.count == 3)
  }

  /// A sentence names a setting in an interpolation, an error that excludes one in its value.
  @Test("A setting that an error names is an option of a verb")
  func settingsAreOptions() throws {
    let sources = Self.folder.appending(path: "../../../Sources").standardizedFileURL
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let text = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let named = text.matches(of: /(?:setting: |needsModel\(|excluded\(|beside: )"([a-zA-Z]+)/)
    let settings = Set(named.map { String($0.1) })
    #expect(settings.count > 25)
    let options = try Self.verbs.map { verb in
      try String(contentsOf: Self.folder.appending(path: "\(verb).txt"), encoding: .utf8)
    }.joined()
    for setting in settings.sorted() {
      let option = OptionName.of(setting)
      #expect(options.contains("  \(option)") || options.contains(", \(option)"), "\(setting)")
    }
  }

  @Test("Completions include the options that --help omits", arguments: ["bash", "zsh", "fish"])
  func completionsAreComplete(_ shell: String) throws {
    let script = try Binary(shell: "\"$0\" --generate-completion-script \(shell)").output
    for option in ["replicates", "page-height", "keep-path"] { #expect(script.contains(option)) }
    let help = try Binary(shell: "\"$0\" fit --help").output
    #expect(!help.contains("--replicates"))
  }

  @Test("Former names of options and values are accepted")
  func formerNames() throws {
    #expect(try fit("--abscissa z").abscissa == "z")
    #expect(try fit("--against z").abscissa == "z")
    #expect(try fit("--noise censored").noise == .interval)
    #expect(try fit("--noise interval").noise == .interval)
    #expect(try fit("--estimator compass-search-original").estimator == .compassSearchArticles)
    #expect(try fit("--estimator compass-search-articles").estimator == .compassSearchArticles)
    #expect(PhaseChoice(argument: "rubber-band")?.kind == .rubberBand)
    #expect(PhaseChoice(argument: "rubberBand")?.kind == .rubberBand)
  }

  private func fit(_ arguments: String) throws -> FitArguments {
    let words = ["fit", "a.csv"] + arguments.split(separator: " ").map(String.init)
    let command = try Scrollfit.parseAsRoot(words)
    return try #require(command as? FitCommand).fit
  }
}
