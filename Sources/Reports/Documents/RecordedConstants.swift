import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

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
  ///   - curves: the constants of an engine's own curves: they take the place of fits of such phases.
  ///   - confidence: that of the fits.
  package init(of gestures: [[Fit]], curves: [SessionCurves.Constant] = [], confidence: Double) {
    let ownPhases = Set(curves.map(\.phase.rawValue))
    let fits = gestures.flatMap(\.preferred).filter { !ownPhases.contains($0.phase) }
    let across = AcrossRecordings.summaries(of: fits, confidence: confidence)
    var rows = curves.map { Row(model: $0.model, name: $0.mean.name, value: $0.mean.text, fits: $0.gestures) }
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

  /// The constants of one gesture in a line, by phase: `deceleration: decayConstant 4.02 ± 0.01 1/s`.
  ///
  /// - Parameters:
  ///   - fits: of the gesture. Of a phase that two models are fitted to, the one that its samples prefer counts.
  ///   - curves: take the place of fits of their phases.
  package static func line(of fits: [Fit], curves: [SessionCurves.Curve] = []) -> String {
    guard !fits.isEmpty || !curves.isEmpty else { return "no phase with a model" }
    func part(_ model: String, _ constants: [Estimate]) -> String {
      let list = constants.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
      return "\(model): \(list.isEmpty ? "no constant" : list)"
    }
    let ownPhases = Set(curves.map(\.phase.rawValue))
    let ofFits = fits.preferred.filter { !ownPhases.contains($0.phase) }.map { fit in
      let names = fit.model.constants.map(\.name)
      return part(fit.model.id, fit.parameters.filter { names.contains($0.name) && $0.isDetermined })
    }
    return (curves.map { part($0.model, $0.constants) } + ofFits).joined(separator: "; ")
  }
}
