/// The covariance of estimates of which some are shared by several recordings.
///
/// A function g of recording i's own and the shared parameters, with gradients a and b, has
///
///     var g = s² aᵀ(AᵢᵀAᵢ)⁻¹a + cᵀ V c,    c = b + (∂ownᵢ/∂shared)ᵀ a
///
/// V the covariance of the shared ones: what the own parameters would vary with the shared ones known, and
/// what these bring into them.
public struct BorderedCovariance: Sendable {
  /// V.
  public let shared: Covariance
  private let blocks: [(own: Covariance, sensitivity: [Double])]

  init(shared: Covariance, blocks: [(own: Covariance, sensitivity: [Double])]) {
    self.shared = shared
    self.blocks = blocks
  }

  /// √var(g).
  ///
  /// - Parameters:
  ///   - recording: i.
  ///   - own: a.
  ///   - shared: b; empty for zeros.
  /// - Returns: nil where the samples do not determine g.
  public func standardError(recording: Int, own: [Double], shared gradient: [Double] = []) -> Double? {
    let (covariance, sensitivity) = blocks[recording]
    guard let alone = covariance.standardError(own),
      let brought = shared.standardError(
        (0..<shared.count).map { j in
          own.indices.reduce(gradient.isEmpty ? 0 : gradient[j]) {
            $0 + sensitivity[j * own.count + $1] * own[$1]
          }
        })
    else { return nil }
    return (alone * alone + brought * brought).squareRoot()
  }

  /// The gradient of recording i's j-th own parameter itself.
  public func unit(recording: Int, _ j: Int) -> [Double] { blocks[recording].own.unit(j) }
}
