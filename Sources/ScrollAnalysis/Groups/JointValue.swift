import LeastSquares
import ScrollFitting
import ScrollModels

/// One value of a constant for all fits of a group, and whether they allow it.
package struct JointValue: Equatable, Sendable {
  /// The way it was found.
  package enum Method: Equatable, Sendable {
    /// All samples fitted at once, everything else each recording's own: what `fit --joint` does. The test is F, of the
    /// joint sum of squares against that of separate fits, or, of several constants, of the fit that shares the others.
    case samples
    /// From the separate fits alone: the cost of each is taken as a quadratic about its minimum, so that the value is
    /// Σ wᵢyᵢ / Σ wᵢ with wᵢ = 1/sᵢ², its error 1/√Σ wᵢ. The test is Cochran's Q = Σ wᵢ(yᵢ − y)², χ² for one true value
    /// and errors sᵢ that are known. Of several constants each is taken by itself.
    case separateFits(Reason)
  }

  /// The reason that the samples were not fitted at once.
  package enum Reason: Error, Equatable {
    case tooMany(most: Int)
    /// Standard input, or a file that is not what it was.
    case notThere
    /// Joint fits are of least squares.
    case robustLoss
    /// Joint fits have intervals from the curvature at the minimum alone.
    case searchedIntervals
    /// The joint fit's words.
    case failed(String)
  }

  package let value: Double
  package let standardError: Double
  /// The number of fits share it.
  package let count: Int
  /// F or Q.
  package let statistic: Double
  /// The degrees of freedom of F's numerator, or of Q.
  package let equalities: Int
  /// The degrees of freedom of F's denominator; nil for Q.
  package let degreesOfFreedom: Int?
  /// The p-value of a statistic this large where there is one value for all.
  package let pValue: Double
  package let method: Method

  /// From separate fits. Nil for fewer than two, or where one has an error of 0.
  init?(_ observations: [BatchCollection.Observation], because reason: Reason) {
    let errors = observations.map(\.standardError)
    guard observations.count > 1, let least = errors.min(), least > 0, errors.allSatisfy(\.isFinite) else {
      return nil
    }
    // In units of the smallest error no weight overflows.
    let weights = errors.map { (least / $0) * (least / $0) }
    let total = weights.reduce(0, +)
    let first = observations[0].value
    let mean = first + zip(weights, observations).reduce(0) { $0 + $1.0 * ($1.1.value - first) } / total
    value = mean
    standardError = least / total.squareRoot()
    count = observations.count
    statistic = observations.reduce(0) {
      let distance = ($1.value - mean) / $1.standardError
      return $0 + distance * distance
    }
    equalities = count - 1
    degreesOfFreedom = nil
    pValue = ChiSquared(degreesOfFreedom: Double(count - 1)).upperTail(statistic)
    method = .separateFits(reason)
  }

  /// The value of a joint fit; nil where the samples do not determine it.
  init?(_ joint: JointEstimate, count: Int) {
    guard let error = joint.estimate.standardError, error.isFinite, joint.estimate.value.isFinite else {
      return nil
    }
    value = joint.estimate.value
    standardError = error
    self.count = count
    statistic = joint.fStatistic
    equalities = joint.equalities
    degreesOfFreedom = joint.degreesOfFreedom
    pValue = joint.pValue
    method = .samples
  }
}

/// The joint values of a batch, by constant and group.
package struct JointValues: Equatable, Sendable {
  struct Key: Hashable {
    let constant: BatchCollection.ConstantName
    /// Nil for all recordings.
    let group: BatchCollection.Group?
  }

  var found: [Key: JointValue] = [:]
  var reasons: [Key: JointValue.Reason] = [:]
  /// The reason in all other cases.
  let reason: JointValue.Reason

  package init() { self.init(reason: .notThere) }

  init(reason: JointValue.Reason) { self.reason = reason }

  /// The joint value, else the separate fits' mean; nil for a constant that belongs to the gesture.
  func value(
    of constant: BatchCollection.Constant, group: BatchCollection.Group?,
    _ observations: [BatchCollection.Observation]
  ) -> JointValue? {
    guard constant.name.isOfEngine else { return nil }
    let key = Key(constant: constant.name, group: group)
    return found[key] ?? JointValue(observations, because: reasons[key] ?? reason)
  }
}

extension BatchCollection.ConstantName {
  /// True if it is a parameter of a model of scrolling that distinguishes engines: none that gives how a gesture begins and where
  /// it rests.
  package var isOfEngine: Bool {
    MotionModel(model)?.hasConstant(name) ?? false
  }
}

/// A fit in a batch.
struct FitReference: Hashable {
  let position: Int
  let part: Int
  let fit: Int
}

/// The constants of a model that the recordings of a group are to share.
struct JointShare {
  let constants: [BatchCollection.ConstantName]
  /// Nil for all recordings.
  let group: BatchCollection.Group?
  /// Those that have every one of the constants.
  let references: [FitReference]
}

extension BatchCollection {
  private struct ModelKey: Hashable {
    let phase: String
    let axis: String
    let model: String
  }

  /// The shares of every model and group with two fits or more.
  var shares: [JointShare] {
    var modelKeys: [ModelKey] = []
    var byModelKey: [ModelKey: [Constant]] = [:]
    for constant in constants where constant.name.isOfEngine {
      let modelKey = ModelKey(
        phase: constant.name.phase, axis: constant.name.axis, model: constant.name.model)
      if byModelKey[modelKey] == nil { modelKeys.append(modelKey) }
      byModelKey[modelKey, default: []].append(constant)
    }
    return modelKeys.flatMap { modelKey in
      let own = byModelKey[modelKey] ?? []
      let sets = own.map { Set($0.observations.map(fitReference)) }
      guard let first = own.first else { return [JointShare]() }
      let groups =
        [(group: Group?.none, observations: first.observations)]
        + keys.flatMap { key in
          members(of: first, by: key).map { (group: Optional($0.group), observations: $0.observations) }
        }
      return groups.compactMap { group, observations in
        let references = observations.map(fitReference).filter { reference in
          sets.allSatisfy { $0.contains(reference) }
        }
        return references.count > 1
          ? JointShare(constants: own.map(\.name), group: group, references: references) : nil
      }
    }
  }

  private func fitReference(_ observation: Observation) -> FitReference {
    let recording = recordings[observation.recording]
    return FitReference(position: recording.position, part: recording.part, fit: observation.fit)
  }
}
