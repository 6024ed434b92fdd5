/// Everything a report of `segment` prints: each recording and its phases.
public struct Segmentation: Equatable, Sendable {
  public let recordings: [RecordingSummary]

  public init(recordings: [RecordingSummary]) { self.recordings = recordings }
}
