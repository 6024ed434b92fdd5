/// The checklist of a recording: what can be determined from it, what not, and what to record next.
package struct RecordingCheck: Equatable, Sendable {
  package let source: String
  package let items: [Item]

  /// One question to the recording.
  package struct Item: Equatable, Sendable {
    package let subject: Subject
    package let state: State
    /// The answer, with the numbers it rests on.
    package let finding: String
    /// The recording that would improve it and by how much; nil where nothing is missing.
    package let advice: String?

    init(_ subject: Subject, _ state: State, _ finding: String, advice: String? = nil) {
      self.subject = subject
      self.state = state
      self.finding = finding
      self.advice = advice
    }
  }

  package enum Subject: String, CaseIterable, Sendable {
    case clock, resolution, deceleration, velocityDependence, bounce, rubberBand, release
  }

  package enum State: String, Sendable {
    case determined
    /// Determined with a standard error above ``largestRelativeError``, or for a part of the range.
    case partly
    case missing
  }

  /// The standard error, relative to the value, up to which a constant counts as determined.
  package static let largestRelativeError = 0.02
}
