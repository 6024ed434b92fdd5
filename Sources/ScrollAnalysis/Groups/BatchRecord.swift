import ScrollFitting

/// The results of a batch for one recording.
package struct BatchRecord: Equatable, Sendable {
  /// The series where the input holds several, or the recording's name.
  package let series: String?
  /// Nil where the input could not be read.
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
