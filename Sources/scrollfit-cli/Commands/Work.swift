import ScrollFit

/// The calls into the library, one for each verb: everything else here is words.
///
/// An input that cannot be used is a problem of the outcome; options that are wrong whatever the input end the run.
enum Work {
  /// One recording file: its analysis, and what in it could not be used.
  static func fit(_ file: String, _ command: FitCommand) throws(RunFailure) -> Outcome<Analysis> {
    Outcome(nil, problems: [Diagnostic(file: file, "fit is not built in")])
  }

  /// The table of both formulas, with the regression of `--data`.
  static func project(_ command: ProjectCommand) throws(RunFailure) -> Outcome<ProjectionAnalysis> {
    Outcome(nil, problems: [Diagnostic("project is not built in")])
  }

  /// Every claim, from the data built in or that of `--data`.
  static func reproduce(_ command: ReproduceCommand) throws(RunFailure) -> Outcome<[Claim]> {
    Outcome(nil, problems: [Diagnostic("reproduce is not built in")])
  }
}
