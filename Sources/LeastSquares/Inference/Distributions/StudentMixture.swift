/// A mixture of located and scaled Student's t distributions.
package struct StudentMixture {
  package struct Component {
    let value: Double
    let standardError: Double
    let distribution: StudentT
    package let weight: Double

    package init(value: Double, standardError: Double, distribution: StudentT, weight: Double) {
      self.value = value
      self.standardError = standardError
      self.distribution = distribution
      self.weight = weight
    }

    fileprivate func quantile(_ probability: Double) -> Double {
      value + standardError * distribution.quantile(probability)
    }
  }

  package let components: [Component]

  package init(_ components: [Component]) {
    self.components = components
  }

  /// The interval between the quantiles (1 ∓ confidence)/2; nil for what is not finite.
  package func interval(confidence: Double) -> ClosedRange<Double>? {
    let tail = (1 - confidence) / 2
    guard components.allSatisfy({ $0.standardError > 0 && $0.value.isFinite }), let low = quantile(tail),
      let high = quantile(1 - tail), low <= high
    else { return nil }
    return low...high
  }

  /// The value that the mixture is below with a probability, which lies between the components' own quantiles.
  private func quantile(_ probability: Double) -> Double? {
    func excess(_ x: Double) -> Double {
      components.reduce(-probability) {
        $0 + $1.weight * $1.distribution.cumulative((x - $1.value) / $1.standardError)
      }
    }
    let ends = components.map { $0.quantile(probability) }
    guard let low = ends.min(), let high = ends.max(), low.isFinite, high.isFinite else { return nil }
    guard low < high else { return low }
    return bracketedRoot(from: (low, excess(low)), to: (high, excess(high)), resolution: 1e-10, of: excess)
  }
}
