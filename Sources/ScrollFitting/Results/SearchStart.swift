/// Where the search for a fit's minimum began.
public enum SearchStart: Equatable, Sendable {
  /// Where a scan over the law's range, or the user, says.
  case scan
  /// Where a kernel says.
  case kernel
  /// Where a scan says: a kernel has the law and left the samples.
  case scanAfterKernel
}
