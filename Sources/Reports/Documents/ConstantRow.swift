import Numerals
import Recordings
import ScrollAnalysis
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

extension FeelComparison {
  /// The constants of the recording beside the engine's, by phase.
  var constantRows: [ConstantRow] { phases.flatMap(\.constantRows) }
}

extension FeelComparison.PhaseComparison {
  /// The constants of B beside those of A; the viewport's length is no constant of an engine.
  var constantRows: [ConstantRow] {
    b.constants.filter { $0.name != ParameterName.dimension.id }.map { own in
      ConstantRow(
        phase.noun, own.name, unit: own.unit, value: own.value, error: own.standardError,
        other: constants.first { $0.name == own.name }?.a.value)
    }
  }
}

extension EngineCurveFit {
  /// The constants of the engine's own curve in this phase beside the engine's.
  func constantRows(position: String) -> [ConstantRow] {
    constants.map { constant in
      ConstantRow(
        kind.noun, constant.own.name, unit: constant.own.unit, value: constant.own.value,
        error: constant.own.standardError, other: constant.engine, position: position)
    }
  }
}

extension Answer {
  /// The row of the engine that has a fit's model in a phase where recordings are not compared by that model: one that decelerates by a
  /// power of the time that is left.
  fileprivate func row(of fit: Fit) -> CatalogueEntry? {
    guard fit.model == .powerDeceleration, curves.contains(where: { $0.kind.rawValue == fit.phase }),
      let engine = engine.flatMap({ try? ScrollEngine(named: $0) })
    else { return nil }
    return engine.rows.values.first { $0.model.fitted?.model == fit.model }
  }
}

extension Fit {
  /// The constants that no fitted model compares, beside what the engine has of them; empty where the engine's own curve has constants of
  /// its own for such a phase.
  func constantRows(beside answer: Answer?, position: String) -> [ConstantRow] {
    let curves = answer?.curves.filter { $0.kind.rawValue == phase } ?? []
    guard curves.allSatisfy(\.constants.isEmpty) else { return [] }
    let known = answer?.row(of: self).map { Array(zip($0.model.constants.map(\.name), $0.values)) } ?? []
    let ofRow = known.compactMap { self[ParameterName($0.0)] }
    return (ofRow.isEmpty ? constants : ofRow).map { constant in
      if model == .formula { return ConstantRow(constant, position: position) }
      return ConstantRow(
        PhaseKind(rawValue: phase)?.noun ?? model.entry.kind.noun, constant.name, unit: constant.unit,
        value: constant.value, error: constant.standardError,
        other: known.first { $0.0 == constant.name }?.1,
        without: curves.isEmpty ? "" : ConstantRow.anotherModel,
        position: position)
    }
  }

  /// The parameters that two motions of one engine share, of those that the samples determine.
  var constants: [Estimate] {
    // All parameters of a formula are the user's.
    if model == .formula { return parameters.filter { !$0.fixed } }
    let names = Set(model.constants.map(\.name))
    return parameters.filter { names.contains($0.name) && $0.isDetermined }
  }
}
