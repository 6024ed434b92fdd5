/// The checklist of a recording: what can be determined from it, what not, and what to record next.
public struct RecordingCheck: Equatable, Sendable {
  public let source: String
  public let items: [Item]

  /// One question to the recording.
  public struct Item: Equatable, Sendable {
    public let subject: Subject
    public let state: State
    /// The answer, with the numbers it rests on.
    public let finding: String
    /// The recording that would improve it and by how much; nil where nothing is missing.
    public let advice: String?

    init(_ subject: Subject, _ state: State, _ finding: String, advice: String? = nil) {
      self.subject = subject
      self.state = state
      self.finding = finding
      self.advice = advice
    }
  }

  public enum Subject: String, CaseIterable, Sendable {
    case clock, resolution, deceleration, velocityDependence, bounce, rubberBand, release
  }

  public enum State: String, Sendable {
    case determined
    /// Determined with a standard error above ``largestRelativeError``, or for a part of the range.
    case partly
    case missing
  }

  /// The standard error, relative to the value, up to which a constant counts as determined.
  public static let largestRelativeError = 0.02
}
