import Recordings
import Reports
import ScreenRecordings
import ScrollFitting

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

  /// Refuses what cannot be written, what would replace an input, and two files of one name.
  ///
  /// - Parameters:
  ///   - others: further files that the verb writes, by their options.
  ///   - inputs: the files, folders and patterns that are read and must stay, whatever `--force` allows.
  init(
    to file: OutputArguments, page: PageArguments? = nil,
    beside others: [(option: String, path: String?)] = [],
    keeping inputs: [String]
  ) throws(RunFailure) {
    report = file.destination
    try WrittenFiles(others + [("--html", page?.html), ("--output", file.output)])
      .check(keeping: InputPaths(inputs).files.map(\.path))
    try report.check()
    if let page, page.isAsked {
      let pages = PageFiles(arguments: page, replacing: file.force)
      try pages.check()
      self.pages = pages
    } else {
      pages = nil
    }
  }

  /// Writes the page and the report, the latter also where the page cannot be written, then ends the run as its inputs deserve.
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
    do throws(RunFailure) {
      let failure = written(page, of: value)
      // A picture that must stay is refused before anything is written.
      if let failure, failure.status == .usage { throw failure }
      let pages = failure == nil ? pages : nil
      let files = others.map { $0.map(WrittenFile.sentence) + (pages?.written ?? []) } ?? []
      try report.write(text + (files.isEmpty ? "" : "\n" + files.map { $0 + "\n" }.joined()))
      if let failure { throw RunFailure(.partial, failure.diagnostics) }
      pages?.open()
    } catch {
      // What was wrong with the inputs is told even where the report finds no place.
      throw RunFailure(error.status, problems + error.diagnostics)
    }
    guard !differs(value) else { throw RunFailure(.different, problems) }
    guard isComplete(value) && problems.isEmpty else { throw RunFailure(.partial, problems) }
  }

  /// Writes the page where one is asked for; what keeps it from being written, as the report is not to be lost with it.
  private func written<Value>(_ page: ((Value) throws(RunFailure) -> Page)?, of value: Value) -> RunFailure? {
    guard let pages, let page else { return nil }
    do throws(RunFailure) {
      try pages.write(page(value))
      return nil
    } catch {
      return error
    }
  }

  /// Writes the page where one is asked for, then the report where there is one.
  func write(_ text: String?, page: () -> Page) throws(RunFailure) {
    if let pages { try pages.write(page()) }
    if let text { try report.write(text) }
    pages?.open()
  }
}

/// The recordings of the files that a verb is given.
enum RecordingFiles {
  /// The recordings of all files, and the files that could not be read.
  static func read(
    _ files: [String], _ options: ReadingOptions
  ) throws(RunFailure) -> (traces: [Trace], problems: [Diagnostic]) {
    let reader = RecordingReader(options: options)
    var traces: [Trace] = []
    var problems: [Diagnostic] = []
    for file in InputPaths(files).files {
      if let problem = file.problem {
        problems.append(Diagnostic(file: file.path, problem))
        continue
      }
      do throws(ScreenRecordingError) {
        if let video = try VideoFile(path: file.path, reading: options) {
          traces.append(try video.trace())
          continue
        }
      } catch {
        problems.append(Diagnostic(file: file.path, error.sentence.commandLine))
        continue
      }
      do { traces += try reader.traces(at: file.path) } catch {
        problems.append(try error.problem())
      }
    }
    return (traces, problems)
  }
}

extension ReadingError {
  /// The problem of a file that cannot be read.
  ///
  /// - Throws: the end of the run where the options are wrong, whatever the file.
  func problem() throws(RunFailure) -> Diagnostic {
    let problem = Diagnostic(file: file, line: line, column: column, words)
    if isUsage { throw RunFailure(.usage, [problem]) }
    return problem
  }

  /// The sentence; a column that the settings name and the file does not have is named by their file, not by an option.
  private var words: String {
    guard case .unknownColumn(let setting, let name, _) = problem, let file = Settings.current.file,
      let column = Settings.current.columns.first(where: { $0.text == name }),
      setting == "columns \(column.name)"
    else { return sentence.commandLine }
    let position = "columns.\(column.name) in \(FileName.shown(file))"
    return sentence.commandLine.replacing(
      "\(OptionName.of("columns")) \(column.name)", with: position, maxReplacements: 1)
  }
}

/// The files that a page's options ask for.
struct PageFiles {
  let arguments: PageArguments
  /// True if pictures that exist are replaced; a page always is.
  let replacing: Bool

  /// Refuses what cannot be written before the work begins.
  func check() throws(RunFailure) {
    if let html = arguments.html { try Output(path: html, replacing: true).check() }
    if let folder = arguments.svg { try OutputFolder(path: folder).check() }
  }

  /// Writes the page, then its pictures; none where one of them would replace a file that must stay.
  func write(_ page: Page) throws(RunFailure) {
    var files: [(output: Output, text: String)] = []
    if let html = arguments.html { files.append((Output(path: html, replacing: true), page.html())) }
    if let folder = arguments.svg {
      try OutputFolder(path: folder).make()
      for picture in page.pictures {
        files.append((Output(path: "\(folder)/\(picture.name).svg", replacing: replacing), picture.svg()))
      }
    }
    for file in files { try file.output.check() }
    for file in files { try file.output.write(file.text) }
  }

  /// The files that were written, with their sizes, for the report: `wrote fit.html (0.9 MB)`.
  var written: [String] {
    let page = arguments.html.map { [WrittenFile.sentence(of: $0)] } ?? []
    return page + (arguments.svg.map { ["wrote the pictures into \(FileName.shown($0))/"] } ?? [])
  }

  /// Opens the page where that is asked for.
  func open() {
    if arguments.open, let html = arguments.html { PageOpener.open(html) }
  }
}
