import ScrollFitting

/// The results of a batch for one recording.
public struct BatchRecord: Equatable, Sendable {
  /// The series where the input holds several, or the recording's name.
  public let series: String?
  /// Nil where the input could not be read.
  public let recording: RecordingSummary?
  /// The metadata of the recording: device, version, … by key.
  public let facts: [String: String]
  public let fits: [Fit]
  /// The comparison with an engine; nil where none was asked for or the recording has no fit.
  public let answer: Answer?
  /// The error of the recording; nil where all could be used.
  public let problem: Problem?

  public struct Problem: Error, Equatable {
    public let sentence: String
    /// The line in the file, from 1.
    public let line: Int?
    public let column: Int?
    /// True if the options are wrong whatever the recording.
    public let isUsage: Bool

    public init(_ sentence: String, line: Int? = nil, column: Int? = nil, isUsage: Bool = false) {
      self.sentence = sentence
      self.line = line
      self.column = column
      self.isUsage = isUsage
    }

    /// A recording that ended the process that fitted it, as often as that is tried.
    public static func endedProcess(times: Int) -> Problem {
      Problem("ended the process \(times) times while it was in work: left out")
    }
  }

  public init(
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
  public init(_ problem: Problem) {
    self.init(series: nil, recording: nil, facts: [:], fits: [], problem: problem)
  }

  public enum Status: String, Sendable {
    case done, failed
  }

  /// A recording of which nothing could be used has failed.
  public var status: Status { problem != nil && fits.isEmpty ? .failed : .done }

  /// True if nothing is missing and every fit converged.
  public var isComplete: Bool { problem == nil && fits.allSatisfy(\.termination.converged) }
}
