/// Two numbers that are stored without a vector's alignment: memory for what is aligned to more than 8 bytes is taken by
/// a way of its own, which is several times slower.
struct PlainPair: Equatable {
  private let first, second: Double

  init(_ vector: SIMD2<Double>) { (first, second) = (vector.x, vector.y) }

  var vector: SIMD2<Double> { SIMD2(first, second) }
}
