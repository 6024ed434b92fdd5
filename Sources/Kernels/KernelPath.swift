import CKernels

/// The instructions that kernels run with; results differ in their last digits from one to the other.
package enum KernelPath: String, CaseIterable, Sendable {
  /// The instructions of every processor.
  case portable
  case avx2
  case avx512

  /// The fastest that this processor can run.
  package static var fastest: KernelPath { KernelPath(scrollfit_fastest_path()) }

  /// Those that this processor can run, the slowest first.
  package static var available: [KernelPath] {
    allCases.filter { $0.native.rawValue <= fastest.native.rawValue }
  }

  private init(_ native: scrollfit_path) {
    self = Self.allCases.first { $0.native == native } ?? .portable
  }

  var native: scrollfit_path {
    switch self {
    case .portable: SCROLLFIT_PORTABLE
    case .avx2: SCROLLFIT_AVX2
    case .avx512: SCROLLFIT_AVX512
    }
  }
}
