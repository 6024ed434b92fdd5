import Certification
import Recordings

extension Certification {
  /// `scrollfit.certify/1`. `start` is null for a linear dataset. A number that is not finite is null, with a warning.
  var json: JSONValue {
    .object(
      [
        "schema": .string("scrollfit.certify/1"),
        "datasets": .array(fits.map(\.json)),
        "summary": .array(summaries.map(\.json)),
      ], warnings: fits.flatMap(\.warnings))
  }
}

extension CertifiedFit {
  /// The name of the fit: `Misra1a, start 2`.
  var label: String { name + (start.map { ", start \($0)" } ?? "") }

  fileprivate var json: JSONValue {
    [
      "name": .string(name),
      "start": start.map(JSONValue.integer) ?? .null,
      "parameters": .array(parameters.map(\.json)),
      "residualSumOfSquares": .number(residualSumOfSquares),
      "lreResidualSumOfSquares": .number(residualSumOfSquaresDigits),
      "converged": .bool(termination.converged),
      "iterations": .integer(iterations),
      "kind": .string(kind.rawValue),
      "level": .string(level?.rawValue.lowercased()),
      "source": .string(file),
      "certifiedResidualSumOfSquares": .number(certifiedResidualSumOfSquares),
      "degreesOfFreedom": .integer(degreesOfFreedom),
      "lowest": .number(lowestDigits),
      "bar": .number(kind.bar),
      "termination": .string(termination.rawValue),
      "evaluations": .integer(evaluations),
      "gradient": .number(gradient.flatMap { $0.isFinite ? $0 : nil }),
      "conditionNumber": .number(conditionNumber.flatMap { $0.isFinite ? $0 : nil }),
      "lowerMinimum": .number(lowerMinimum),
      "notes": .strings(notes),
    ]
  }

  /// The reason that a number of it is null.
  fileprivate var warnings: [String] {
    let rows = parameters.flatMap { row in
      [("value", row.value), ("standardError", row.standardError)].filter { !$0.1.isFinite }
        .map { "\(label): \(row.name) has no finite \($0.0): null" }
    }
    let sum =
      residualSumOfSquares.isFinite ? [] : ["\(label): residualSumOfSquares has no finite value: null"]
    let condition =
      conditionNumber.map(\.isFinite) ?? true
      ? [] : ["\(label): the data leave a direction undetermined, conditionNumber is infinite: null"]
    return rows + sum + condition
  }
}

extension CertifiedFit.Row {
  fileprivate var json: JSONValue {
    [
      "name": .string(name),
      "value": .number(value),
      "standardError": .number(standardError),
      "certified": .number(certified),
      "certifiedStandardError": .number(certifiedStandardError),
      "lre": .number(digits),
      "lreStandardError": .number(standardErrorDigits),
    ]
  }
}

extension Certification.Summary {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue),
      "count": .integer(count),
      "bar": .number(kind.bar),
      "aboveBar": .integer(aboveBar),
      "converged": .integer(converged),
      "lowest": .number(lowestDigits),
      "meanParameters": .number(meanParameterDigits),
    ]
  }
}
