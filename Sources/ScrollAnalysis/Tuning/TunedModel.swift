import Formula
import Recordings
import ScrollModels

/// The model whose constants are to be found.
package enum TunedModel: Equatable, Sendable {
  case model(MotionModel)
  /// The models of an engine of the catalogue, each kind of motion with its own.
  case engine(ScrollEngine)
  /// An equation over t or x, of v0, displacement, x0 and rest; its other names are constants.
  case formula(Formula)

  /// The name in reports.
  package var name: String {
    switch self {
    case .model(let model): model.id
    case .engine(let engine): engine.name
    case .formula(let formula): formula.text
    }
  }

  /// The models of scrolling that have constants: those that can be tuned.
  package static var models: [MotionModel] { MotionModel.all.filter { TunedMotion($0) != nil } }

  /// The kinds of motion that it describes.
  var phases: [PhaseKind] {
    switch self {
    case .model(let model):
      switch model.entry.kind {
      case .fling: [.deceleration]
      case .springReturn: [.bounce, .snap]
      case .overscroll: [.rubberBand]
      case .other: []
      }
    case .engine: [.deceleration, .bounce, .snap, .rubberBand]
    case .formula(let formula):
      if formula.right.names.contains("x") {
        [.rubberBand]
      } else if formula.right.names.contains("displacement") {
        [.bounce, .snap]
      } else {
        [.deceleration]
      }
    }
  }

  /// The motion of a kind; nil where the model has none.
  func motion(_ phase: PhaseKind) throws(FormulaError) -> TunedMotion? {
    switch self {
    case .model(let model): TunedMotion(model)
    case .engine(let engine): engine.row(for: phase).map(TunedMotion.init)
    case .formula(let formula): try TunedMotion(formula, kind: FormulaMotion())
    }
  }
}
