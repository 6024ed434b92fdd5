/// A constant of a fit under other choices of the analysis, changed one at a time.
package struct Sensitivity: Equatable, Sendable {
  /// The largest number of fits of a report that have one: each of its cases is a fit of its own.
  package static let maximumFits = 20

  /// The constant as reported.
  package let reported: Estimate
  /// The choices that these samples can be fitted with, in a fixed order.
  package let cases: [Case]

  package struct Case: Equatable, Sendable {
    package let choice: Choice
    package let estimate: Estimate

    package init(_ choice: Choice, _ estimate: Estimate) {
      self.choice = choice
      self.estimate = estimate
    }
  }

  package enum Choice: Equatable, Sendable {
    /// The phase begins that many samples later.
    case withoutFirst(samples: Int)
    /// The phase ends that many samples earlier.
    case withoutLast(samples: Int)
    case noise(NoiseModel)
    /// The other usual value of the frame interval that counts the times, s.
    case interval(Double)
    /// The resting offset is estimated instead of given.
    case restFree
    /// The resting offset is given instead of estimated.
    case restFixed(Double)
  }

  package init(reported: Estimate, cases: [Case]) {
    self.reported = reported
    self.cases = cases
  }
}

extension Sensitivity {
  /// The constant with a choice minus the reported one.
  package func change(of varied: Case) -> Double { varied.estimate.value - reported.value }
}
