/// Pseudo-random numbers from a seed: the same ones for the same seed, on every machine.
///
/// For simulation and random starts; not for secrets. (G. Steele, D. Lea and C. Flood, *Fast Splittable Pseudorandom
/// Number Generators*, OOPSLA 2014.)
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number of 0 ..< 1, one of 2⁵³ equally likely and equally spaced ones.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of −1 ..< 1.
  public mutating func signedUniform() -> Double { 2 * uniform() - 1 }
}
