import Recordings

/// The reason that two sets of recordings cannot be compared.
package enum ComparisonError: Error, Equatable, Sendable {
  /// A set without a motion that follows a model.
  case noMotions(String)
  case noCommonPhase(String, [PhaseKind], String, [PhaseKind])
  /// Phases that both have, of which none has a model that half of its motions were fitted with.
  case noFittedModel([PhaseKind])
  /// An engine whose curves are none of the fitted models in the recorded kinds of phase.
  case noModel(String)
}

extension ComparisonError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noMotions(let name):
      "\(name) has no motion that a model could be fitted to"
    case .noCommonPhase(let a, let ofA, let b, let ofB):
      "\(a) has \(Self.list(ofA)), \(b) has \(Self.list(ofB)): they have no phase in common"
    case .noFittedModel(let phases):
      "no model was fitted to half of the \(Self.list(phases)) of a side"
    case .noModel(let engine):
      "\(engine) moves by none of the fitted models in these phases; identify compares its own curves"
    }
  }

  private static func list(_ phases: [PhaseKind]) -> String {
    phases.map { "\($0.noun) phases" }.joined(separator: " and ")
  }
}
