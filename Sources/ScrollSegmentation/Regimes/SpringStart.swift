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
    let factor = motion.integrals(range)
    let solution = factor.coefficients(first: 5)
    let rate = -solution[3] / 2
    let discriminant = rate * rate + solution[4]
    guard RateRange.spring.contains(rate), discriminant.isFinite else { return nil }
    return SegmentModel.spring.limited(SIMD2(rate, discriminant), from: SIMD2(rate, discriminant))
  }

  /// The rates at which a model's search starts without a better guess.
  func starts(_ model: SegmentModel, _ range: Range<Int>) -> [SIMD2<Double>] {
    integratedStart(model, range).map { model.starts + [$0] } ?? model.starts
  }

  /// The rates of a spring by integration, where the samples show one.
  func integratedStart(_ model: SegmentModel, _ range: Range<Int>) -> SIMD2<Double>? {
    guard model.isSpring, let integrated = integratedSpring(range) else { return nil }
    return model == .spring ? integrated : SIMD2(integrated.x, 0)
  }
}
