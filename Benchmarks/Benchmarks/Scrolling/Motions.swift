import LeastSquares
import ScrollModels

/// Motions that every benchmark fits, the same ones each time.
enum Motions {
  /// Seconds since the release, 60 a second with the jitter of a recorder.
  static func times(_ count: Int, seed: Int) -> [Double] {
    var random = SplitMix64(seed: 1, stream: seed)
    return (0..<count).map { (Double($0) + ($0 == 0 ? 0 : 0.05 * random.signedUniform())) / 60 }
  }

  /// Offsets on a screen of three pixels a point.
  static func recorded(_ abscissas: [Double], _ curve: (Double) -> Double) -> [Double] {
    abscissas.map { (curve($0) * 3).rounded() / 3 }
  }

  static func deceleration(_ count: Int = 150, seed: Int = 0) -> (abscissas: [Double], observations: [Double])
  {
    let motion = Deceleration(
      initialOffset: 120, initialVelocity: 2400 + Double(seed % 97), decayConstant: 2.002)
    let times = times(count, seed: seed)
    return (times, recorded(times, motion.value(at:)))
  }

  static func bounce(_ count: Int = 65, seed: Int = 0) -> (abscissas: [Double], observations: [Double]) {
    let motion = Bounce(rest: 0, displacement: 60 + Double(seed % 89), initialVelocity: 900, damping: 10.9)
    let times = times(count, seed: seed)
    return (times, recorded(times, motion.value(at:)))
  }

  static func rubberBand(_ count: Int = 60, seed: Int = 0) -> (abscissas: [Double], observations: [Double]) {
    let law = RubberBand(coefficient: 0.55, dimension: 600 + Double(seed % 101))
    let travel = (0..<count).map { 600 * Double($0) / Double(count) }
    return (travel, recorded(travel, law.value(at:)))
  }
}
