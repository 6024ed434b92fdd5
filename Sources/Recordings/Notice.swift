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
    /// In the recorder's words.
    case recorderWarning, recorderNote
    // Of a recording.
    case alignedTimes, pixelScale, stillAxis, inset, repeatedFrames, singlePhase, noFreeMotion, unfittedPhase
    // Of a fit.
    case orientation, fixedRest, betterFreeRest
    case acceleration, uncertainDestination, undetermined
    case unverifiedMinimum, lowerMinimum, replacedEstimator, earlyEnd, interval
    // Of a comparison.
    case mixedUnits, uncomparedOverscroll, missingGroup, baseline, missingRow, ownCurve
    case sameMotions, differentModels, excludedMotions, singleMotion, misfit, variedMotions, unsettled,
      unbounded

    /// True if results may be wrong because of it.
    fileprivate var isWarning: Bool {
      switch self {
      case .columnChoice, .swappedColumns, .unlikelyTimeUnit, .missingTimes, .unusedRest, .unusedEdges,
        .recorderWarning, .noFreeMotion, .betterFreeRest, .acceleration, .unverifiedMinimum, .lowerMinimum,
        .mixedUnits, .uncomparedOverscroll, .baseline, .sameMotions, .excludedMotions, .singleMotion, .misfit,
        .variedMotions:
        true
      case .ignoredColumn, .assumedTimeUnit, .missingOffsets, .format, .recorderNote, .alignedTimes,
        .pixelScale, .stillAxis, .inset, .repeatedFrames, .singlePhase, .unfittedPhase, .orientation,
        .fixedRest,
        .uncertainDestination, .undetermined, .replacedEstimator, .earlyEnd, .interval, .missingGroup,
        .missingRow, .ownCurve, .differentModels, .unsettled, .unbounded:
        false
      }
    }
  }
}

/// A sentence that may name settings: each reader knows them by another name.
///
/// A caller of the library knows a setting by its property (`repair`), a person at the command line by its option.
package struct Sentence: ExpressibleByStringInterpolation, Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case text(String)
    /// A setting by its property, with a value that may follow it: `frameRate 60`.
    case setting(String, value: String?)
  }

  private var parts: [Part]

  package init(stringLiteral text: String) { parts = [.text(text)] }

  package init(_ text: String) { parts = [.text(text)] }

  package init(stringInterpolation interpolation: Interpolation) { parts = interpolation.parts }

  /// The text.
  ///
  /// - Parameter name: gives the name of a setting by its property.
  package func text(naming name: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .setting(let setting, let value): name(setting) + (value.map { " " + $0 } ?? "")
      }
    }.joined()
  }

  package static func + (first: Sentence, second: Sentence) -> Sentence {
    var sum = first
    sum.parts += second.parts
    return sum
  }

  package struct Interpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    package mutating func appendInterpolation(_ value: some Any) {
      parts.append(.text("\(value)"))
    }

    /// - Parameter setting: the property, with a value behind a blank where one follows.
    package mutating func appendInterpolation(setting: String) {
      let words = setting.split(separator: " ", maxSplits: 1).map(String.init)
      parts.append(.setting(words.first ?? "", value: words.dropFirst().first))
    }
  }
}

extension [Sentence] {
  package func joined(separator: String) -> Sentence {
    dropFirst().reduce(first ?? "") { $0 + Sentence(separator) + $1 }
  }
}

/// An error whose sentence names settings.
package protocol Explained: Error, CustomStringConvertible {
  var sentence: Sentence { get }
}

extension Explained {
  /// The sentence for a caller of the library.
  package var libraryText: String { sentence.text { $0 } }
}
