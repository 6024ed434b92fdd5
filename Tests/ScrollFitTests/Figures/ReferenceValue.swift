import LeastSquares
import Testing

@testable import ScrollFit

/// Expects an estimate to be what the reference computed in 50 digits: the value to 1e-9 of max(|value|, standard error),
/// the error and the interval's ends to 1e-7.
///
/// - Parameters:
///   - factor: what the reference is multiplied by, where its unit is another.
///   - shift: what is added to it.
func expect(
  _ estimate: Estimate?, _ reference: JSONNode, _ place: String, factor: Double = 1, shift: Double = 0,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let estimate else {
    Issue.record("\(place): not reported", sourceLocation: sourceLocation)
    return
  }
  let value = reference["value"].number * factor + shift
  let error = reference["standardError"].number * factor
  #expect(
    abs(estimate.value - value) <= 1e-9 * max(abs(value), error), "\(place): \(estimate.value), not \(value)",
    sourceLocation: sourceLocation)
  #expect(
    agree(estimate.standardError ?? .nan, error, 1e-7),
    "\(place): error \(estimate.standardError ?? .nan), not \(error)", sourceLocation: sourceLocation)
  let ends = reference["interval"].numbers.map { $0 * factor + shift }
  guard ends.count == 2, let interval = estimate.interval else {
    Issue.record("\(place): no interval", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(interval.lowerBound - ends[0]) <= 1e-7 * error * 20
      && abs(interval.upperBound - ends[1]) <= 1e-7 * error * 20,
    "\(place): \(interval), not \(ends)", sourceLocation: sourceLocation)
}

/// Expects the statistics of residuals and of model selection.
func expect(
  _ fit: Fit, residuals: JSONNode, selection: JSONNode, _ place: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func check(_ name: String, _ value: Double?, _ reference: JSONNode, _ tolerance: Double = 1e-9) {
    let value = value ?? .nan
    #expect(
      agree(value, reference.number, tolerance), "\(place) \(name): \(value), not \(reference.number)",
      sourceLocation: sourceLocation)
  }
  let ours = fit.residuals
  check("count", Double(ours.count), residuals["count"], 0)
  check("degrees of freedom", Double(ours.degreesOfFreedom), residuals["degreesOfFreedom"], 0)
  check("sum of squares", ours.sumOfSquares, residuals["sumOfSquares"])
  check("rms", ours.rms, residuals["rms"])
  check("maximum", ours.maximum, residuals["maximum"], 1e-8)
  check("Durbin–Watson", ours.durbinWatson, residuals["durbinWatson"], 1e-8)
  let runs = RunsTest(fit.curve.residuals)
  check("runs", Double(runs.runs), residuals["runs", "count"], 0)
  check("runs z", runs.z, residuals["runs", "z"])
  guard selection.exists else { return }
  check("AICc", fit.selection.aicc, selection["aicc"])
  check("BIC", fit.selection.bic ?? .nan, selection["bic"])
  check("R²", fit.selection.rSquared, selection["rSquared"], 1e-12)
}

/// Whether a number rounds to a printed one: `10.9038`.
func rounds(_ value: Double?, to text: String) -> Bool {
  guard let value, let printed = Double(text) else { return false }
  let mantissa = text.split(separator: "e")[0]
  let exponent = text.split(separator: "e").dropFirst().first.flatMap { Int($0) } ?? 0
  let decimals = mantissa.split(separator: ".").dropFirst().first?.count ?? 0
  var lastPlace = 1.0
  for _ in 0..<abs(exponent - decimals) { lastPlace = exponent < decimals ? lastPlace / 10 : lastPlace * 10 }
  return abs(value - printed) <= 0.5 * lastPlace * (1 + 1e-9)
}
