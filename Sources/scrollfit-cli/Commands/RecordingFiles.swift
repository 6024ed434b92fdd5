import Recordings

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
      if let video = VideoFile(path: file.path) {
        do { traces.append(try video.trace()) } catch {
          problems.append(Diagnostic(file: file.path, error.sentence.commandLine))
        }
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
