import ScrollFit

/// What a batch has come to so far.
struct BatchTally: Equatable {
  var recordings = 0
  /// Of which nothing could be used.
  var failed = 0
  /// Of which something is missing, or a fit did not converge.
  var incomplete = 0
  /// Fits that were made.
  var fits = 0
  /// Of which no kernel found the start.
  var searched = 0

  /// How the run ends: as its recordings deserve.
  var status: ExitStatus {
    if failed == recordings { return .noInput }
    return incomplete > 0 ? .partial : .done
  }

  static func += (tally: inout BatchTally, other: BatchTally) {
    tally.recordings += other.recordings
    tally.failed += other.failed
    tally.incomplete += other.incomplete
    tally.fits += other.fits
    tally.searched += other.searched
  }
}

extension BatchTally {
  init(_ records: [BatchRecord]) {
    let fits = records.flatMap(\.fits)
    self.init(
      recordings: records.count, failed: records.count { $0.status == .failed },
      incomplete: records.count { !$0.isComplete }, fits: fits.count,
      searched: fits.count { !$0.isFromKernel })
  }
}
