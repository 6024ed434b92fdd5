import Recordings

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
