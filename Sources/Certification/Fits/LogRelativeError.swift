import Elementary

extension ReferenceDataset.Kind {
  /// The digits to which values are certified, and so the most that can agree.
  package var certifiedDigits: Double {
    switch self {
    case .nonlinear: 11
    case .linear: 15
    }
  }

  /// The digits that a good answer reaches. A certified value is itself rounded: the exact answer agrees with it in
  /// 10.3 at least where 11 are printed, in 14.3 where 15 are.
  package var bar: Double {
    switch self {
    case .nonlinear: 10
    case .linear: 13
    }
  }

  /// The decimal digits in which a value agrees with the certified one: −log₁₀(|q − c|/|c|), and −log₁₀|q| for c = 0.
  ///
  /// - Returns: 0 to ``certifiedDigits``; the latter where both are equal, 0 for a value that is not finite.
  package func logRelativeError(of value: Double, certified: Double) -> Double {
    guard value.isFinite else { return 0 }
    guard value != certified else { return certifiedDigits }
    let error = abs(certified == 0 ? value : (value - certified) / certified)
    return max(0, min(certifiedDigits, -logarithm(error) / logarithm(10)))
  }
}
