/// −2 ln P of an observation of which only the cell is known: it was rounded to a grid of q after normal
/// noise of standard deviation σ, so
///
/// P(r) = Φ((r + q/2)/σ) − Φ((r − q/2)/σ), r̃² = −2 ln (P(r)/P(0)).
///
/// r̃ is 0 at r = 0. Where σ is much larger than q it is r/√(σ² + q²/12) nearly; where it is much smaller, r̃
/// is flat in the cell and (|r| − q/2)/σ beyond: the cell becomes a constraint.
///
/// (D. Heitjan, *Inference from grouped continuous data*, Statistical Science 4, 1989.)
package struct RoundingLoss: ResidualLoss, Equatable {
  /// q > 0.
  package let resolution: Double
  /// σ > 0.
  package let deviation: Double
  /// dr̃/dr at 0.
  private let slopeAtCenter: Double

  package init(resolution: Double, deviation: Double) {
    precondition(resolution > 0 && deviation > 0, "resolution \(resolution), deviation \(deviation)")
    self.resolution = resolution
    self.deviation = deviation
    slopeAtCenter =
      CensoredLikelihood.curvatureAtCenter(half: resolution / 2 / deviation).squareRoot() / deviation
  }

  /// −2 ln P(0), what each observation costs beside r̃².
  package var minimumCost: Double { -2 * CensoredLikelihood.logarithmAtCenter(half: half) }

  /// q/2 over σ.
  private var half: Double { resolution / 2 / deviation }

  package func transformed(_ residual: Double) -> (residual: Double, slope: Double) {
    let cell = cell(residual)
    // A square beyond the largest double: the cell's width is then nothing.
    guard cell.loss.isFinite else { return (residual / deviation, 1 / deviation) }
    let root = max(0, cell.loss).squareRoot()
    // Where the square underflows, r̃ is its tangent; in the flat middle both are 0.
    guard root > 1e-150, cell.difference.isFinite else { return (residual * slopeAtCenter, slopeAtCenter) }
    return (residual < 0 ? -root : root, cell.difference / root / deviation)
  }

  func cell(_ residual: Double) -> CensoredLikelihood {
    CensoredLikelihood(half: half, distance: abs(residual) / deviation)
  }
}
