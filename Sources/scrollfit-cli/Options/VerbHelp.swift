import ArgumentParser

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
    self.init(
      commandName: verb, abstract: abstract,
      discussion: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }
}

extension ArgumentVisibility {
  /// Options that `--help` omits and `--help-all`, man pages and completions include.
  static var uncommon: Self { HelpDetail.isComplete ? .default : .hidden }
}

/// The extent of the help that is being made.
enum HelpDetail {
  @TaskLocal static var isComplete = false

  /// The option of the complete help, and those of completions and man pages.
  private static let complete = ["--help-all", "--generate-completion-script", "--experimental-dump-help"]

  /// Runs `body` with the arguments that the parser knows and the extent of help that they ask for.
  static func with(_ arguments: [String], _ body: ([String]) throws -> Void) rethrows {
    let isComplete = arguments.contains { argument in
      complete.contains { argument == $0 || argument.hasPrefix($0 + "=") }
    }
    try $isComplete.withValue(isComplete) {
      try body(arguments.map { $0 == "--help-all" ? "--help" : $0 })
    }
  }
}
