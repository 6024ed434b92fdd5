/// Everything a report of `segment` prints: each recording and its phases.
package struct Segmentation: Equatable, Sendable {
  package let recordings: [RecordingSummary]

  package init(recordings: [RecordingSummary]) { self.recordings = recordings }
}
