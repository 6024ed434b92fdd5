import ScrollModels

/// The gestures that show a motion which a recording lacks.
package enum MissingMotion {
  static let flings = "three slow and three fast flings in the middle of long content"
  static let returns = "a fast fling into each edge"
  static let overscrollDrags = "overscroll drags of 50, 200 and 400 pt, held for half a second"

  /// The gestures to record; nil for a motion that is in no recording.
  package static func gestures(_ phase: EnginePhase) -> String? {
    switch phase {
    case .fling: flings
    case .bounce: returns
    case .overscroll: overscrollDrags + ", with the finger's travel"
    case .snap, .projection, .momentum: nil
    }
  }
}
