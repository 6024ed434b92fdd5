import LeastSquares
import Recordings
import ScrollModels

/// The models that `auto` has weighed for one motion.
struct WeighedModels {
  var tried: [Candidate]
  /// The one of the models that a phase of this kind has: recordings are compared by these.
  let preferredOfKind: Candidate
  /// The one of all.
  var preferred: Candidate
  /// By their AICc; in the order of ``tried``.
  var weights: [Selection.Weight] {
    let criteria = tried.map(\.criteria.aicc)
    return zip(zip(tried.map(\.scrollModel.model), criteria), akaikeWeights(criteria)).map {
      Selection.Weight(model: $0.0, aicc: $0.1, weight: $1)
    }
  }
}

extension Fitting {
  /// The models that `auto` weighs, in the order in which ties are broken: the polynomials are the nulls. Of a phase it weighs
  /// the models that its kind may follow.
  private var candidates: [MotionModel] {
    let nulls = [MotionModel.polynomial(degree: 1), .polynomial(degree: 2)]
    let models = options.phase.map(Self.models) ?? []
    return models.isEmpty || options.phase == .rubberBand
      ? nulls + [.deceleration, .decelerationStop, .bounce, .spring] : models + nulls
  }

  /// The models of ``candidates``, of a fling that none of them describes the power of the time that is left too.
  ///
  /// - Throws: ``FitError`` where an option is of one model, or none of the models has a fit.
  func weighed() throws(FitError) -> WeighedModels {
    guard trace.timeBasis != .rowNumber else { throw .noTimes }
    guard options.fixed.isEmpty else { throw .needsModel("fixed") }
    guard options.bounds.isEmpty else { throw .needsModel("bounds") }
    guard options.starts.isEmpty else { throw .needsModel("starts") }
    guard options.ties.isEmpty else { throw .needsModel("ties") }
    guard options.joint.isEmpty else { throw .needsModel("joint") }
    guard options.loss == .linear else { throw .needsModel("loss") }
    guard [.auto, .variableProjection].contains(options.estimator) else {
      throw .needsModel("estimator")
    }
    var tried: [Candidate] = []
    var failure: FitError?
    for model in candidates {
      do { tried.append(try candidate(model)) } catch { failure = failure ?? error }
    }
    guard !tried.isEmpty else { throw failure ?? .noMotion }
    let ofKind = Self.preferred(tried)
    var weighed = WeighedModels(tried: tried, preferredOfKind: ofKind, preferred: ofKind)
    // AppKit and Flutter decelerate so. Its two nonlinear numbers take long to find, and most glides are exponential.
    if options.phase == .deceleration, !ofKind.isExponential, !tried.contains(where: \.isAdequateExponential),
      let power = try? candidate(.powerDeceleration)
    {
      weighed.tried.append(power)
      weighed.preferred = Self.preferred(weighed.tried)
    }
    return weighed
  }

  /// The lowest AICc; of those within 2 of it, the one with the fewest parameters, of those a model before a null, and of those
  /// the lowest. In the place of a stop or a drift that rounding may have made stands the deceleration without one.
  private static func preferred(_ candidates: [Candidate]) -> Candidate {
    let lowest = candidates.compactMap(\.criteria.aicc).min() ?? .infinity
    let tied = candidates.filter { ($0.criteria.aicc ?? .infinity) - lowest < 2 || lowest == .infinity }
    let best =
      tied.min { first, second in
        (first.freeCount, first.isNull ? 1 : 0, first.criteria.aicc ?? .infinity) < (
          second.freeCount, second.isNull ? 1 : 0, second.criteria.aicc ?? .infinity
        )
      } ?? candidates[0]
    let plain = candidates.first { $0.scrollModel.model == .deceleration }
    return best.isHiddenByRounding ? plain ?? best : best
  }
}

extension Candidate {
  /// True if it is no model of scrolling.
  fileprivate var isNull: Bool { scrollModel.model.isPolynomial }
  /// True if it is an exponential deceleration, with a stop or without.
  fileprivate var isExponential: Bool { [.deceleration, .decelerationStop].contains(scrollModel.model) }
  /// True for a stop that leaves less than two steps of the offsets to go, and a drift that moves the content by less. It takes many samples
  /// for its last steps, and their rounding, alike in all samples of a step, makes each look like an end: it is no noise that many samples
  /// average.
  package var isHiddenByRounding: Bool {
    guard let step = phase.quantizationStep else { return false }
    let found = estimation.minimum.parameters
    switch scrollModel.model {
    case .decelerationStop: return (found[3] / found[2]).magnitude < 2 * step
    case .decelerationDrift:
      let times = phase.samples.abscissas
      return (found[3] * ((times.last ?? 0) - (times.first ?? 0))).magnitude < 2 * step
    default: return false
    }
  }
  /// True if the samples follow an exponential, though another model may follow them more closely.
  fileprivate var isAdequateExponential: Bool {
    isExponential && judgement(of: estimation).verdict == .holds
  }
}
