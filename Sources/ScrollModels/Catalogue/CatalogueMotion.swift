public import LeastSquares

extension CatalogueEntry {
  /// The engine's glide from an offset (pt) with a velocity (pt/s); nil where the row is no fling.
  ///
  /// - Parameter constants: others than the engine's, in the law's order.
  public func fling(
    from offset: Double, velocity: Double, constants: [Double]? = nil, context: EngineContext = .init()
  ) -> (any EngineMotion)? {
    guard phase == .fling else { return nil }
    return motion(
      [Parameter.initialOffset.name: offset, Parameter.initialVelocity.name: velocity], constants, context)
  }

  /// The engine's return to `rest` (pt) from `displacement` beside it, with a velocity (pt/s); nil where the row is no
  /// bounce and no snap.
  public func bounce(
    to rest: Double, displacement: Double, velocity: Double, constants: [Double]? = nil,
    context: EngineContext = .init()
  ) -> (any EngineMotion)? {
    guard phase == .bounce || phase == .snap else { return nil }
    return motion(
      [
        Parameter.rest.name: rest, Parameter.displacement.name: displacement,
        Parameter.initialVelocity.name: velocity,
      ], constants, context)
  }

  /// How far the content follows a finger beyond an edge, by `context.dimension`; nil where the row is no overscroll.
  public func overscroll(
    constants: [Double]? = nil, context: EngineContext = .init()
  ) -> (any EngineOverscroll)? {
    guard phase == .overscroll else { return nil }
    return curve([Parameter.dimension.name: context.dimension], constants, context) as? any EngineOverscroll
  }

  private func motion(
    _ state: [String: Double], _ constants: [Double]?, _ context: EngineContext
  ) -> (any EngineMotion)? {
    curve(state, constants, context) as? any EngineMotion
  }

  private func curve(
    _ state: [String: Double], _ constants: [Double]?, _ context: EngineContext
  ) -> any EngineCurve {
    law.curve(
      state: law.state.map { state[$0.name] ?? .nan }, constants: constants ?? values, context: context)
  }
}
