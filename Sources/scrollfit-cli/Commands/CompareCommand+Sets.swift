import Recordings
import Reports
import ScrollAnalysis

extension CompareCommand {
  /// Side A where it is saved, and the comparison where there is a side B.
  func compared() throws(RunFailure) -> (
    saved: Outcome<MotionSet>, comparison: Outcome<FeelComparison>?
  ) {
    if let engine {
      let b = try side(sides[0])
      guard let set = b.value else { return (Outcome(nil), Outcome(nil, problems: b.problems)) }
      return (
        Outcome(nil),
        outcome(problems: b.problems) { () throws(ComparisonError) in
          try FeelComparison(like: engine, set, limit: limit, confidence: confidence)
        }
      )
    }
    let a: Outcome<MotionSet>
    if let file = comparison.baseline {
      a = baseline(file)
    } else {
      a = try side(sides[0])
    }
    guard comparison.baseline != nil || sides.count == 2 else {
      guard let set = a.value, set.motions.isEmpty else { return (a, nil) }
      let empty = Diagnostic(ComparisonError.noMotions(set.name).description)
      return (Outcome(nil, problems: a.problems + [empty]), nil)
    }
    let b = try side(sides[sides.count - 1])
    guard let first = a.value, let second = b.value else { return (a, Outcome(nil, problems: b.problems)) }
    let result = outcome(problems: b.problems) { () throws(ComparisonError) in
      try FeelComparison(
        first, second, limit: limit, confidence: confidence,
        groupKeys: comparison.groupKeys, ignoresMissing: comparison.ignoreMissing)
    }
    return (a, result)
  }

  private func outcome(
    problems: [Diagnostic], _ make: () throws(ComparisonError) -> FeelComparison
  ) -> Outcome<FeelComparison> {
    do throws(ComparisonError) { return Outcome(try make(), problems: problems) } catch {
      return Outcome(nil, problems: problems + [Diagnostic(error.description)])
    }
  }

  /// The motions of a recording or of the recordings in a folder.
  private func side(_ path: String) throws(RunFailure) -> Outcome<MotionSet> {
    var traces: [Trace] = []
    var problems: [Diagnostic] = []
    for file in InputPaths([path]).files {
      if let problem = file.problem {
        problems.append(Diagnostic(file: file.path, problem))
        continue
      }
      let (own, wrong) = try recordings(file.path)
      traces += own
      problems += wrong
    }
    guard !traces.isEmpty else { return Outcome(nil, problems: problems) }
    let (set, failures) = MotionSet.analyzed(
      traces, name: path, options: fitOptions, groupKeys: comparison.groupKeys)
    return Outcome(set, problems: problems + failures.map(\.diagnostic))
  }

  /// The recordings of a file, split by the column of the first group where the file has it.
  private func recordings(
    _ file: String
  ) throws(RunFailure) -> (traces: [Trace], problems: [Diagnostic]) {
    var options = reading.options()
    if options.seriesColumn == nil, file != "-", let key = comparison.groupKeys.first {
      options.seriesColumn = key
      if let traces = try? RecordingReader(options: options).traces(at: file) {
        return (traces.map { $0.grouped(by: key) }, [])
      }
      options.seriesColumn = nil
    }
    return try RecordingFiles.read([file], options)
  }

  private func baseline(_ path: String) -> Outcome<MotionSet> {
    do {
      return Outcome(try MotionSet(baseline: JSONValue(json: ReferenceFiles.bytes(of: path))))
    } catch let error as Diagnostic {
      return Outcome(nil, problems: [error])
    } catch let error as JSONError {
      let problem = Diagnostic(file: path, error)
      return Outcome(
        nil,
        problems: [
          Diagnostic(
            file: path, line: problem.line, column: problem.column,
            "no baseline, which compare --save-baseline FILE writes: \(problem.sentence)")
        ])
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: path, "\(error)")])
    }
  }
}

extension Trace {
  /// The recording with its series, the rows of one value of a column, as that value in its header.
  fileprivate func grouped(by key: String) -> Trace {
    guard var value = series else { return self }
    // A clock that starts anew makes a further series of the same value: `iPhone/2`.
    if let slash = value.lastIndex(of: "/"), Int(value[value.index(after: slash)...]) != nil {
      value = String(value[..<slash])
    }
    return withHeader(header + [JSONMember(key, .string(value))])
  }
}
