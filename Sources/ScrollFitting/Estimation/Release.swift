import Recordings

/// The state in which a finger let go of the content, known from elsewhere than the samples of the motion.
struct Release {
  /// s since the first sample used.
  let time: Double
  let offset: Double
  let velocity: Double

  /// The release that a deceleration is to start from: nil where its state is estimated from the samples.
  ///
  /// Both `--fix initialOffset` and `--fix initialVelocity` give it at the first sample used; where the options name
  /// `clockOffset`, the last willEndDragging before it that names both does.
  ///
  /// - Throws: ``FitError/releaseUnknown(_:)`` where `clockOffset` is named and nothing gives the state.
  init?(_ trace: Trace, axis: Axis, from: Double, options: FitOptions) throws(FitError) {
    if let offset = options.fixed["initialOffset"], let velocity = options.fixed["initialVelocity"] {
      (time, self.offset, self.velocity) = (0, offset, velocity)
      return
    }
    let name = "clockOffset"
    guard
      options.fixed[name] != nil || options.bounds[name] != nil || options.starts[name] != nil
        || options.ties[name] != nil || options.joint.contains(name)
    else { return nil }
    let slack = 2 * (FrameClock.detect(trace.times)?.interval ?? 0)
    let events = trace.events.filter { $0.name == "willEndDragging" && $0.time <= from + slack }
    guard let event = events.max(by: { $0.time < $1.time }), let offset = event.offset[axis],
      let velocity = event.velocity[axis]
    else { throw .releaseUnknown(axis) }
    (time, self.offset, self.velocity) = (event.time - from, offset, velocity)
  }
}
