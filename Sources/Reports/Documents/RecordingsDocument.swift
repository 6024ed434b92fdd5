import Numerals
import ScrollFitting

extension [JointEstimate] {
  /// The parameters that several recordings share.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    return [
      .heading("Shared values", level: 1),
      .table(
        Document.Table(
          self,
          [
            ("parameter", .left, { $0.estimate.name }),
            ("value", .firstWord, { $0.estimate.text }),
            ("interval", .left, { $0.estimate.intervalText }),
            ("one value for all?", .left, \.test),
          ])),
    ]
  }
}

extension JointEstimate {
  /// True if the recordings have no one value, at the level 0.05.
  var isRejected: Bool { pValue < 0.05 }

  /// `no: F(2, 135) = 16, p < 0.001`.
  var test: String {
    (isRejected ? "no: " : "not rejected: ")
      + "F(\(equalities), \(degreesOfFreedom)) = \(Numerals.significant(fStatistic, 3)), "
      + "p \(Numerals.probability(pValue))"
  }
}

extension [AcrossRecordings] {
  /// Each quantity that motions of one engine have in common, over the recordings: the mean of what belongs to a gesture
  /// describes nothing.
  var blocks: [Document.Block] {
    let shown = filter { $0.model.isShared($0.mean.name) }
    guard !shown.isEmpty else { return [] }
    return [
      .heading("Across fits", level: 1),
      .table(
        Document.Table(
          shown,
          [
            ("model", .left, { [$0.model.id, $0.axis?.rawValue].compactMap(\.self).joined(separator: " ") }),
            ("parameter", .left, \.mean.name),
            ("mean", .firstWord, { $0.mean.text }),
            ("interval", .left, { $0.mean.intervalText }),
            ("spread", .right, { Numerals.significant($0.betweenDeviation, 3) }),
            ("fits", .right, { "\($0.recordings)" }),
            ("heterogeneity", .left, { $0.pValue.map { "p \(Numerals.probability($0))" } ?? "" }),
          ])),
    ]
  }
}
