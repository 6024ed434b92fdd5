import Reports

/// What a verb's work came to: a value where any input could be used, and what could not.
struct Outcome<Value> {
  let value: Value?
  let problems: [Diagnostic]

  init(_ value: Value?, problems: [Diagnostic] = []) {
    self.value = value
    self.problems = problems
  }
}

/// A finished report on its way out.
struct Delivery {
  /// Nil where no input could be used.
  let report: String?
  /// Whether every fit converged.
  let isComplete: Bool
  /// Whether a comparison found a difference: what it says outweighs an input that could not be used.
  var differs = false
  let problems: [Diagnostic]
  /// The page where one is asked for, and where it goes.
  var page: (content: Page, files: PageFiles)?

  /// Writes the page and the report, then ends the run as its inputs deserve.
  func deliver(to output: Output) throws(RunFailure) {
    guard let report else { throw RunFailure(.noInput, problems) }
    do {
      if let page { try page.files.write(page.content) }
      try output.write(report)
    } catch {
      // What was wrong with the inputs is told even where the report finds no place.
      throw RunFailure(error.status, problems + error.diagnostics)
    }
    guard !differs else { throw RunFailure(.different, problems) }
    guard isComplete && problems.isEmpty else { throw RunFailure(.partial, problems) }
  }
}
