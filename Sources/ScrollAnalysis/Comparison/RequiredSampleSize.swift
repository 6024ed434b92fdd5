/// The number of motions each side needs for a verdict, if the difference is as it is estimated.
///
/// A side with fewer than n gets n, its variance falling as their number grows and its degrees of freedom
/// becoming n − 1; a side that has more keeps them.
struct RequiredSampleSize {
  /// No one records more.
  private static let most = 10_000

  let test: EquivalenceTest
  let difference: Double
  let lackOfFit: Double
  let directions: Int
  let a: Side
  let b: Side

  /// A mean as it is known now.
  struct Side {
    let variance: Double
    let count: Int
    let degreesOfFreedom: Double

    func grown(to needed: Int) -> (variance: Double, degreesOfFreedom: Double) {
      needed <= count
        ? (variance, degreesOfFreedom) : (variance * Double(count) / Double(needed), Double(needed - 1))
    }
  }

  /// The least n of at least 2 that gives the verdict ``EquivalenceTest/power`` of the time; nil where none
  /// up to 10,000 does: the estimate is too near the limit, or the models are too wrong.
  var count: Int? {
    guard a.variance.isFinite, b.variance.isFinite, isEnough(Self.most) else { return nil }
    var (low, high) = (1, Self.most)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }

  private func isEnough(_ count: Int) -> Bool {
    let error = WelchError(a.grown(to: count), b.grown(to: count))
    return test.power(difference: difference, lackOfFit: lackOfFit, error: error, directions: directions)
      >= EquivalenceTest.power
  }
}
