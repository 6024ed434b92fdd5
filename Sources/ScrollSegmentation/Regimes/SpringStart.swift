import LinearAlgebra

/// The rates of a spring from its samples, without a guess.
extension SegmentFitter {
  /// Returns the rates at which a spring's search may start, by successive integration; nil where the samples show none.
  ///
  /// A spring y″ + p y′ + q y = r, integrated twice, is linear in what it lacks: y = c₀ + c₁t + c₂t² − p ∫y − q ∬y
  /// (J. Jacquelin, *Régressions et équations intégrales*, 2009), so that one least-squares fit gives σ = p/2 and D = σ² − q. The sum
  /// of squares over the rates has a second minimum at half of the true rate, which a search from elsewhere may end in.
  func integratedSpring(_ range: Range<Int>) -> SIMD2<Double>? {
    guard range.count >= Regime.spring.minimumSamples else { return nil }
    var factor = RowUpdatedQR(columns: 5)
    let stride = (range.count + 7) / 8 * 8
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 6 * stride) { numbers in
      fill(numbers, stride, range)
      factor.addFirst(lanes: 0..<5, 5..<5, factoring: numbers, stride: stride)
    }
    let solution = factor.coefficients(first: 5)
    let rate = -solution[3] / 2
    let discriminant = rate * rate + solution[4]
    guard RateRange.spring.contains(rate), discriminant.isFinite else { return nil }
    return SegmentModel.spring.limited(SIMD2(rate, discriminant), from: SIMD2(rate, discriminant))
  }

  /// Fills the columns 1, t, t², ∫y, ∬y and y, each divided by σ, with zeros behind them.
  private func fill(_ numbers: UnsafeMutableBufferPointer<Double>, _ stride: Int, _ range: Range<Int>) {
    let (times, offsets, precisions) = (motion.times.span, motion.offsets.span, motion.precisions.span)
    let (start, level) = (times[range.lowerBound], offsets[range.lowerBound])
    var (time, offset, once, twice) = (0.0, 0.0, 0.0, 0.0)
    for i in range {
      let (nextTime, nextOffset) = (times[i] - start, offsets[i] - level)
      let step = nextTime - time
      let nextOnce = once + step * (offset + nextOffset) / 2
      twice += step * (once + nextOnce) / 2
      (time, offset, once) = (nextTime, nextOffset, nextOnce)
      let (precision, position) = (precisions[i], i - range.lowerBound)
      numbers[position] = precision
      numbers[stride + position] = time * precision
      numbers[2 * stride + position] = time * time * precision
      numbers[3 * stride + position] = once * precision
      numbers[4 * stride + position] = twice * precision
      numbers[5 * stride + position] = offset * precision
    }
    for column in 0..<6 {
      for position in range.count..<stride { numbers[column * stride + position] = 0 }
    }
  }

  /// The rates at which a model's search starts without a better guess.
  func starts(_ model: SegmentModel, _ range: Range<Int>) -> [SIMD2<Double>] {
    guard model.isSpring, let integrated = integratedSpring(range) else { return model.starts }
    return model.starts + [model == .spring ? integrated : SIMD2(integrated.x, 0)]
  }
}
