extension NestedModelTest.Model {
  /// Separate fits of several groups as one model: what a fit with shared parameters is nested in.
  public init(separate groups: [Self]) {
    self.init(
      sumOfSquares: groups.reduce(0) { $0 + $1.sumOfSquares },
      freeParameters: groups.reduce(0) { $0 + $1.freeParameters })
  }
}
