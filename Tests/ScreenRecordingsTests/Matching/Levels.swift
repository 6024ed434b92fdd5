import CKernels

/// Pseudo-random levels, or the largest one alone.
func levels(_ count: Int, seed: UInt64, isWhite: Bool = false) -> [UInt8] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return isWhite ? 255 : UInt8(state >> 56)
  }
}

/// The instruction sets that the processor has.
let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
  $0.rawValue <= scrollfit_fastest_path().rawValue
}
