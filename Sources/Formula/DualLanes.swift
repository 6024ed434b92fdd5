/// The parameters that one evaluation with dual numbers differentiates by.
@usableFromInline
struct DualLanes: Sequence, IteratorProtocol {
  /// The indices of the parameters in the lanes of the current pass.
  @usableFromInline private(set) var range = 0..<0
  private let count: Int

  /// As many passes as `count` parameters need.
  @usableFromInline
  init(count: Int) { self.count = count }

  @usableFromInline
  mutating func next() -> DualLanes? {
    guard range.upperBound < count else { return nil }
    range = range.upperBound..<Swift.min(count, range.upperBound + Dual.laneCount)
    return self
  }

  /// The values, those of this pass with their lane set.
  @usableFromInline
  func duals(_ values: [Double]) -> [Dual] {
    values.indices.map {
      range.contains($0) ? Dual(values[$0], lane: $0 - range.lowerBound) : Dual(values[$0])
    }
  }
}
