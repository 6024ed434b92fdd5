import ArgumentParser
import LeastSquares
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

/// The help of a verb: examples first, then its description.
extension CommandConfiguration {
  /// - Parameters:
  ///   - examples: three command lines without the program's name.
  ///   - discussion: what the examples do not show.
  init(verb: String, abstract: String, examples: [String], discussion: String = "") {
    let lines = examples.map { $0.isEmpty ? "  scrollfit \(verb)" : "  scrollfit \(verb) \($0)" }
    let parts = [
      "EXAMPLES:\n" + lines.joined(separator: "\n"), discussion,
      "All options: scrollfit \(verb) --help-all",
    ]
    // A verb is parsed alone, and is called by the program's name before its own all the same.
    self.init(
      commandName: verb, _superCommandName: Scrollfit.name, abstract: abstract,
      discussion: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"), version: Scrollfit.version)
  }
}

extension ArgumentVisibility {
  /// Options that `--help` omits and `--help-all`, man pages and completions include.
  static var uncommon: Self { HelpDetail.isComplete ? .default : .hidden }
}

/// The extent of the help that is being made.
enum HelpDetail {
  @TaskLocal static var isComplete = false

  /// The options of completions and man pages, which are of all verbs together.
  private static let ofProgram = ["--generate-completion-script", "--experimental-dump-help"]

  /// Returns true if arguments ask for what is of all verbs together.
  static func isOfProgram(_ arguments: [String]) -> Bool { contains(arguments, ofProgram) }

  private static func contains(_ arguments: [String], _ options: [String]) -> Bool {
    arguments.contains { argument in options.contains { argument == $0 || argument.hasPrefix($0 + "=") } }
  }

  /// Runs `body` with the arguments that the parser knows and the extent of help that they ask for.
  static func with(_ arguments: [String], _ body: ([String]) throws -> Void) rethrows {
    let isComplete = contains(arguments, ["--help-all"] + ofProgram)
    try $isComplete.withValue(isComplete) {
      try body(arguments.map { $0 == "--help-all" ? "--help" : $0 })
    }
  }
}

/// Sentences about wrong usage that suggest what was meant.
enum UsageMessage {
  /// An example of each value that has a form.
  private static let forms = [
    "--edge": "0...3500, or ...3500 where one edge is known", "--column": "time=t,y=offset",
    "--fix": "rest=88", "--start": "damping=11", "--bounds": "damping=8...14",
    "--width": "85mm", "<name=value>": "decelerationRate=0.998",
  ]

  /// The choices of the options that the short help omits: the parser names those of the others alone.
  private static let choices = [
    "--axis": AxisChoice.allValueStrings, "--estimator": Estimator.allValueStrings,
    "--loss": RobustLoss.allValueStrings, "--noise": NoiseModel.allValueStrings,
    "--intervals": IntervalKind.allValueStrings, "--input-format": InputFormat.allValueStrings,
    "--time-unit": TimeUnitChoice.allValueStrings, "--velocity-unit": VelocityUnit.allValueStrings,
  ]

  /// The options that write what is no format of the report, and a sentence about each.
  private static let files = [
    "html": ("--html", "A page is written by --html FILE."),
    "junit": ("--junit", "A JUnit file is written by --junit FILE."),
    "svg": ("--plot", "A figure is written by --plot FILE.svg."),
    "pdf": ("--plot", "A figure is written by --plot FILE.pdf."),
    "png": ("--plot", "A figure is written by --plot FILE.png."),
  ]

  /// The sentence for a first word that is no verb; nil for a verb and for options.
  static func unknownVerb(_ arguments: [String], verbs: [String]) -> String? {
    let isHelp = arguments.first == "help"
    guard let word = (isHelp ? arguments.dropFirst() : arguments[...]).first, !word.hasPrefix("-"),
      !(verbs + ["help"]).contains(word)
    else { return nil }
    let suggestion = Catalogue.nearest(to: word, among: verbs).map { "did you mean '\($0)'?" }
    return "no verb '\(word)': \(suggestion ?? "scrollfit --help lists the verbs")"
  }

  /// A message of the parser with an example of the value's form, or with the nearest of its choices.
  ///
  /// - Parameters:
  ///   - verb: the one that was given: no option of another is suggested for it.
  ///   - options: those of each verb.
  static func improved(
    _ message: String, verb: String?, options: [(verb: String, options: Set<String>)]
  ) -> String {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    if message.hasPrefix("Unknown option '"), quoted.count == 3 {
      let owners = options.filter { $0.options.contains(quoted[1]) }.map(\.verb)
      return owners.isEmpty ? message : "\(message), which belongs to \(owners.joined(separator: ", "))"
    }
    guard message.hasPrefix("The value '"), quoted.count > 3 else { return message }
    let options = options.first { $0.verb == verb }?.options ?? []
    let value = quoted[1]
    let option = quoted[3].split(separator: " ").first.map(String.init) ?? ""
    if option == "--format", let (writer, sentence) = files[value], options.contains(writer) {
      return "\(message) \(sentence)"
    }
    if let form = forms[option] { return "\(message); for example \(form)" }
    if quoted.count == 5, let known = choices[option], let last = known.last {
      let list = known.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
      let meant = Catalogue.nearest(to: value, among: known).map { " Did you mean '\($0)'?" } ?? ""
      return "\(message).\(meant) Please provide one of \(list)."
    }
    // The parser lists few choices in one line, many on lines of their own.
    let lines = message.split(separator: "\n").filter { $0.contains("- ") }
    let choices =
      stride(from: 5, to: quoted.count, by: 2).map { quoted[$0] }
      + lines.map { String($0.drop { " -".contains($0) }) }
    guard let nearest = Catalogue.nearest(to: value, among: choices) else { return message }
    return message.replacing("Please provide", with: "Did you mean '\(nearest)'? Please provide")
  }
}
