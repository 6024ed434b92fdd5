public import ScrollModels

/// A fit ready for another program: its law's numbers, and a table that tells whether a copy of the law is right.
public struct FittedMotion: Equatable, Sendable {
  public let fit: Fit
  public let law: FittedLaw
  /// The time at which the content has come to rest or nearly so, s: what the fit reports, for a polynomial the end of its samples;
  /// infinite where the law never ends, nil for a law that is not over time.
  public let duration: Double?
  /// The law at steps of the samples' range, and a step beyond it.
  public let table: [Row]
  /// The motion as a CSS easing; nil where it has no end, no travel or no time.
  public let easing: LinearEasing?

  public struct Row: Equatable, Sendable {
    /// s since ``Fit/from``, or what the law is over.
    public let abscissa: Double
    public let value: Double
    public let slope: Double
  }

  /// The largest error of ``easing``, and what is left of the way at its end, pt.
  public static let easingTolerance = 0.25

  /// Nil for a formula, and where a number of the fit is not finite.
  public init?(_ fit: Fit) {
    guard let law = FittedLaw(fit) else { return nil }
    self.fit = fit
    self.law = law
    let duration = Self.duration(of: fit, law)
    self.duration = duration
    let first = fit.curve.abscissas.first ?? 0
    let last = fit.curve.abscissas.last ?? 1
    // A few digits, so that the table reads well.
    let step = Self.rounded((last - first) / Double(Self.steps))
    let start = duration == nil ? Self.rounded(first) : 0
    table = (0...Self.steps + 1).map { index in
      let abscissa = start + Double(index) * step
      return Row(abscissa: abscissa, value: law.value(at: abscissa), slope: law.slope(at: abscissa))
    }
    easing = duration.flatMap { duration in
      LinearEasing(
        duration: law.settlingTime(within: Self.easingTolerance) ?? duration, tolerance: Self.easingTolerance,
        value: law.value)
    }
  }

  /// True if the law is over time.
  public var isOverTime: Bool { duration != nil }

  private static let steps = 12

  private static func duration(of fit: Fit, _ law: FittedLaw) -> Double? {
    switch law {
    case .rubberBand: return nil
    case .polynomial:
      let isOverTime = fit.parameters.dropFirst().first.map { $0.unit.hasSuffix("/s") } ?? true
      return isOverTime ? fit.to - fit.from : nil
    case .deceleration, .stoppingDeceleration, .constantDeceleration, .driftingDeceleration, .bounce, .spring:
      let reported = fit.derived.first { ["duration", "settlingTime"].contains($0.name) }?.value
      return reported.flatMap { $0.isFinite ? $0 : nil } ?? .infinity
    }
  }

  /// To three binary digits more than its leading one: a short decimal, exact in the steps that follow.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return 0 }
    let unit = value.magnitude.binade / 8
    return (value / unit).rounded() * unit
  }
}

extension Analysis {
  /// Every fit that another program can be given, in the order of the fits.
  public var motions: [FittedMotion] { fits.compactMap(FittedMotion.init) }
}
