/// Several recordings of one separable model with one set of nonlinear parameters and linear parameters of their own.
///
/// The abscissas stand one recording after another; Φ is block-diagonal: recording g's coefficients multiply its own
/// rows only. Order of c: recording by recording, each in the model's order. Unlike a model, it allocates a recording's
/// columns at each evaluation: they stand in rows of their own, the joint ones among zeros.
package struct JointModel<Model: SeparableModel>: SeparableModel {
  private let model: Model
  /// The count of samples of each recording.
  private let counts: [Int]

  package init(_ model: Model, counts: [Int]) {
    self.model = model
    self.counts = counts
  }

  package var linear: [Parameter] {
    counts.indices.flatMap { group in
      model.linear.map { Parameter("\($0.name).\(group + 1)", unit: $0.unit, domain: $0.domain) }
    }
  }

  package var nonlinear: [Parameter] { model.nonlinear }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let total = x.count
    let own = model.linear.count
    let all = own * counts.count
    for index in 0..<basis.count { basis[index] = 0 }
    for index in 0..<derivatives.count { derivatives[index] = 0 }
    var first = 0
    for (group, count) in counts.enumerated() {
      var ownBasis = [Double](repeating: 0, count: count * own)
      var ownDerivatives = [Double](
        repeating: 0, count: derivatives.isEmpty ? 0 : ownBasis.count * alpha.count)
      var basisSpan = ownBasis.mutableSpan
      var derivativesSpan = ownDerivatives.mutableSpan
      model.evaluate(
        alpha, at: x.extracting(first..<(first + count)), basis: &basisSpan, derivatives: &derivativesSpan)
      for j in 0..<own {
        for i in 0..<count {
          basis[(group * own + j) * total + first + i] = ownBasis[j * count + i]
          guard !ownDerivatives.isEmpty else { continue }
          for k in 0..<alpha.count {
            derivatives[(k * all + group * own + j) * total + first + i] =
              ownDerivatives[(k * own + j) * count + i]
          }
        }
      }
      first += count
    }
  }
}
