import ScrollAnalysis

/// The counts of a batch so far.
struct BatchTally: Equatable {
  var recordings = 0
  /// The recordings of which nothing could be used.
  var failed = 0
  /// The recordings of which something is missing, or a fit did not converge.
  var incomplete = 0
  /// Fits of which a kernel has the model.
  var kernelFits = 0
  /// The kernel fits that fell back to the general solver.
  var left = 0
  /// The recordings by their verdict against an engine.
  var verdicts: [EquivalenceVerdict: Int] = [:]

  /// The exit status of the recordings.
  var status: ExitStatus {
    if failed == recordings { return .noInput }
    return incomplete > 0 ? .partial : .done
  }

  static func += (tally: inout BatchTally, other: BatchTally) {
    tally.recordings += other.recordings
    tally.failed += other.failed
    tally.incomplete += other.incomplete
    tally.kernelFits += other.kernelFits
    tally.left += other.left
    tally.verdicts.merge(other.verdicts, uniquingKeysWith: +)
  }
}

extension BatchTally {
  init(_ records: [BatchRecord]) {
    let starts = records.flatMap(\.fits).map(\.start)
    self.init(
      recordings: records.count, failed: records.count { $0.status == .failed },
      incomplete: records.count { !$0.isComplete }, kernelFits: starts.count { $0 != .scan },
      left: starts.count { $0 == .scanAfterKernel },
      verdicts: records.compactMap(\.answer?.equivalence).reduce(into: [:]) { $0[$1, default: 0] += 1 })
  }
}
