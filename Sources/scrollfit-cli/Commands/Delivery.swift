import Reports

/// The outcome of a verb: a value where any input could be used, and the problems.
struct Outcome<Value> {
  let value: Value?
  let problems: [Diagnostic]

  init(_ value: Value?, problems: [Diagnostic] = []) {
    self.value = value
    self.problems = problems
  }
}

/// The destinations of a verb's report and its page: checked before the work, written after it.
struct Delivery {
  private let report: Output
  /// Nil where no page is asked for.
  private let pages: PageFiles?

  /// Refuses what cannot be written.
  init(to file: OutputArguments, page: PageArguments? = nil) throws(RunFailure) {
    report = file.destination
    try report.check()
    if let page, page.isAsked {
      let pages = PageFiles(arguments: page, replacing: file.force)
      try pages.check(beside: report)
      self.pages = pages
    } else {
      pages = nil
    }
  }

  /// Writes the page and the report, then ends the run as its inputs deserve.
  ///
  /// - Parameters:
  ///   - isComplete: whether every fit converged.
  ///   - differs: whether a comparison found a difference: its status outweighs an input that could not be used.
  ///   - others: the files that were written beside the page, for a report that ends with the names of all; nil for a report that
  ///     does not.
  ///   - page: called only where one is asked for.
  ///   - text: the report; nil where there is none to be written after all.
  func deliver<Value>(
    _ outcome: Outcome<Value>, isComplete: (Value) -> Bool = { _ in true },
    differs: (Value) -> Bool = { _ in false }, others: [String]? = nil,
    page: ((Value) throws(RunFailure) -> Page)? = nil,
    text: (Value) -> String?
  ) throws(RunFailure) {
    let problems = outcome.problems
    guard let value = outcome.value, let text = text(value) else { throw RunFailure(.noInput, problems) }
    do {
      if let pages, let page { try pages.write(page(value)) }
      let files = others.map { $0.map(WrittenFile.sentence) + (pages?.written ?? []) } ?? []
      try report.write(text + (files.isEmpty ? "" : "\n" + files.map { $0 + "\n" }.joined()))
      pages?.open()
    } catch {
      // What was wrong with the inputs is told even where the report finds no place.
      throw RunFailure(error.status, problems + error.diagnostics)
    }
    guard !differs(value) else { throw RunFailure(.different, problems) }
    guard isComplete(value) && problems.isEmpty else { throw RunFailure(.partial, problems) }
  }

  /// Writes the page where one is asked for, then the report where there is one.
  func write(_ text: String?, page: () -> Page) throws(RunFailure) {
    if let pages { try pages.write(page()) }
    if let text { try report.write(text) }
    pages?.open()
  }
}
