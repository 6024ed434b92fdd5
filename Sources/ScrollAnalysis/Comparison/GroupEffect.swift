import LeastSquares
import Recordings
import ScrollModels

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
