import LeastSquares
import ScrollFitting
import Testing

/// Expects an estimate to be what the reference computed in 50 digits: the value to 1e-9 of max(|value|, standard error),
/// the error and the interval's ends to 1e-7.
///
/// - Parameters:
///   - factor: what the reference is multiplied by, where its unit is another.
///   - shift: what is added to it.
package func expect(
  _ estimate: Estimate?, _ reference: JSONNode, _ position: String, factor: Double = 1, shift: Double = 0,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  // The macros of Testing are there for test targets alone.
  let sourceLocation = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let estimate else {
    Issue.record("\(position): not reported", sourceLocation: sourceLocation)
    return
  }
  let value = reference["value"].number * factor + shift
  let error = reference["standardError"].number * factor
  check(
    abs(estimate.value - value) <= 1e-9 * max(abs(value), error),
    "\(position): \(estimate.value), not \(value)",
    sourceLocation: sourceLocation)
  check(
    agree(estimate.standardError ?? .nan, error, 1e-7),
    "\(position): error \(estimate.standardError ?? .nan), not \(error)", sourceLocation: sourceLocation)
  let ends = reference["interval"].numbers.map { $0 * factor + shift }
  guard ends.count == 2, let interval = estimate.interval else {
    Issue.record("\(position): no interval", sourceLocation: sourceLocation)
    return
  }
  check(
    abs(interval.lowerBound - ends[0]) <= 1e-7 * error * 20
      && abs(interval.upperBound - ends[1]) <= 1e-7 * error * 20,
    "\(position): \(interval), not \(ends)", sourceLocation: sourceLocation)
}

/// Expects the statistics of residuals and of model selection.
package func expect(
  _ fit: Fit, residuals: JSONNode, selection: JSONNode, _ position: String,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  // The macros of Testing are there for test targets alone.
  let sourceLocation = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  func compare(_ name: String, _ value: Double?, _ reference: JSONNode, _ tolerance: Double = 1e-9) {
    let value = value ?? .nan
    check(
      agree(value, reference.number, tolerance), "\(position) \(name): \(value), not \(reference.number)",
      sourceLocation: sourceLocation)
  }
  let ours = fit.residuals
  compare("count", Double(ours.count), residuals["count"], 0)
  compare("degrees of freedom", Double(ours.degreesOfFreedom), residuals["degreesOfFreedom"], 0)
  compare("sum of squares", ours.sumOfSquares, residuals["sumOfSquares"])
  compare("rms", ours.rms, residuals["rms"])
  compare("maximum", ours.maximum, residuals["maximum"], 1e-8)
  compare("Durbin–Watson", ours.durbinWatson, residuals["durbinWatson"], 1e-8)
  let runs = RunsTest(fit.curve.residuals)
  compare("runs", Double(runs.runs), residuals["runs", "count"], 0)
  compare("runs z", runs.z, residuals["runs", "z"])
  guard selection.exists else { return }
  compare("AICc", fit.selection.aicc, selection["aicc"])
  compare("BIC", fit.selection.bic ?? .nan, selection["bic"])
  compare("R²", fit.selection.rSquared, selection["rSquared"], 1e-12)
}

/// True if a number rounds to a printed one: `10.9038`.
package func rounds(_ value: Double?, to text: String) -> Bool {
  guard let value, let printed = Double(text) else { return false }
  let mantissa = text.split(separator: "e")[0]
  let exponent = text.split(separator: "e").dropFirst().first.flatMap { Int($0) } ?? 0
  let decimals = mantissa.split(separator: ".").dropFirst().first?.count ?? 0
  var lastPlace = 1.0
  for _ in 0..<abs(exponent - decimals) { lastPlace = exponent < decimals ? lastPlace / 10 : lastPlace * 10 }
  return abs(value - printed) <= 0.5 * lastPlace * (1 + 1e-9)
}

/// Records an issue where a condition does not hold.
private func check(_ condition: Bool, _ comment: String, sourceLocation: SourceLocation) {
  if !condition { Issue.record(Comment(rawValue: comment), sourceLocation: sourceLocation) }
}
