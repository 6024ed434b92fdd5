import LeastSquares
import Numerals
import ScrollFitting
import ScrollModels

/// The constant of a model that all its fits determine together: the mean of random effects, by each one's own error and by how much they
/// differ beyond their errors (``RandomEffects``).
struct PooledConstant {
  let name: String
  let unit: String
  let value: Double
  let standardError: Double
  let count: Int
  /// The standard deviation between the motions, where they differ by more than their errors; else nil.
  let betweenDeviation: Double?

  /// The chance of motions this unlike by their errors alone, below which they differ.
  private static let largestChance = 0.01
  /// The share of a constant up to which differences are the arithmetic's.
  private static let exactness = 1e-9

  private var relativeError: Double { abs(standardError / value) }

  /// The most precise constant of the model with the most fits; nil where no fit determines one.
  static func best(of fits: [Fit]) -> PooledConstant? {
    var groups: [(model: MotionModel, fits: [Fit])] = []
    for fit in fits {
      if let index = groups.firstIndex(where: { $0.model == fit.model }) {
        groups[index].fits.append(fit)
      } else {
        groups.append((fit.model, [fit]))
      }
    }
    let pooled = groups.compactMap { group in
      group.model.constants.compactMap { PooledConstant($0.name, group.fits) }
        .min { $0.relativeError < $1.relativeError }
    }
    return pooled.max { ($0.count, $1.relativeError) < ($1.count, $0.relativeError) }
  }

  private init?(_ name: String, _ fits: [Fit]) {
    let estimates = fits.compactMap { $0[ParameterName(name)] }.filter { $0.isDetermined && $0.value != 0 }
    let known = estimates.compactMap { estimate in
      estimate.standardError.flatMap { $0 > 0 && $0.isFinite ? (value: estimate.value, error: $0) : nil }
    }
    guard let first = estimates.first,
      let effects = RandomEffects(values: known.map(\.value), standardErrors: known.map(\.error))
    else { return nil }
    self.name = name
    unit = first.unit
    value = effects.mean
    standardError = effects.standardError
    count = effects.count
    let isDiffering = effects.pValue.map { $0 < Self.largestChance } ?? false
    let deviation = effects.betweenDeviation ?? 0
    betweenDeviation = isDiffering && deviation > Self.exactness * effects.mean.magnitude ? deviation : nil
  }

  /// The checklist's line.
  func item(_ subject: RecordingCheck.Subject, noun: String, advice: [String]) -> RecordingCheck.Item {
    var text =
      "\(name) \(Numerals.significant(value, 4)) ± \(Numerals.significant(standardError, 2)) \(unit) "
      + "(\(Numerals.significant(relativeError * 100, 2)) %) from \(count) \(noun)\(count == 1 ? "" : "s")"
    if let betweenDeviation {
      text +=
        ", which differ by more than their errors (standard deviation "
        + "\(Numerals.significant(betweenDeviation, 2)) \(unit))"
    }
    let isPrecise = relativeError <= RecordingCheck.largestRelativeError
    // A single motion shows no variation from one to the next.
    let state: RecordingCheck.State = isPrecise && count > 1 ? .determined : .partly
    return RecordingCheck.Item(
      subject, state, text, advice: state == .determined ? nil : advice.joined(separator: "; "))
  }

  /// The gain of more motions of the same kind, up to the precision that counts as determined: two more at least, sixteen times
  /// as many at most. Where that many leave half of the constant open, only larger ones help.
  func adviceForMore(_ noun: String) -> [String] {
    let needed = relativeError / RecordingCheck.largestRelativeError
    // The bound comes before the conversion: an error may be infinite beside a constant of zero.
    let total = max(count + 2, Int(min(Double(count * 16), (Double(count) * needed * needed).rounded(.up))))
    let error = standardError * (Double(count) / Double(total)).squareRoot()
    let isOpen = error >= value.magnitude / 2
    let more =
      "\(total - count) more \(noun)s like \(count == 1 ? "it" : "these"): ± \(Numerals.significant(error, 2)) \(unit) "
      + "(errors fall with the square root of the number)"
    guard betweenDeviation == nil else {
      // What differs from one motion to the next is no noise of an offset.
      let common =
        "a model that the \(noun)s have in common has smaller errors: `scrollfit identify FILE` names the engines that they follow"
      return isOpen ? [common] : [common, more]
    }
    let larger = "twice the velocity or distance: half the error (offset noise stays the same)"
    return isOpen
      ? [
        "faster or larger \(noun)s, at \(larger); more like \(count == 1 ? "it" : "these") leave the constant open"
      ]
      : [more, larger]
  }
}
