import Numerals
import Recordings
import ScrollFitting
import ScrollModels

extension Analysis {
  /// The constants of the models with their errors and intervals: what an article has in a table. Pooled values come last.
  var latexDocument: Document {
    let level = Numerals.percent(fits.first?.intervals.confidence ?? 0.95)
    let table = Document.Table(
      constantRows,
      [
        ("recording", .left, \.recording), ("model", .left, \.model), ("constant", .left, \.estimate.name),
        ("value", .left, \.estimate.text), ("\(level) interval", .left, \.estimate.intervalText),
      ])
    return Document(
      blocks: [.paragraph("needs \\usepackage{booktabs}"), .table(table)]
        + reportSentences.map { .paragraph("to report: \($0)") })
  }

  /// A constant of a model with the recording or the pool that it is of.
  private struct Row {
    let recording: String
    let model: String
    let estimate: Estimate
  }

  private var constantRows: [Row] {
    let counts = Dictionary(grouping: fits, by: \.recordingName).mapValues(\.count)
    let own = fits.flatMap { fit in
      let title = fit.recordingName.title
      let position = (counts[fit.recordingName] ?? 0) > 1
      return fit.ownConstants.map { estimate in
        Row(
          recording: position ? "\(title) at \(Numerals.significant(fit.from, 3)) s" : title,
          model: fit.model.id,
          estimate: estimate)
      }
    }
    let pooled = joint.map {
      Row(recording: "joint fit", model: fits.first?.model.id ?? "", estimate: $0.estimate)
    }
    let means = across.filter(\.isOfEngine).map {
      Row(recording: "mean of \($0.recordings)", model: $0.model.id, estimate: $0.mean)
    }
    return own + pooled + means
  }

  /// The constants as a text states them: the pooled values where there are any, else those of each fit.
  package var reportSentences: [String] {
    let means = across.filter(\.isOfEngine).map { across in
      "\(across.mean.name) = \(across.mean.text) (\(across.model); mean ± standard error over "
        + "\(across.recordings) recordings, random effects)"
    }
    let shared = joint.map { joint in
      "\(joint.estimate.name) = \(joint.estimate.text) (one value for all recordings; value ± standard error of the joint fit)"
        + (joint.isRejected
          ? ", but the recordings have no one value, p \(Numerals.probability(joint.pValue)): the mean of fits without "
            + "--joint has their spread" : "")
    }
    guard means.isEmpty, shared.isEmpty else { return shared + means }
    return fits.flatMap { fit in
      fit.ownConstants.filter { !$0.fixed && $0.isDetermined }.map { estimate in
        "\(estimate.name) = \(estimate.text) (\(fit.model), \(counted(fit.samples, "sample")); value ± standard error)"
      }
    }
  }
}

extension Fit {
  /// The parameters that belong to an engine; all of a formula's and of a model without such.
  var ownConstants: [Estimate] {
    let names = Set(model.constants.map(\.name))
    return parameters.filter { names.isEmpty || names.contains($0.name) }
  }
}

extension AcrossRecordings {
  fileprivate var isOfEngine: Bool { model.hasConstant(mean.name) }
}

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

/// The constants of all gestures of a recording that is still going on: of each model the means over its fits.
package struct RecordedConstants: Equatable, Sendable {
  let rows: [Row]

  struct Row: Equatable {
    let model: String
    let name: String
    /// With error and unit.
    let value: String
    let fits: Int
  }

  /// - Parameters:
  ///   - gestures: the fits of each. Of a phase that two models are fitted to, the one that its samples prefer counts.
  ///   - confidence: that of the fits.
  package init(of gestures: [[Fit]], confidence: Double) {
    let fits = gestures.flatMap(\.preferred)
    let across = AcrossRecordings.summaries(of: fits, confidence: confidence)
    var rows: [Row] = []
    var seen: Set<String> = []
    for fit in fits where seen.insert(fit.model.id).inserted {
      let names = Set(fit.model.constants.map(\.name) + [ParameterName.decelerationRate.id])
      for estimate in fit.parameters + fit.derived
      where names.contains(estimate.name) && !estimate.fixed && estimate.isDetermined {
        let mean = across.first {
          $0.model == fit.model && $0.axis == fit.axis && $0.mean.name == estimate.name
        }
        rows.append(
          Row(
            model: fit.model.id, name: estimate.name, value: (mean?.mean ?? estimate).text,
            fits: mean?.recordings ?? 1))
      }
    }
    self.rows = rows
  }

  /// A table for a terminal; a sentence where there is no constant yet.
  package var text: String {
    guard !rows.isEmpty else { return "No constant was determined.\n" }
    let table = Document.Table(
      rows,
      [
        ("model", .left, { $0.model }), ("constant", .left, { $0.name }), ("mean", .firstWord, { $0.value }),
        ("fits", .right, { "\($0.fits)" }),
      ])
    return TextWriter().write(Document(blocks: [.table(table)]))
  }

  /// One object on one line.
  ///
  /// - Parameters:
  ///   - count: the gestures so far.
  ///   - message: the sentence about the last one.
  package func json(count: Int, message: String) -> String {
    JSONWriter.line([
      "count": .integer(count), "message": .string(message),
      "constants": .array(
        rows.map {
          [
            "model": .string($0.model), "name": .string($0.name), "value": .string($0.value),
            "fits": .integer($0.fits),
          ]
        }),
    ])
  }

  /// The preferred fits of one gesture in a line: `deceleration: decayConstant 4.02 ± 0.01 1/s`.
  package static func line(of fits: [Fit]) -> String {
    guard !fits.isEmpty else { return "no phase with a model" }
    return fits.preferred.map { fit in
      let names = fit.model.constants.map(\.name)
      let constants = fit.parameters.filter { names.contains($0.name) && $0.isDetermined }
      let list = constants.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
      return "\(fit.model.id): \(list.isEmpty ? "no constant" : list)"
    }.joined(separator: "; ")
  }
}
