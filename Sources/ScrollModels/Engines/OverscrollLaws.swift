public import LeastSquares

/// The law `rubber-band` as engines have it: y = c x/(1 + c x/d).
public struct RubberBandOverscroll: EngineLaw {
  public let name = "rubber-band"
  public let state = [Parameter.dimension]
  public let constants = [Parameter("coefficient", unit: "", domain: 0...Double.infinity)]
  public var fitted: (any Law)? { RubberBandLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> RubberBand {
    RubberBand(coefficient: constants[0], dimension: state[0])
  }
}

extension RubberBand: EngineOverscroll {}
