import Formula
import LeastSquares
import Recordings

/// Fits a formula to the columns of one recording.
struct FormulaFitting {
  package let trace: Trace
  let formula: Formula
  package let options: FitOptions

  /// - Throws: ``FitError`` where the formula and the columns do not agree, or the samples don't suffice.
  package func fit() throws(FitError) -> Fit {
    for (setting, isGiven) in [
      ("estimator compass-search-original", options.estimator == .compassSearchArticles),
      ("against", options.against != nil), ("joint", !options.joint.isEmpty),
    ] where isGiven {
      throw .excluded(setting, beside: "formula")
    }
    let range = try PhaseSamples.range(trace, options: options)
    let columns = columns(range)
    let bound: BoundFormula
    let scrollModel: TypedModel
    do {
      var tied = formula
      for (name, expression) in options.ties.sorted(by: { $0.key < $1.key }) {
        tied = try tied.replacing(name, with: expression)
      }
      bound = try tied.bound(to: Columns(columns))
      scrollModel = try TypedModel(bound, ranges: ranges(columns), bounded: Set(options.bounds.keys))
    } catch { throw .formula(error) }
    let phase = PhaseSamples(
      formula: bound.response, times: Array(trace.times[range]), kind: options.phaseKind)
    // What is tied is in the formula by now.
    var options = options
    options.ties = [:]
    let fixed = options.fixed.merging(scrollModel.given) { given, _ in given }
    let candidate = try EvaluationBudget.limiting(to: options.evaluationBudget) { () throws(FitError) in
      try Candidate(scrollModel, phase: phase, fixed: fixed, options: options)
    }
    return try EvaluationBudget.limiting(to: options.evaluationBudget) { () throws(FitError) in
      try FitReport(
        candidate, solution: candidate.solution(options), source: trace.source, series: trace.series,
        lengthUnit: "", options: options
      ).fit
    }
  }

  /// The columns that the formula names, and `t`: seconds since the first sample used.
  private func columns(_ range: Range<Int>) -> [(name: String, values: [Double])] {
    let times = trace.times[range]
    var columns = trace.others.sorted { $0.key < $1.key }.map {
      (name: $0.key, values: Array($0.value[range]))
    }
    if trace.timeBasis != .rowNumber || trace.others["t"] == nil {
      columns.removeAll { $0.name == "t" }
      columns.append((name: "t", values: times.map { $0 - (times.first ?? 0) }))
    }
    return columns
  }

  private func ranges(_ columns: [(name: String, values: [Double])]) -> [ClosedRange<Double>] {
    columns.filter { formula.right.names.contains($0.name) }.compactMap { column in
      guard let low = column.values.min(), let high = column.values.max() else { return nil }
      return low...high
    }
  }
}
