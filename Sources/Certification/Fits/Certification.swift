/// Reference datasets solved: nonlinear ones first, then linear ones, each by name and start.
package struct Certification: Equatable, Sendable {
  package let fits: [CertifiedFit]

  package init(fits: [CertifiedFit]) { self.fits = fits }

  /// A summary of the fits of one kind.
  package struct Summary: Equatable, Sendable {
    package let kind: ReferenceDataset.Kind
    /// The number of fits; at least 1.
    package let count: Int
    /// Those in which everything certified agrees to ``ReferenceDataset/Kind/bar`` digits or more.
    package let aboveBar: Int
    package let converged: Int
    /// The fewest digits of anything.
    package let lowestDigits: Double
    /// The mean over the fits of the fewest digits of a parameter.
    package let meanParameterDigits: Double

    fileprivate init?(_ fits: [CertifiedFit], _ kind: ReferenceDataset.Kind) {
      let fits = fits.filter { $0.kind == kind }
      guard let lowest = fits.map(\.lowestDigits).min() else { return nil }
      self.kind = kind
      count = fits.count
      aboveBar = fits.count(where: \.isAboveBar)
      converged = fits.count(where: \.termination.converged)
      lowestDigits = lowest
      meanParameterDigits = fits.reduce(0) { $0 + $1.parameterDigits } / Double(fits.count)
    }
  }

  /// One for each kind that was solved.
  package var summaries: [Summary] {
    ReferenceDataset.Kind.allCases.compactMap { Summary(fits, $0) }
  }
}
