import Formula
import LeastSquares
import Recordings
import ScrollModels

/// The constants of a model that come closest to an engine over the standard gestures: those with the least maximum
/// trajectory difference.
package struct Tuning: Equatable, Sendable {
  package let target: String
  package let model: TunedModel
  package let phases: [TunedPhase]
  package let notes: [String]

  /// - Parameters:
  ///   - recorded: motions of the engine that is tuned: their constants are the current ones, and the gestures that they
  ///     cover decide. Nil for all gestures.
  /// - Throws: ``TuningError``.
  package init(
    _ model: TunedModel, like engine: ScrollEngine, recorded: MotionSet? = nil
  ) throws(TuningError) {
    if case .formula(let formula) = model { try Self.check(formula) }
    var phases: [TunedPhase] = []
    var notes: [String] = []
    for kind in model.phases {
      let motion: TunedMotion?
      do { motion = try model.motion(kind) } catch { throw .formula(error) }
      guard let row = engine.row(for: kind) else {
        if motion != nil, model.phases.count == 1 || kind != .snap {
          notes.append("\(kind.noun): the catalogue has no row of \(engine.name): excluded")
        }
        continue
      }
      guard let motion else {
        notes.append("\(kind.noun): \(model.name) has no such motion: excluded")
        continue
      }
      guard !motion.constants.isEmpty else {
        notes.append("\(kind.noun): \(motion.name) has no constants: excluded")
        continue
      }
      let own = recorded?.motions(kind) ?? []
      if recorded != nil, own.isEmpty {
        notes.append(
          "\(kind.noun): none recorded: all gestures decide, and the current constants are not known")
      }
      guard let phase = TuningSearch(motion, row, kind: kind, recorded: own).best else {
        notes.append(
          "\(kind.noun): \(motion.name) has no motion that a gesture alone determines: excluded")
        continue
      }
      phases.append(phase)
    }
    guard !phases.isEmpty else {
      throw .nothingToTune(model: model.name, target: engine.name, reasons: notes)
    }
    target = engine.name
    self.model = model
    self.phases = phases
    self.notes = notes
  }

  /// A search in more directions, or of a longer formula, has no end that a person waits for.
  private static func check(_ formula: Formula) throws(TuningError) {
    let constants = formula.right.names.count { !FormulaMotion.reserved.contains($0) }
    guard constants <= maximumConstants else { throw .tooManyConstants(constants) }
    guard formula.text.utf8.count <= maximumLength else { throw .formulaTooLong }
  }

  fileprivate static let maximumConstants = 12
  fileprivate static let maximumLength = 2000
}

/// The reason that a model cannot be tuned.
package enum TuningError: Error, Equatable, Sendable, CustomStringConvertible {
  case formula(FormulaError)
  case tooManyConstants(Int)
  case formulaTooLong
  case nothingToTune(model: String, target: String, reasons: [String])

  package var description: String {
    switch self {
    case .formula(let error): "\(error)"
    case .tooManyConstants(let count):
      "the formula has \(count) constants: at most \(Tuning.maximumConstants) can be tuned"
    case .formulaTooLong:
      "the formula is longer than \(Tuning.maximumLength) bytes, the maximum for a formula that is tuned"
    case .nothingToTune(let model, let target, let reasons):
      "\(model) cannot be tuned to \(target): "
        + (reasons.isEmpty ? "it describes no motion of scrolling" : reasons.joined(separator: "; "))
        + "; models that can be: " + TunedModel.models.map(\.id).joined(separator: ", ")
    }
  }
}

/// The constants of one kind of motion.
package struct TunedPhase: Equatable, Sendable {
  package let phase: PhaseKind
  /// The name of the tuned model, and its formula.
  package let model: String
  package let formula: String
  package let constants: [Constant]
  package let gestures: [Gesture]
  /// Evaluations of the maximum difference, over all starts.
  package let evaluations: Int
  /// True if no polled direction of the search lowers the maximum; false where its evaluations were used up.
  package let converged: Bool

  package struct Constant: Equatable, Sendable {
    package let name: String
    package let unit: String
    package let value: Double
    /// The recorded value; nil where it is not known.
    package let current: Double?
  }

  /// The difference that remains in one gesture.
  package struct Gesture: Equatable, Sendable {
    package let name: String
    /// The largest |tuned − target|, pt.
    package let difference: Double
    /// The time of that, s since the release, or the travel of the finger, pt.
    package let at: Double
    /// The same with the current constants; nil where they are not known.
    package let current: Double?
    /// True if the recordings cover the gesture, so that it decides.
    package let isCovered: Bool
  }

  /// The gesture with the largest remaining difference, of those that decide.
  package var worst: Gesture? {
    gestures.filter(\.isCovered).max { $0.difference < $1.difference }
  }

  /// The largest difference with the current constants; nil where they are not known.
  package var current: Double? { gestures.filter(\.isCovered).compactMap(\.current).max() }
}

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
