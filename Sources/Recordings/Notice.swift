/// A remark about a recording, a fit or a comparison: a warning where the results may be wrong, otherwise a note.
package struct Notice: Equatable, Sendable, CustomStringConvertible {
  package let kind: Kind
  /// The sentence.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// True if the results may be wrong.
  package var isWarning: Bool { kind.isWarning }

  /// The subject of a remark.
  package enum Kind: Sendable {
    // Of a file.
    case columnChoice, ignoredColumn, swappedColumns
    case assumedTimeUnit, unlikelyTimeUnit, missingTimes, missingOffsets
    case unusedRest, unusedEdges
    /// The accuracy that all files of a format share.
    case format
    case videoFrames
    // Of a recording.
    case stillAxis, inset, repeatedFrames, singlePhase, noFreeMotion, unfittedPhase
    // Of a fit.
    case orientation, fixedRest, betterFreeRest
    case acceleration, uncertainDestination, undetermined
    case unverifiedMinimum, lowerMinimum, replacedEstimator, earlyEnd, interval
    // Of a comparison.
    case mixedUnits, missingGroup, baseline, missingRow, ownCurve
    case differentModels, excludedMotions, singleMotion, misfit, variedMotions, unsettled, unbounded

    /// True if results may be wrong because of it.
    fileprivate var isWarning: Bool {
      switch self {
      case .columnChoice, .swappedColumns, .unlikelyTimeUnit, .missingTimes, .unusedRest, .unusedEdges,
        .noFreeMotion, .betterFreeRest, .acceleration, .unverifiedMinimum, .lowerMinimum, .mixedUnits,
        .baseline, .excludedMotions, .singleMotion, .misfit, .variedMotions:
        true
      case .ignoredColumn, .assumedTimeUnit, .missingOffsets, .format, .videoFrames, .stillAxis, .inset,
        .repeatedFrames, .singlePhase, .unfittedPhase, .orientation, .fixedRest, .uncertainDestination,
        .undetermined, .replacedEstimator, .earlyEnd, .interval, .missingGroup, .missingRow, .ownCurve,
        .differentModels, .unsettled, .unbounded:
        false
      }
    }
  }
}
