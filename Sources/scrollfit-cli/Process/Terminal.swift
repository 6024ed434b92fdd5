import Foundation

/// The terminal that standard output may be.
enum Terminal {
  /// Columns of text where standard output is no terminal.
  private static let defaultWidth = 80

  /// The columns of the terminal that a report goes to; 80 for a file and a pipe.
  static func width(of destination: Output) -> Int {
    var size = winsize()
    guard isTerminal(destination), ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return defaultWidth
    }
    return max(40, Int(size.ws_col))
  }

  /// A report with its verdicts in color where it goes to a terminal: same green, different red, undecided yellow.
  static func colored(_ text: String, to destination: Output) -> String {
    guard isTerminal(destination), acceptsColor(ProcessInfo.processInfo.environment) else { return text }
    return colored(text)
  }

  /// Returns true unless the environment refuses escape sequences for color (https://no-color.org).
  static func acceptsColor(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The text with its headings bold, and its verdicts in their color.
  static func colored(_ text: String) -> String {
    let colors: [(mark: String, code: Int)] = [("✓ ", 32), ("✗ ", 31), ("? ", 33)]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if let color = colors.first(where: { line.hasPrefix("  " + $0.mark) || line.contains(": " + $0.mark) })
      {
        return "\u{1b}[\(color.code)m\(line)\u{1b}[0m"
      }
      return line.isEmpty || line.hasPrefix(" ") ? String(line) : "\u{1b}[1m\(line)\u{1b}[0m"
    }.joined(separator: "\n")
  }

  private static func isTerminal(_ destination: Output) -> Bool {
    destination == .standard && isatty(STDOUT_FILENO) == 1
  }
}
