import Recordings
import ScrollFitting

/// The engines of the catalogue that move like a recording.
package struct Identification: Equatable, Sendable {
  package let recordings: [RecordingIdentification]
  /// The releases of files whose series are the gestures of one session, by file and axis: of all series together.
  package let sessions: [ReleaseReport]

  package init(recordings: [RecordingIdentification], sessions: [ReleaseReport] = []) {
    self.recordings = recordings
    self.sessions = sessions
  }
}

/// The engines of one recording, phase by phase and over all of them.
package struct RecordingIdentification: Equatable, Sendable, OfRecording {
  package let source: String
  package let series: String?
  package let phases: [PhaseIdentification]
  /// Engines with a row for every kind of phase seen: those whose model holds in every phase first, then by points off.
  package let overall: [EngineClass]
  package let verdict: IdentityVerdict
  package let notices: [Notice]
  /// The sentences of ``notices``.
  package var warnings: [String] { notices.map(\.description) }
  /// The engine that the recording is to be compared with, whatever its rank; nil where none is asked for.
  package let asked: String?
  /// The releases by a recorded finger, by axis.
  package let releases: [ReleaseReport]

  package init(
    source: String, series: String?, phases: [PhaseIdentification], overall: [EngineClass],
    verdict: IdentityVerdict, notices: [Notice], asked: String? = nil, releases: [ReleaseReport] = []
  ) {
    self.source = source
    self.series = series
    self.phases = phases
    self.overall = overall
    self.verdict = verdict
    self.notices = notices
    self.asked = asked
    self.releases = releases
  }
}

/// The verdict of an identification.
package enum IdentityVerdict: Equatable, Sendable {
  /// These engines, with their own constants; `nearly` where they leave a little structure.
  case engines([String], nearly: Bool)
  /// The model of these engines, with other constants.
  case model(String, engines: [String], constants: [Estimate], nearly: Bool)
  /// These engines in that many of all phases, with their own constants.
  case partly([String], phases: Int, of: Int, exceptions: [PhaseException])
  /// Each phase is some engine's, but no engine's are all.
  case mixed
  /// The best of the catalogue leaves structure above the grid.
  case none
  /// Too few samples.
  case undecided

  /// A phase that does not move like the engine of the others.
  package struct PhaseException: Equatable, Sendable {
    package let kind: PhaseKind
    /// s since the recording's first sample.
    package let from: Double
    package let unit: String
    /// The largest residual of the engine's curve with its own constants; nil for an engine without a row for the phase.
    package let maximum: Double?

    package init(kind: PhaseKind, from: Double, unit: String, maximum: Double?) {
      self.kind = kind
      self.from = from
      self.unit = unit
      self.maximum = maximum
    }
  }
}

extension IdentityVerdict {
  /// The engines that the verdict names, all of them; empty where it names none.
  package var named: [String] {
    switch self {
    case .engines(let engines, _), .model(_, let engines, _, _), .partly(let engines, _, _, _): engines
    case .mixed, .none, .undecided: []
    }
  }
}

/// Engines that no recording like this distinguishes, over all phases.
package struct EngineClass: Equatable, Sendable {
  package let engines: [String]
  /// The sum of the phases' differences from the best class; nil where one has no AICc.
  package let deltaAICc: Double?
  /// The largest residual with the engines' own constants, over all phases; nil where it is not finite.
  package let maximum: Double?
  /// True if the engines' model holds in every phase, with their own or with other constants.
  package let hasForm: Bool

  package init(engines: [String], deltaAICc: Double?, maximum: Double?, hasForm: Bool) {
    self.engines = engines
    self.deltaAICc = deltaAICc
    self.maximum = maximum
    self.hasForm = hasForm
  }
}

/// The catalogue ranked on one phase.
package struct PhaseIdentification: Equatable, Sendable {
  package let axis: Axis
  package let kind: PhaseKind
  /// Times of the first and last sample used, s since the recording's first sample.
  package let from: Double
  package let to: Double
  package let unit: String
  /// Classes in the order of AICc; of those within 2, the one with the fewest free parameters first.
  package let candidates: [EngineCandidate]
  package let verdict: IdentityVerdict
  /// The samples: seconds since `from` (the finger's travel for a pull) and offsets.
  package let abscissas: [Double]
  package let observed: [Double]

  package init(
    axis: Axis, kind: PhaseKind, from: Double, to: Double, unit: String, candidates: [EngineCandidate],
    verdict: IdentityVerdict, abscissas: [Double], observed: [Double]
  ) {
    self.axis = axis
    self.kind = kind
    self.from = from
    self.to = to
    self.unit = unit
    self.candidates = candidates
    self.verdict = verdict
    self.abscissas = abscissas
    self.observed = observed
  }
}

extension PhaseIdentification {
  /// The classes for a reader: what holds in the order of AICc, then engines whose model holds with other constants, then
  /// the rest, both by points off.
  package var ranked: [EngineCandidate] {
    func holds(_ candidate: EngineCandidate) -> Bool { [.holds, .near].contains(candidate.adequacy) }
    let forms = Set(candidates.filter { holds($0) && $0.constants == .free }.map(\.model))
    func rank(_ candidate: EngineCandidate) -> Int {
      holds(candidate) ? 0 : forms.contains(candidate.model) ? 1 : 2
    }
    return candidates.enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      return (rank(one), rank(one) == 0 ? 0 : one.maximum, $0.offset)
        < (rank(other), rank(other) == 0 ? 0 : other.maximum, $1.offset)
    }.map(\.element)
  }
}

/// A class of engines on one phase: those whose fitted curves differ by less than one step of the recording's grid.
package struct EngineCandidate: Equatable, Sendable {
  /// The constants of the model: the engine's own or the best ones.
  package enum Constants: String, Sendable {
    case fixed, free
  }

  /// The model and, where they are an engine's, its constants.
  package let name: String
  /// The best one first.
  package let engines: [String]
  package let model: String
  package let constants: Constants
  /// State and constants; `startTime` is how long before the first sample the motion began, of models to which that matters.
  package let parameters: [Estimate]
  /// AICc less the smallest; nil for too few samples.
  package let deltaAICc: Double?
  package let rms: Double
  /// The largest residual.
  package let maximum: Double
  /// The same in device pixels; nil where neither the recording nor its grid shows them.
  package let maximumPixels: Double?
  package let adequacy: Adequacy.Verdict
  /// The curve at each sample.
  package let fitted: [Double]

  package init(
    name: String, engines: [String], model: String, constants: Constants, parameters: [Estimate],
    deltaAICc: Double?, rms: Double, maximum: Double, maximumPixels: Double?, adequacy: Adequacy.Verdict,
    fitted: [Double]
  ) {
    self.name = name
    self.engines = engines
    self.model = model
    self.constants = constants
    self.parameters = parameters
    self.deltaAICc = deltaAICc
    self.rms = rms
    self.maximum = maximum
    self.maximumPixels = maximumPixels
    self.adequacy = adequacy
    self.fitted = fitted
  }
}
