/// The files that a verb writes, by the options that name them.
struct WrittenFiles {
  private let files: [(option: String, path: String)]

  /// - Parameter files: the options and what they were given; nil and `-` are no files.
  init(_ files: [(option: String, path: String?)]) {
    self.files = files.compactMap { option, path in
      path.flatMap { $0 == "-" || Output.isStream($0) ? nil : (option, $0) }
    }
  }

  /// Refuses two of one name, and what would replace an input, whatever `--force` allows.
  ///
  /// - Parameter inputs: files; those of folders and patterns one by one.
  func check(keeping inputs: @autoclosure () throws(RunFailure) -> [String]) throws(RunFailure) {
    var options: [String: String] = [:]
    for (option, path) in files {
      if let other = options.updateValue(option, forKey: Output.resolved(path)) {
        throw Self.refusal(path, "\(other) and \(option) name the same file")
      }
    }
    // What is not there yet is no input: of a million of these none is looked at.
    let replaced = files.filter { Output.isThere($0.path) }
    guard !replaced.isEmpty else { return }
    let kept = Set(try inputs().map(Output.resolved))
    for (option, path) in replaced where kept.contains(Output.resolved(path)) {
      throw Self.refusal(path, "\(option) names an input: name another file")
    }
  }

  private static func refusal(_ path: String, _ sentence: String) -> RunFailure {
    RunFailure(.usage, [Diagnostic(file: path, sentence)])
  }
}
