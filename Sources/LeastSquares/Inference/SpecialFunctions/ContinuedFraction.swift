/// a₁/(b₁ + a₂/(b₂ + a₃/(b₃ + …))) from its front by the modified Lentz method (W. J. Lentz 1976; I. J. Thompson and
/// A. R. Barnett, *Coulomb and Bessel functions of complex arguments and order*, J. Comput. Phys. 64, 1986).
///
/// - Parameter term: (aₙ, bₙ) of n = 1, 2, ….
/// - Returns: NaN where 10⁷ terms do not settle the last digit.
func continuedFraction(_ term: (_ n: Double) -> (numerator: Double, denominator: Double)) -> Double {
  let tiny = 0x1p-1000
  let first = term(1)
  var ratio = first.denominator == 0 ? tiny : first.denominator
  var value = first.numerator / ratio
  var inverse = 1 / ratio
  var n = 2.0
  while n < 1e7 {
    let (a, b) = term(n)
    ratio = b + a / ratio
    inverse = b + a * inverse
    if ratio == 0 { ratio = tiny }
    inverse = 1 / (inverse == 0 ? tiny : inverse)
    let factor = ratio * inverse
    value *= factor
    if abs(factor - 1) <= 0x1p-53 { return value }
    n += 1
  }
  return .nan
}
