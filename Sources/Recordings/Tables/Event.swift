/// Something that happened while a recording was made: a delegate's callback, a touch, a marker.
package struct Event: Equatable, Sendable {
  /// Seconds since the recording's first sample; may lie before it.
  package let time: Double
  /// The event's name as UIScrollView's delegate calls it: `willEndDragging`, `didEndDecelerating`, …; any name
  /// passes through.
  package let name: String
  /// The position at which the content was, on each axis that the event gives it for.
  package let offset: [Axis: Double]
  /// The content's velocity on each axis that the event gives one for, in the trace's unit per second.
  package let velocity: [Axis: Double]
  /// The position at which the content is expected to come to rest, on each axis that the event gives it for.
  package let target: [Axis: Double]
  /// Further keys of the event, in their order.
  package let details: [JSONMember]

  package init(
    time: Double, name: String, offset: [Axis: Double] = [:], velocity: [Axis: Double] = [:],
    target: [Axis: Double] = [:],
    details: [JSONMember] = []
  ) {
    self.time = time
    self.name = name
    self.offset = offset
    self.velocity = velocity
    self.target = target
    self.details = details
  }
}

/// The state of a scroll view at a sample.
package enum TouchState: String, CaseIterable, Sendable {
  /// A finger is down and has not moved the content yet.
  case tracking
  /// The content follows a finger.
  case dragging
  /// The content moves by itself.
  case decelerating
  /// Neither.
  case idle
}
