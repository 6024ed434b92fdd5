/// Two numbers that are stored without a vector's alignment: memory for what is aligned to more than 8 bytes is taken by
/// a way of its own, which is several times slower.
struct PlainPair: Equatable {
  private let first, second: Double

  init(_ vector: SIMD2<Double>) { (first, second) = (vector.x, vector.y) }

  var vector: SIMD2<Double> { SIMD2(first, second) }
}

/// The rates and coefficients of a model, stored alike.
struct PlainNumbers: Equatable {
  private let ratePair, low, high: PlainPair

  init(rates: SIMD2<Double>, coefficients: SIMD4<Double>) {
    (ratePair, low, high) = (
      PlainPair(rates), PlainPair(coefficients.lowHalf), PlainPair(coefficients.highHalf)
    )
  }

  var rates: SIMD2<Double> { ratePair.vector }
  var coefficients: SIMD4<Double> { SIMD4(lowHalf: low.vector, highHalf: high.vector) }
}
