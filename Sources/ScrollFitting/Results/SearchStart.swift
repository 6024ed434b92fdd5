/// The initial values of a fit's search.
package enum SearchStart: Equatable, Sendable {
  /// From a scan over the model's range, or the user.
  case scan
  /// From a kernel.
  case kernel
  /// From a scan, after a kernel fell back to the general solver.
  case scanAfterKernel
}
