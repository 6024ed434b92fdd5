/// a₁/(b₁ + a₂/(b₂ + a₃/(b₃ + …))) from its front by the modified Lentz method (W. J. Lentz 1976; I. J.
/// Thompson and A. R. Barnett, *Coulomb and Bessel functions of complex arguments and order*, J. Comput.
/// Phys. 64, 1986).
///
/// - Parameter term: (aₙ, bₙ) of n = 1, 2, ….
/// - Returns: NaN where 10⁷ terms do not settle the last digit.
func continuedFraction(_ term: (_ n: Double) -> (numerator: Double, denominator: Double)) -> Double {
  let tiny = 0x1p-1000
  let first = term(1)
  // Successive convergents are the last one times forward · inverse, both quotients of neighboring ones.
  var forward = Double.infinity
  var inverse = 1 / (first.denominator == 0 ? tiny : first.denominator)
  var value = first.numerator * inverse
  var n = 2.0
  while n < 1e7 {
    let (numerator, denominator) = term(n)
    forward = denominator + numerator / forward
    if forward == 0 { forward = tiny }
    inverse = denominator + numerator * inverse
    inverse = 1 / (inverse == 0 ? tiny : inverse)
    let factor = forward * inverse
    value *= factor
    if abs(factor - 1) <= 0x1p-53 { return value }
    n += 1
  }
  return .nan
}
