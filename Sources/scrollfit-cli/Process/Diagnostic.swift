import Foundation
import Recordings
import Reports
import ScrollFitting

/// One line on standard error: `scrollfit: FILE:LINE:COLUMN: sentence`, the parts that are known.
struct Diagnostic: Error, Hashable, CustomStringConvertible {
  let file: String?
  /// Both from 1.
  let line: Int?
  let column: Int?
  let sentence: String
  /// Characters of a sentence that are printed. An option's value stands in it, before the reason that it is refused.
  private static let maximumLength = 1000

  init(file: String? = nil, line: Int? = nil, column: Int? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.column = column
    self.sentence = sentence
  }

  init(file: String, _ error: JSONError) {
    self.init(
      file: file, line: error.line, column: error.column, "not JSON: \(error.expected) is missing here")
  }

  init(file: String, _ error: TOMLError) {
    self.init(file: file, line: error.line, column: error.column, "TOML: \(error)")
  }

  /// Without line feed. A file's name or a bad field may hold anything: what would break the line or steer a terminal
  /// is written out.
  var description: String {
    let position = [file.map(FileName.shown)?.visible, line.map(String.init), column.map(String.init)]
      .compactMap(\.self)
    let lines = sentence.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    let whole = lines.joined(separator: " ").visible
    let half = Self.maximumLength / 2
    let sentence = whole.count > 2 * half ? "\(whole.prefix(half))…\(whole.suffix(half))" : whole
    return "scrollfit: \(position.isEmpty ? "" : position.joined(separator: ":") + ": ")\(sentence)"
  }

  func print() {
    // Where standard error is closed nobody can be told.
    try? FileDescriptor.write(description + "\n", to: STDERR_FILENO)
  }
}

extension Failure {
  /// The failure with the place it happened at.
  var diagnostic: Diagnostic {
    let position = [series.map { "series \($0)" }, axis.map { "axis \($0.rawValue)" }].compactMap(\.self)
    let prefix = position.isEmpty ? "" : position.joined(separator: ", ") + ": "
    return Diagnostic(file: source, prefix + error.sentence.commandLine)
  }
}

/// The exit status of the process.
enum ExitStatus: Int32 {
  case done = 0
  /// No input could be used; nothing stands on standard output.
  case noInput = 1
  /// Some input could not be used, or a fit did not converge; the rest is reported.
  case partial = 2
  /// A comparison found a difference.
  case different = 3
  /// Wrong usage (`EX_USAGE`).
  case usage = 64

  /// Runs a command and prints why it ended, if it did: the one place that writes errors.
  init(of run: () throws -> Void) {
    do {
      try run()
      self = .done
    } catch let failure as RunFailure {
      failure.diagnostics.forEach { $0.print() }
      self = failure.status
    } catch {
      Diagnostic("\(error)").print()
      self = .noInput
    }
  }

  func exit() -> Never { Foundation.exit(rawValue) }
}

/// The end of a run that is not `done`, and the lines that give the reason.
struct RunFailure: Error, Equatable {
  let status: ExitStatus
  let diagnostics: [Diagnostic]

  init(_ status: ExitStatus, _ diagnostics: [Diagnostic] = []) {
    self.status = status
    self.diagnostics = diagnostics
  }
}

/// The options by which settings of the library are given.
enum OptionName {
  /// Options that are not called like the setting.
  private static let own = [
    "columns": "column", "seriesColumn": "series", "selected": "select", "timesPerSecond": "time-unit",
    "others": "abscissa", "against": "abscissa", "fixed": "fix", "starts": "start", "ties": "tie",
    "edges": "edge",
  ]

  /// The option of a setting: `--frame-rate` of `frameRate`.
  static func of(_ setting: String) -> String {
    let words = setting.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    return "--" + (own[setting] ?? words)
  }
}

extension Sentence {
  /// The sentence with settings named by their options.
  var commandLine: String { text(naming: OptionName.of) }
}
