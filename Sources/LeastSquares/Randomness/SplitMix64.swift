import Elementary

/// Pseudo-random numbers from a seed: the same ones for the same seed, on every machine.
///
/// For simulation, resampling and random starts; not for secrets. (G. Steele, D. Lea and C. Flood, *Fast
/// splittable pseudorandom number generators*, OOPSLA 2014.)
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// One of 2⁶⁴ sequences of the same seed, each starting at a hashed place of the generator's one cycle:
  /// replicate i of a simulation draws the same numbers whichever thread computes it.
  package init(seed: UInt64, stream: Int) {
    let position = UInt64(bitPattern: Int64(stream)) &+ 1
    state = Self.mixed(Self.mixed(seed) ^ Self.mixed(position &* Self.increment))
  }

  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// A number of 0 ..< 1, one of 2⁵³ equally likely and equally spaced ones.
  package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of −1 ..< 1.
  package mutating func signedUniform() -> Double { 2 * uniform() - 1 }

  /// A standard normal deviate (G. Marsaglia's polar method; the second of the pair is not kept).
  package mutating func normal() -> Double {
    while true {
      let (x, y) = (signedUniform(), signedUniform())
      let square = x * x + y * y
      if square > 0, square < 1 { return x * (-2 * logarithm(square) / square).squareRoot() }
    }
  }

  /// An index of 0 ..< count, all equally likely (D. Lemire, *Fast random integer generation in an interval*,
  /// 2019).
  ///
  /// - Parameter count: > 0.
  package mutating func index(below count: Int) -> Int {
    precondition(count > 0, "no index below \(count)")
    let bound = UInt64(count)
    // The products whose low half is below this are one too many for some indices.
    let excess = (0 &- bound) % bound
    while true {
      let product = next().multipliedFullWidth(by: bound)
      if product.low >= excess { return Int(product.high) }
    }
  }

  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
