import Elementary
import ScrollModels

/// A fit ready for another program: its law's numbers, and a table that shows whether a copy of the model is right.
package struct FittedMotion: Equatable, Sendable {
  package let fit: Fit
  package let curve: MotionCurve
  /// The time at which the content has come to rest or nearly so, s: what the fit reports, for a polynomial the end of its samples;
  /// infinite where the model never ends, nil for a model that is not over time.
  package let duration: Double?
  /// The model at steps of the samples' range, and a step beyond it.
  package let table: [Row]
  /// The motion as a CSS easing; nil where it has no end, no travel or no time.
  package let easing: LinearEasing?

  package struct Row: Equatable, Sendable {
    /// s since ``Fit/from``, or what the model is over.
    package let abscissa: Double
    package let value: Double
    package let slope: Double
  }

  /// The largest error of ``easing``, and what is left of the way at its end, pt.
  package static let easingTolerance = 0.25

  /// Nil for a model without a closed form, and where a number of the fit is not finite.
  package init?(_ fit: Fit) {
    guard let curve = fit.motionCurve else { return nil }
    self.fit = fit
    self.curve = curve
    let duration = Self.duration(of: fit, curve)
    self.duration = duration
    let first = fit.curve.abscissas.first ?? 0
    let last = fit.curve.abscissas.last ?? 1
    // A few digits, so that the table reads well.
    let step = Self.rounded((last - first) / Double(Self.steps))
    let start = duration == nil ? Self.rounded(first) : 0
    table = (0...Self.steps + 1).map { index in
      let abscissa = start + Double(index) * step
      return Row(abscissa: abscissa, value: curve.value(at: abscissa), slope: curve.slope(at: abscissa))
    }
    easing = duration.flatMap { duration in
      LinearEasing(
        duration: curve.settlingTime(within: Self.easingTolerance) ?? duration,
        tolerance: Self.easingTolerance,
        value: curve.value)
    }
  }

  /// True if the model is over time.
  package var isOverTime: Bool { duration != nil }

  private static let steps = 12

  private static func duration(of fit: Fit, _ curve: MotionCurve) -> Double? {
    switch curve {
    case .rubberBand: return nil
    case .polynomial:
      let isOverTime = fit[.coefficient(ofPower: 1)].map { $0.unit.hasSuffix("/s") } ?? true
      return isOverTime ? fit.to - fit.from : nil
    case .powerDeceleration(let motion): return motion.duration
    case .deceleration, .stoppingDeceleration, .constantDeceleration, .driftingDeceleration, .bounce, .spring:
      let reported = fit.derived.first { [.duration, .settlingTime].contains(ParameterName($0.name)) }?.value
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
  package var motions: [FittedMotion] { fits.compactMap(FittedMotion.init) }
}

extension Fit {
  /// The model's curve with the fitted numbers, over the fit's own abscissas.
  fileprivate var motionCurve: MotionCurve? {
    // The curve of a rubber band is over the travel from the edge on, whatever the recording counts.
    let values = parameters.filter { $0.name != ParameterName.travelOffset.id }.map(\.value)
    guard model == .deceleration, self[.clockOffset] != nil else { return model.curve(of: values) }
    return values.allSatisfy(\.isFinite) ? releasedDeceleration.map(MotionCurve.deceleration) : nil
  }

  /// The motion from the fit's own t = 0 on, of (x₀, v₀, k) that hold at the release, t₀ + τ.
  ///
  /// t₀ stands in no report; it follows from where the curve begins.
  private var releasedDeceleration: Deceleration? {
    guard let initialOffset = self[.initialOffset]?.value,
      let velocity = self[.initialVelocity]?.value, velocity != 0,
      let decayConstant = self[.decayConstant]?.value, let time = curve.abscissas.first,
      let offset = curve.fitted.first
    else { return nil }
    let released = Deceleration(
      initialOffset: initialOffset, initialVelocity: velocity, decayConstant: decayConstant)
    // (1 − e^(−kt))/k at the first sample.
    let travel = (offset - initialOffset) / velocity
    let sinceRelease =
      decayConstant == 0 ? travel : -logarithmOfOnePlus(-decayConstant * travel) / decayConstant
    guard sinceRelease.isFinite else { return nil }
    return Deceleration(
      initialOffset: released.value(at: sinceRelease - time),
      initialVelocity: released.velocity(at: sinceRelease - time), decayConstant: decayConstant)
  }
}
