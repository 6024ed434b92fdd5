/// The laws by name.
public enum Laws {
  /// Every name but `polynomial:N`, in the order of reports.
  public static let names = [
    "deceleration", "deceleration-stop", "constant-deceleration", "deceleration-drift", "power-deceleration",
    "bounce", "spring", "rubber-band",
  ]

  /// The law of a name as the command line writes it, `bounce` or `polynomial:2`; nil for any other text.
  ///
  /// - Parameters:
  ///   - settlingDistance: how near to rest or destination the content counts as arrived, pt: half the pixel
  ///     grid.
  ///   - abscissaUnit: the unit of x for a polynomial; the others have their own.
  public static func named(
    _ name: String, settlingDistance: Double = 0.5, abscissaUnit: String = "s"
  ) -> (any Law)? {
    switch name {
    case "deceleration": return DecelerationLaw(settlingDistance: settlingDistance)
    case "deceleration-stop": return StoppingDecelerationLaw()
    case "constant-deceleration": return ConstantDecelerationLaw()
    case "deceleration-drift": return DriftingDecelerationLaw()
    case "power-deceleration": return PowerDecelerationLaw()
    case "bounce": return BounceLaw(settlingDistance: settlingDistance)
    case "spring": return SpringLaw(settlingDistance: settlingDistance)
    case "rubber-band": return RubberBandLaw()
    default:
      let prefix = "polynomial:"
      guard name.hasPrefix(prefix), let degree = Int(name.dropFirst(prefix.count)),
        let law = PolynomialLaw(degree: degree, abscissaUnit: abscissaUnit)
      else { return nil }
      // One spelling for each: not `polynomial:02`.
      return law.name == name ? law : nil
    }
  }
}
