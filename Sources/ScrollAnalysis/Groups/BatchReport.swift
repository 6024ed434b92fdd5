import Recordings
import ScrollFitting

/// The statistics of many recordings: every constant's distribution, one value for all of a group, whether it depends on
/// what recordings are grouped by or drifts, and the recordings that stand out.
package struct BatchReport: Equatable, Sendable {
  /// A fit of a model that describes its recording badly.
  package struct PoorFit: Equatable, Sendable {
    package let reference: BatchCollection.FitIdentity
    package let model: String
    package let rms: Double
    package let unit: String
    /// √max(0, rms² − quantizationNoise²) over the travel.
    package let relativeLackOfFit: Double
    package let verdict: String

    package init(
      reference: BatchCollection.FitIdentity, model: String, rms: Double, unit: String,
      relativeLackOfFit: Double,
      verdict: String
    ) {
      self.reference = reference
      self.model = model
      self.rms = rms
      self.unit = unit
      self.relativeLackOfFit = relativeLackOfFit
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

/// One of many inputs: a file, or a line that is a recording of its own.
package struct BatchEntry: Sendable {
  package enum Content: Sendable {
    /// A file that is still to be read.
    case file
    /// The bytes that were read already: a line, or standard input.
    case bytes([UInt8])
    /// The recording that was read already, in another way than from bytes.
    case trace(Trace)
    /// The reason that it cannot be read.
    case unreadable(String)
  }

  /// From 0, in the order of the input.
  package let position: Int
  /// The file as the user named it, or as it was found in a folder; `-` for standard input.
  package let source: String
  /// The file as a report names it.
  package var sourceName: String { FileName.shown(source) }
  /// The line, from 1, of a recording that is one; nil for a file.
  package let line: Int?
  package let content: Content

  /// The same input with what was read of it.
  package func with(_ content: Content) -> BatchEntry {
    BatchEntry(position: position, source: source, line: line, content: content)
  }

  package init(position: Int, source: String, line: Int? = nil, content: Content) {
    self.position = position
    self.source = source
    self.line = line
    self.content = content
  }
}

/// The results of a batch for one recording.
package struct BatchRecord: Equatable, Sendable {
  /// The series where the input holds several, or the recording's name.
  package let series: String?
  /// Nil where the input could not be read or the facts of recordings are not asked for.
  package let recording: RecordingSummary?
  /// The metadata of the recording: device, version, … by key.
  package let facts: [String: String]
  package let fits: [Fit]
  /// The comparison with an engine; nil where none was asked for or the recording has no fit.
  package let answer: Answer?
  /// The error of the recording; nil where all could be used.
  package let problem: Problem?

  package struct Problem: Error, Equatable {
    package let sentence: String
    /// The line in the file, from 1.
    package let line: Int?
    package let column: Int?
    /// True if the options are wrong whatever the recording.
    package let isUsage: Bool

    package init(_ sentence: String, line: Int? = nil, column: Int? = nil, isUsage: Bool = false) {
      self.sentence = sentence
      self.line = line
      self.column = column
      self.isUsage = isUsage
    }

    /// A recording that ended the process that fitted it, as often as that is tried.
    package static func endedProcess(times: Int) -> Problem {
      Problem("ended the process \(times) times while it was in work: left out")
    }
  }

  package init(
    series: String?, recording: RecordingSummary?, facts: [String: String], fits: [Fit],
    answer: Answer? = nil, problem: Problem?
  ) {
    self.series = series
    self.recording = recording
    self.facts = facts
    self.fits = fits
    self.answer = answer
    self.problem = problem
  }

  /// An input without a recording that could be read.
  package init(_ problem: Problem) {
    self.init(series: nil, recording: nil, facts: [:], fits: [], problem: problem)
  }

  package enum Status: String, Sendable {
    case done, failed
  }

  /// A recording of which nothing could be used has failed.
  package var status: Status { problem != nil && fits.isEmpty ? .failed : .done }

  /// True if nothing is missing and every fit converged.
  package var isComplete: Bool { problem == nil && fits.allSatisfy(\.termination.converged) }
}
