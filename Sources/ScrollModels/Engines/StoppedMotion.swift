/// A motion that an engine ends before its law would.
struct StoppedMotion: EngineMotion {
  let motion: any EngineMotion
  let duration: Double
  /// The final offset, pt.
  let last: Double

  init(_ motion: any EngineMotion, duration: Double, last: Double) {
    self.motion = motion
    self.duration = duration
    self.last = last
  }

  func value(at time: Double) -> Double { time < duration ? motion.value(at: time) : last }

  func velocity(at time: Double) -> Double { time < duration ? motion.velocity(at: time) : 0 }
}

/// A motion whose offsets are rounded; the velocity is the unrounded one's.
struct RoundedMotion: EngineMotion {
  let motion: StoppedMotion
  /// pt.
  let step: Double

  var duration: Double { motion.duration }

  func value(at time: Double) -> Double { (motion.value(at: time) / step).rounded() * step }

  func velocity(at time: Double) -> Double { motion.velocity(at: time) }
}
