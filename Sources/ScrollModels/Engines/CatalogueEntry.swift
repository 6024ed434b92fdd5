/// The motion that a row of the catalogue describes.
package enum EnginePhase: String, CaseIterable, Sendable {
  /// The content glides after a flick; over time.
  case fling
  /// A finger pulls it beyond an edge; over the finger's travel.
  case overscroll
  /// It comes back to the edge; over time.
  case bounce
  /// It moves to a chosen place; over time.
  case snap
  /// The projected distance of a flick; over its velocity.
  case projection
  /// The part of a motion's velocity that a new flick keeps; over that.
  case momentum
}

/// A number as an engine's source has it.
package struct CatalogueConstant: Equatable, Sendable {
  package let name: String
  package let value: Double
  package let unit: String

  package init(_ name: String, _ value: Double, _ unit: String = "") {
    self.name = name
    self.value = value
    self.unit = unit
  }
}

/// The rule by which an engine ends a motion that its curve would continue.
package enum StopRule: Equatable, Sendable {
  /// The end of the curve itself.
  case modelEnd
  /// The speed has come below this, pt/s.
  case speed(Double)
  /// The speed has come below this, device px/s.
  case pixelSpeed(Double)
  /// It is this near to where it goes, pt.
  case distance(Double)
  /// It is this near to where it goes, device px.
  case pixelDistance(Double)
  /// A frame moves it by less than this, pt.
  case frameStep(Double)
}

/// The rounding of an engine.
package enum EngineRounding: Equatable, Sendable {
  case none
  /// Each offset, to whole multiples of so many device px.
  case offsets(pixels: Double)
  /// The destination, to a multiple of this, pt; the initial velocity is solved back from it.
  case destination(Double)
}

/// One model of one engine: a row of the catalogue.
package struct CatalogueEntry: Sendable {
  /// Unique together with the phase; a variant stands after a comma: `Chromium, elastic`.
  package let engine: String
  package let phase: EnginePhase
  package let model: any EngineModel
  /// The model's constants, in its order.
  package let values: [Double]
  /// The constants as the engine's source has them.
  package let published: [CatalogueConstant]
  package let stop: StopRule
  package let rounding: EngineRounding
  package let source: CatalogueSource
  package let provenance: CatalogueProvenance
  /// The clamps, boosts and thresholds that the model omits. Empty for none.
  package let note: String
  /// The name under which `fit` compares with the row's first published constant; nil where it does not.
  package let reference: String?
  /// The speeds that motions start with, pt/s: below the first none starts, above the last it is cut.
  package let startSpeeds: ClosedRange<Double>
  /// The way a return starts after an overscroll drag.
  package let returnStart: ReturnStart

  init(
    _ engine: String, _ phase: EnginePhase, _ choice: CatalogueModel,
    startSpeeds: ClosedRange<Double> = 0...Double.infinity, stop: StopRule = .modelEnd,
    rounding: EngineRounding = .none, source: CatalogueSource, provenance: CatalogueProvenance = .source,
    note: String = "", reference: String? = nil, returnStart: ReturnStart = .gestureVelocity
  ) {
    self.engine = engine
    self.phase = phase
    model = choice.model
    values = choice.values
    published = choice.published
    self.startSpeeds = startSpeeds
    self.stop = stop
    self.rounding = rounding
    self.source = source
    self.provenance = provenance
    self.note = note
    self.reference = reference
    self.returnStart = returnStart
  }
}

/// The place a row was read at, with its version: engines change, and only a version identifies it.
package enum CatalogueSource: Equatable, Sendable {
  /// Files of a repository, `owner/name`, at a commit or a release.
  case repository(String, files: [String], version: String)
  /// A source outside public repositories: a talk, an article, a recording of a system.
  case publication(String, version: String)

  static func file(_ repository: String, _ files: String..., at version: String) -> CatalogueSource {
    .repository(repository, files: files, version: version)
  }
}

extension CatalogueSource: CustomStringConvertible {
  /// `b3ll/Motion, DecayFunction.swift @c9a57f9`, `UIKit (iOS 26.5)`.
  package var description: String {
    switch self {
    case .repository(let name, let files, let version):
      "\(name), \(files.joined(separator: ", ")) @\(version)"
    case .publication(let title, let version): "\(title) (\(version))"
    }
  }
}

/// The provenance of a row.
package enum CatalogueProvenance: String, CaseIterable, Sendable {
  /// Read in the engine's source.
  case source
  /// Found in the engine's source by a search; the file was not read whole.
  case excerpt = "constants seen, file not read whole"
  /// Computed from recordings.
  case recordings
}
