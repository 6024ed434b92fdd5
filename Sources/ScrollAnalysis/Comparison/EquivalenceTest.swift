import LeastSquares
import Recordings
import ScrollModels

/// Same, different, or not enough data to decide.
package enum EquivalenceVerdict: String, CaseIterable, Sendable {
  case same, different, undecided

  /// The verdict on a whole of parts: one that differs makes a difference, and only what is the same everywhere is
  /// the same.
  init(of parts: [EquivalenceVerdict]) {
    self = parts.contains(.different) ? .different : parts.allSatisfy { $0 == .same } ? .same : .undecided
  }
}

/// The way a difference of motions is judged: by equivalence, not by significance.
///
/// A difference d is known with a standard error s and ν degrees of freedom at every instant. Each bound of
/// its size is wrong in at most α of all comparisons:
///
///     |d| ≤ max(|d̂| + t_{1−α, ν} s)
///     |d| ≥ max(|d̂| − c s)
///
/// The first are the upper bounds of two one-sided tests (D. Schuirmann, 1987): to be the same the difference
/// must be within the limit at every instant, and tests that must all succeed need no correction. For the
/// second one instant is enough: c = t_{1−α/2m, ν} where d varies in one direction, √(p F_{1−α/m; p, ν}) in p
/// directions (H. Scheffé, 1953), m phases sharing α (Bonferroni).
struct EquivalenceTest {
  /// The largest difference that counts as the same.
  let limit: Double
  /// 1 − α.
  let confidence: Double
  /// m: how many phases are compared.
  let phases: Int

  /// The probability of finding a difference that exists.
  static let power = 0.8

  private var alpha: Double { 1 - confidence }

  /// t_{1−α, ν}.
  func upperQuantile(_ degreesOfFreedom: Double) -> Double {
    StudentT(degreesOfFreedom: degreesOfFreedom).quantile(upperTail: alpha)
  }

  /// c.
  ///
  /// - Parameter directions: p ≥ 1.
  func lowerQuantile(_ degreesOfFreedom: Double, directions: Int) -> Double {
    guard directions > 1 else {
      return StudentT(degreesOfFreedom: degreesOfFreedom).quantile(upperTail: alpha / Double(2 * phases))
    }
    let fisher = FisherF(numerator: Double(directions), denominator: degreesOfFreedom)
    return (Double(directions) * fisher.quantile(upperTail: alpha / Double(phases))).squareRoot()
  }

  /// t_{1−α/2, ν} + t_{power, ν}: how many standard errors a true difference has to have for being told from
  /// none.
  func detectable(_ degreesOfFreedom: Double) -> Double {
    let distribution = StudentT(degreesOfFreedom: degreesOfFreedom)
    return distribution.quantile(upperTail: alpha / 2) + distribution.quantile(upperTail: 1 - Self.power)
  }

  /// The verdict of bounds.
  func equivalence(low: Double, high: Double) -> EquivalenceVerdict {
    low > limit ? .different : high <= limit ? .same : .undecided
  }

  /// The probability of a verdict for a true difference as it is estimated: of the same below the limit, of a
  /// difference above.
  ///
  /// The noncentral t is taken as Student's t about the true value.
  ///
  /// - Parameter lackOfFit: what the models may be wrong by.
  func power(difference: Double, lackOfFit: Double, error: WelchError, directions: Int) -> Double {
    let size = abs(difference), degreesOfFreedom = error.degreesOfFreedom, s = error.standardError
    let distribution = error.distribution
    if size < limit - lackOfFit {
      let quantile = upperQuantile(degreesOfFreedom)
      return max(
        0,
        distribution.cumulative((limit - lackOfFit - size) / s - quantile)
          - distribution.upperTail((limit - lackOfFit + size) / s - quantile))
    }
    guard size > limit + lackOfFit else { return 0 }
    return distribution.cumulative(
      (size - limit - lackOfFit) / s - lowerQuantile(degreesOfFreedom, directions: directions))
  }
}

/// The difference of two independent means of unequal variance: its error and degrees of freedom (B. Welch,
/// *Biometrika* 34, 1947; F. Satterthwaite, *Biometrics Bulletin* 2, 1946).
///
/// ν = (vₐ + v_b)² / (vₐ²/νₐ + v_b²/ν_b) for variances v of the means; infinite where both are 0 or known.
struct WelchError {
  let standardError: Double
  let degreesOfFreedom: Double

  /// - Parameters:
  ///   - a, b: the variance of each mean and its degrees of freedom.
  init(_ a: (variance: Double, degreesOfFreedom: Double), _ b: (variance: Double, degreesOfFreedom: Double)) {
    let variance = a.variance + b.variance
    standardError = variance.squareRoot()
    // In shares of the variance: no square overflows or vanishes.
    let (shareA, shareB) = (a.variance / variance, b.variance / variance)
    let inverse = shareA * shareA / a.degreesOfFreedom + shareB * shareB / b.degreesOfFreedom
    degreesOfFreedom = inverse > 0 ? 1 / inverse : .infinity
  }

  var distribution: StudentT { StudentT(degreesOfFreedom: degreesOfFreedom) }

  /// P(|T| ≥ |difference|/s); 1 for no difference, 0 for one without error.
  func pValue(_ difference: Double) -> Double {
    difference == 0
      ? 1 : standardError == 0 ? 0 : min(1, 2 * distribution.upperTail(abs(difference) / standardError))
  }
}

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

/// The test of a constant against what recordings are grouped by, such as the device.
///
/// A random-effects mean over the groups of their own random-effects means: the spread between groups says
/// how far a device or a system moves the constant, the p-value whether that could be chance.
package struct GroupEffect: Equatable, Sendable {
  /// The side: ``MotionSet/name``.
  package let set: String
  /// `device`.
  package let key: String
  package let phase: PhaseKind
  package let name: String
  package let unit: String
  /// Sorted by their text.
  package let groups: [Group]
  /// Over the groups.
  package let mean: Double
  package let standardError: Double
  /// τ between groups; nil for one group.
  package let betweenDeviation: Double?
  /// The p-value of groups this unlike where none differs; nil for one group.
  package let pValue: Double?

  package struct Group: Equatable, Sendable {
    /// `iPhone15,2`.
    package let value: String
    package let mean: Double
    package let standardError: Double
    /// The number of motions.
    package let count: Int
  }

  /// The effects on every constant of a model; empty without motions that have a group.
  static func all(_ set: MotionSet, key: String, phase: PhaseKind, model: MotionModel) -> [GroupEffect] {
    let byValue = Dictionary(grouping: set.motions(phase).filter { $0.groups[key] != nil }) {
      $0.groups[key] ?? ""
    }
    let summaries = byValue.sorted { $0.key < $1.key }.compactMap { value, motions in
      ModelSummary(motions, model: model).map { (value: value, summary: $0) }
    }
    guard let first = summaries.first?.summary else { return [] }
    return first.constants.indices.compactMap { index in
      let groups = summaries.map { entry in
        Group(
          value: entry.value, mean: entry.summary.constants[index].value,
          standardError: entry.summary.constants[index].standardError, count: entry.summary.count)
      }
      return RandomEffects(values: groups.map(\.mean), standardErrors: groups.map(\.standardError)).map {
        GroupEffect(
          set: set.name, key: key, phase: phase, name: first.constants[index].name,
          unit: first.constants[index].unit,
          groups: groups, mean: $0.mean, standardError: $0.standardError,
          betweenDeviation: $0.betweenDeviation, pValue: $0.pValue
        )
      }
    }
  }
}
