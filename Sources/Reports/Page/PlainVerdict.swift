import Numerals
import ScrollFitting
import ScrollModels

/// The answer of fits for a person who knows nothing of fitting: of one fit whose motion it is, and by how much not.
struct PlainVerdict: Equatable {
  let sentence: String
  let tone: Page.Tone

  init(_ sentence: String, _ tone: Page.Tone) {
    self.sentence = sentence
    self.tone = tone
  }

  /// - Parameter engine: the engine whose constants the fit is compared with; nil for UIKit's.
  init(_ fit: Fit, like engine: ScrollEngine? = nil) {
    let noun = fit.model.entry.kind.noun
    let reach = quantity(fit.reach, fit.unit, digits: 2)
    let own =
      switch fit.adequacy.verdict {
      case .holds: "follows \(fit.model.entry.title), off by at most \(reach)\(Self.pixels(fit, fit.reach))"
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
    guard let grid = fit.residuals.grid, grid > 0 else { return "" }
    let pixel = quantity(grid, fit.unit, digits: 2)
    return distance <= grid
      ? ", less than one pixel (\(pixel))" : " (a pixel is \(pixel))"
  }
}

extension Fit {
  /// The largest absolute residual of the reported curve.
  var reach: Double { residuals.maximum }
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
