import Recordings

/// A phase with the fits that it rests on.
package struct SegmentedPhase {
  package internal(set) var kind: PhaseKind
  package internal(set) var range: Range<Int>
  /// The first and the last sample that the phase probably begins at; nil at the start of the recording.
  var begins: ClosedRange<Int>?
  var segments: [Segment]
  /// The other explanations, most probable first.
  package internal(set) var alternatives: [PhaseAlternative] = []
  /// The recorded offset that it comes to rest at, where its model agrees with it; rounded as all offsets are.
  package internal(set) var rest: Double?

  /// True if a model of its own describes it.
  package var hasModel: Bool { !segments.isEmpty }

  /// Takes in the phase that follows.
  mutating func join(_ next: SegmentedPhase) {
    range = range.lowerBound..<next.range.upperBound
    segments += next.segments
  }

  /// The fit that describes the whole phase; nil where it took several.
  var fit: SegmentFit? { segments.count == 1 ? segments[0].fit : nil }
}
