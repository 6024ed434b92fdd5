/// The statistics of many recordings: every constant's distribution, one value for all of a group, whether it depends on
/// what recordings are grouped by or drifts, and the recordings that stand out.
package struct BatchReport: Equatable, Sendable {
  /// A fit of a model that describes its recording badly.
  package struct PoorFit: Equatable, Sendable {
    package let reference: BatchCollection.FitIdentity
    package let model: String
    package let rms: Double
    package let unit: String
    /// √max(0, rms² − floor²) over the travel.
    package let excessOfTravel: Double
    package let verdict: String

    package init(
      reference: BatchCollection.FitIdentity, model: String, rms: Double, unit: String,
      excessOfTravel: Double,
      verdict: String
    ) {
      self.reference = reference
      self.model = model
      self.rms = rms
      self.unit = unit
      self.excessOfTravel = excessOfTravel
      self.verdict = verdict
    }
  }

  /// A reason and how many recordings it kept from being used.
  package struct FailureCount: Equatable, Sendable {
    package let sentence: String
    package let count: Int

    package init(sentence: String, count: Int) {
      self.sentence = sentence
      self.count = count
    }
  }

  /// The distance of one recording from an engine.
  package struct ComparedRecording: Equatable, Sendable {
    package let recording: BatchCollection.Recording
    /// A ``EquivalenceVerdict``.
    package let verdict: String
    /// The kind of phase in which it lies farthest from the engine; nil where no distance is known.
    package let phase: String?
    /// The largest difference, in units of length; nil where none is known.
    package let largest: Double?
    package let unit: String

    package init(
      recording: BatchCollection.Recording, verdict: String, phase: String?, largest: Double?, unit: String
    ) {
      self.recording = recording
      self.verdict = verdict
      self.phase = phase
      self.largest = largest
      self.unit = unit
    }
  }

  /// The distances of recordings from an engine.
  package struct EngineComparison: Equatable, Sendable {
    /// The largest number of recordings in ``farthest``; the results database has all.
    package static let maximumRecordings = 200

    package let engine: String
    /// The number of recordings of each verdict.
    package let verdicts: [EquivalenceVerdict: Int]
    /// The recordings that lie farthest from the engine, the largest difference first.
    package let farthest: [ComparedRecording]

    package init(engine: String, verdicts: [EquivalenceVerdict: Int], farthest: [ComparedRecording]) {
      self.engine = engine
      self.verdicts = verdicts
      self.farthest = farthest
    }
  }

  package let recordings: Int
  package let failed: Int
  package let keys: [String]
  /// In the order of the input.
  package let constants: [ConstantDistribution]
  /// The constants that a key distinguishes, where the report is grouped by none.
  package let mixtures: [ConstantMixture]
  /// The worst first.
  package let poorFits: [PoorFit]
  /// The errors of unusable recordings, the most frequent first.
  package let failures: [FailureCount]
  /// Nil where the recordings were not compared with an engine.
  package let comparison: EngineComparison?

  /// - Parameter joint: what ``BatchAnalyzer/jointValues(of:jobs:next:)`` has found; separate fits are put together
  ///   where it has nothing.
  package init(
    _ collection: BatchCollection, poorFits: [PoorFit] = [], failures: [FailureCount] = [],
    comparison: EngineComparison? = nil, joint: JointValues = JointValues()
  ) {
    recordings = collection.recordingCount
    failed = collection.failedCount
    keys = collection.keys
    self.poorFits = poorFits
    self.failures = failures
    self.comparison = comparison
    let found = collection.constants.compactMap { constant in
      ConstantDistribution(constant, in: collection, joint: joint).map { (constant, distribution: $0) }
    }
    constants = found.map(\.distribution)
    mixtures = found.compactMap { ConstantMixture($0, all: $1.all, in: collection) }
  }
}
