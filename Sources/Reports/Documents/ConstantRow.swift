import Numerals
import ScrollFitting
import ScrollModels

/// A constant of the recording beside that of an engine.
struct ConstantRow {
  fileprivate(set) var name: String
  let own: String
  let other: String
  /// The only phase that the constant is of: `at 0.45 s`; nil for a constant of several phases.
  fileprivate let position: String?

  /// The entry of an engine that moves by another model.
  static let anotherModel = "another model"

  /// - Parameters:
  ///   - other: the engine's value; nil where its model has no such constant.
  ///   - missing: the engine's entry without a value.
  init(
    _ motion: String, _ constant: String, unit: String, value: Double, error: Double?, other: Double? = nil,
    without missing: String = anotherModel, position: String? = nil
  ) {
    self.position = position
    guard constant == ParameterName.decayConstant.id else {
      name = "\(motion) \(constant.inWords)"
      own = Self.text(value, error: error, unit: unit)
      self.other = other.map { Numerals.significant($0, 4) } ?? missing
      return
    }
    // Toolkits have the factor of a millisecond, e^(−k/1000), with the error σₖ e^(−k/1000)/1000.
    let rate = DecelerationRate.rate(decayConstant: value)
    name = "deceleration rate"
    own = Self.text(rate, error: error.map { $0 * rate / 1000 }, unit: "")
    self.other =
      other.map { Numerals.significant(DecelerationRate.rate(decayConstant: $0)) } ?? missing
  }

  /// A parameter of a formula, by the name that was typed.
  init(_ parameter: Estimate, position: String) {
    name = parameter.name
    own = Self.text(parameter.value, error: parameter.standardError, unit: parameter.unit)
    other = ""
    self.position = position
  }

  /// `10.9038 ± 0.0057 1/s`. Offsets that were computed and not rounded have errors of rounding alone: nine digits.
  private static func text(_ value: Double, error: Double?, unit: String) -> String {
    if let error, error < 1e-9 * value.magnitude { return quantity(value, unit, digits: 9) }
    return measured(value, error: error, unit: unit)
  }
}

extension [ConstantRow] {
  /// The rows with the place of their phase where rows of one name have different values; rows that are equal become one.
  var distinguished: [ConstantRow] {
    let values = Dictionary(grouping: self, by: \.name).mapValues { Set($0.map(\.own)) }
    var shown: Set<String> = []
    return compactMap { row in
      var row = row
      if let position = row.position, let values = values[row.name], values.count > 1 {
        row.name += " " + position
      }
      return shown.insert(row.name + "\n" + row.own + "\n" + row.other).inserted ? row : nil
    }
  }
}

extension String {
  /// `naturalFrequency` as `natural frequency`.
  fileprivate var inWords: String {
    map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}
