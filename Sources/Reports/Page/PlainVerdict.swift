import Numerals
import ScrollAnalysis
import ScrollFitting
import ScrollModels

/// The answer of fits for a person who knows nothing of fitting: of one fit whose motion it is, and by how much not.
struct PlainVerdict: Equatable {
  let sentence: String
  let tone: Page.Tone

  private init(_ sentence: String, _ tone: Page.Tone) {
    self.sentence = sentence
    self.tone = tone
  }

  /// The verdict on one fit, or on how many of several follow their models; nil for none.
  ///
  /// - Parameter engines: the engine that each fit is compared with; nil for UIKit.
  init?(_ fits: [Fit], like engines: [ScrollEngine?]) {
    if fits.count == 1 {
      self.init(fits[0], like: engines[0])
      return
    }
    func count(_ verdict: Adequacy.Verdict) -> Int { fits.count { $0.adequacy.verdict == verdict } }
    let parts = [Adequacy.Verdict.holds, .near, .fails, .undecided].map { (count($0), $0) }.filter {
      $0.0 > 0
    }
    guard let first = parts.first else { return nil }
    let known = zip(fits, engines).compactMap { $0.illustration?.reference(of: $1) }.filter {
      $0.verdict == .holds && Self.isUIKit($0.reference)
    }
    let alike = known.isEmpty ? "" : " \(known.count) \(known.count == 1 ? "moves" : "move") as UIKit does."
    let counts = parts.enumerated().map { "\($1.0) \($1.1.phrase(isFirst: $0 == 0, of: $1.0))" }
    let sentence =
      parts.count == 1
      ? "\(every(fits.count, "fit").startingUppercase) \(first.1.phrase(isFirst: true, of: fits.count))."
      : "Of \(fits.count) fits \(counts.joined(separator: ", "))."
    self.init(sentence + alike, count(.fails) > 0 ? .bad : count(.holds) == fits.count ? .good : .fair)
  }

  /// - Parameter engine: the engine whose constants the fit is compared with; nil for UIKit's.
  init(_ fit: Fit, like engine: ScrollEngine? = nil) {
    let noun = fit.model.entry.kind.noun
    let reach = quantity(fit.maximumResidual, fit.unit, digits: 2)
    let own =
      switch fit.adequacy.verdict {
      case .holds:
        "follows \(fit.model.entry.title), off by at most \(reach)\(Self.pixels(fit, fit.maximumResidual))"
      case .near: "nearly follows \(fit.model.entry.title), off by at most \(reach)"
      case .fails: "does not follow \(fit.model.entry.title): the closest such curve is off by up to \(reach)"
      case .undecided: "has too few samples to tell whether it follows \(fit.model.entry.title)"
      }
    let ownTone: Page.Tone =
      switch fit.adequacy.verdict {
      case .holds: .good
      case .near: .fair
      case .fails: .bad
      case .undecided: .open
      }
    guard let closest = fit.illustration?.reference(of: engine), fit.adequacy.verdict != .undecided else {
      sentence = "This \(noun) \(own)."
      tone = ownTone
      return
    }
    let owner = Self.owner(closest.reference)
    let off =
      "the curve with its \(closest.parameter) \(Numerals.plain(closest.expected)) is off by "
    let distance = quantity(closest.maximum, fit.unit, digits: 2)
    switch closest.verdict {
    case .holds:
      let pixels = Self.pixels(fit, closest.maximum)
      sentence = "This \(noun) moves as \(owner): \(off)at most \(distance)\(pixels)."
      tone = .good
    case .near:
      sentence =
        "This \(noun) moves nearly as \(owner), but not quite: \(off)up to \(distance). It \(own)."
      tone = .fair
    case .fails, .undecided:
      let measured = fit.estimate(named: closest.parameter).map { ", with \($0.name) \($0.text)" } ?? ""
      let rest = fit.adequacy.verdict == .fails ? "" : measured
      sentence = "This \(noun) does not move as \(owner): \(off)up to \(distance). It \(own)\(rest)."
      tone = fit.adequacy.verdict == .holds ? .fair : .bad
    }
  }

  /// `UIKit’s does (UIScrollView normal)`: a name as people know it, and as the table of constants has it.
  private static func owner(_ reference: String) -> String {
    isUIKit(reference) ? "UIKit’s does (\(reference))" : "that of \(reference) does"
  }

  static func isUIKit(_ reference: String) -> Bool { reference.hasPrefix("UIScrollView") }

  /// The comparison of a distance with the pixels of the screen.
  private static func pixels(_ fit: Fit, _ distance: Double) -> String {
    guard let quantizationStep = fit.residuals.quantizationStep, quantizationStep > 0 else { return "" }
    let pixel = quantity(quantizationStep, fit.unit, digits: 2)
    return distance <= quantizationStep
      ? ", less than one pixel (\(pixel))" : " (a pixel is \(pixel))"
  }
}

extension Fit {
  /// The largest absolute residual of the reported curve.
  var maximumResidual: Double { residuals.maximum }
}

extension Illustration {
  /// The constant that a reader is told of: UIKit's where it holds, another that holds, else the closest of
  /// UIKit's.
  ///
  /// - Parameter engine: excludes constants that are not this engine's; nil for none.
  func reference(of engine: ScrollEngine?) -> ReferenceCurve? {
    let names = engine?.rows.values.compactMap(\.reference)
    let references = references.filter { names?.contains($0.reference) ?? true }
    let holding = references.filter { $0.verdict == .holds }
    func ofUIKit(_ some: [ReferenceCurve]) -> ReferenceCurve? {
      some.first { PlainVerdict.isUIKit($0.reference) }
    }
    return ofUIKit(holding) ?? holding.first ?? ofUIKit(references) ?? references.first
  }
}

extension Adequacy.Verdict {
  /// The predicate of a number of fits.
  ///
  /// - Parameter isFirst: true where the sentence has not said yet what they follow.
  fileprivate func phrase(isFirst: Bool, of count: Int) -> String {
    let (follows, does, model) =
      count == 1 ? ("follows", "does", "its model") : ("follow", "do", "their model")
    return switch self {
    case .holds: "\(follows) \(model)"
    case .near: isFirst ? "nearly \(follows) \(model)" : "nearly \(does)"
    case .fails: isFirst ? "\(does) not follow \(model)" : "\(does) not"
    case .undecided: "\(count == 1 ? "has" : "have") too few samples to tell"
    }
  }
}

extension Analysis {
  /// The verdict against an engine, then how well the models fit, or the engine's own curves where these have the constants; of several
  /// recordings a verdict each, and a paragraph about all fits.
  ///
  /// - Parameter engines: the engine that each fit is compared with; nil for UIKit.
  func verdicts(_ answers: [Answer], ofFits engines: [ScrollEngine?]) -> [Page.Block] {
    let byRecording = Dictionary(answers.map { ($0.recordingName, $0) }) { first, _ in first }
    let judged = fits.indices.filter { index in
      !(byRecording[fits[index].recordingName]?.isOfCurve(fits[index]) ?? false)
    }
    let ofFits = PlainVerdict(judged.map { fits[$0] }, like: judged.map { engines[$0] })
    guard recordings.count == 1, let answer = answers.first else {
      let own = answers.prefix(Self.maximumPictures).map { answer in
        Page.Block.verdict(
          "\(answer.recordingName.title): \(answer.words).", answer.tone)
      }
      guard let ofFits else { return own }
      return own + [own.isEmpty ? .verdict(ofFits.sentence, ofFits.tone) : .paragraph(ofFits.sentence)]
    }
    let sentences = [answer.words, answer.curveDistance].compactMap(\.self).map { $0.startingUppercase + "." }
    return [.verdict((sentences + [ofFits?.sentence].compactMap(\.self)).joined(separator: " "), answer.tone)]
  }
}

extension Answer {
  /// The engine that the recording is compared with; nil for none.
  var catalogued: ScrollEngine? { engine.flatMap { try? ScrollEngine(named: $0) } }

  fileprivate var tone: Page.Tone {
    switch equivalence {
    case .same: .good
    case .different: .bad
    case .undecided: .open
    }
  }
}

/// A term that a page explains where it labels something.
enum Term: String, CaseIterable {
  case decelerationRate = "deceleration rate"
  case damping
  case stiffness
  case rubberBandCoefficient = "rubber band coefficient"
  case standardError = "standard error"
  case confidenceInterval = "confidence interval"
  case residual
  case timestampNoise = "timestamp noise"

  /// The term that a label of a fact, a row, a column or a card stands for; nil for none.
  init?(label: String) {
    switch label {
    case "deceleration rate", "decelerationRate": self = .decelerationRate
    case "damping", "bounce damping": self = .damping
    case "stiffness": self = .stiffness
    case "coefficient", "overscroll drag coefficient": self = .rubberBandCoefficient
    case "errors", "in standard errors": self = .standardError
    case _ where label.hasSuffix("% interval"): self = .confidenceInterval
    case "residuals": self = .residual
    case "noise": self = .timestampNoise
    default: return nil
    }
  }

  /// The identifier of its explanation on a page.
  var id: String { "term-" + rawValue.replacing(" ", with: "-") }

  var explanation: String {
    switch self {
    case .decelerationRate:
      "The factor by which the velocity of a fling falls every millisecond: 0.998 for UIScrollView’s normal rate, 0.99 for the fast one."
    case .damping:
      "The rate at which the displacement of a spring decays, in 1/s. The spring of a bounce is critically damped: it returns "
        + "as fast as it can without swinging over. Toolkits that take a damping coefficient for a mass of 1 take twice this number."
    case .stiffness:
      "The force of a spring for each unit of displacement, for a mass of 1, in 1/s²: the square of its natural frequency."
    case .rubberBandCoefficient:
      "The share of the finger’s travel that the content follows as it begins to be pulled beyond an edge: 0.55 for UIScrollView."
    case .standardError:
      "The number after ±: the standard deviation that the estimate would have over recordings of the same motion."
    case .confidenceInterval:
      "A range that holds the true value in that share of recordings, where the model and the noise are right."
    case .residual: "The recorded offset minus that of the fitted curve at the same time."
    case .timestampNoise:
      "The random error of the recorded times, also called jitter. The faster the content moves, the more it changes the "
        + "offset that is recorded with a time."
    }
  }
}

extension [String: Any] {
  /// The values of a template with the term that their label stands for.
  func explaining(_ label: String) -> [String: Any] {
    Term(label: label).map { merging(["term": $0.id, "explanation": $0.explanation]) { $1 } } ?? self
  }
}
