import Numerals
import ScrollAnalysis
import ScrollFitting

extension Answer {
  /// `✗ not like UIScrollView: a 2000 pt/s fling stops 285 pt short; a bounce returns 26 % sooner`.
  var sentence: String { "\(mark) \(words)" }

  private var mark: String {
    switch equivalence {
    case .same: "✓"
    case .undecided: "?"
    case .different: "✗"
    }
  }

  /// The sentence without its mark.
  var words: String {
    guard let engine else {
      return hasMotions
        ? "no engine of the catalogue has these models"
        : "nothing to compare with an engine: none of its constants was fitted"
    }
    let name = isAsked ? engine : "\(engine) (nearest)"
    switch equivalence {
    case .same where comparison == nil: return "like \(name): its curves follow the recorded motions"
    case .same: return "like \(name): gestures of the recorded range within \(quantity(Self.limit, unit))"
    case .undecided: return "undecided: \(reason(name))"
    case .different: return "not like \(name): \(differences.joined(separator: "; "))"
    }
  }

  /// The curves of the engine's own that have the constants of their phases.
  private var curvesWithConstants: [EngineCurveFit] { curves.filter { !$0.constants.isEmpty } }

  /// Returns true if the constants of a fit's phase are those of the engine's own curve.
  func isOfCurve(_ fit: Fit) -> Bool { curvesWithConstants.contains { $0.kind.rawValue == fit.phase } }

  /// `the fling lies within 0.5 pt of the curves of Chromium`; nil where these have no constants.
  var curveDistance: String? {
    let curves = curvesWithConstants
    guard let engine, let largest = curves.map(\.maximum).max() else { return nil }
    let motions = curves.count == 1 ? "the \(curves[0].kind.noun) lies" : "\(curves.count) motions lie"
    return "\(motions) within \(quantity(largest, curves[0].unit, digits: 2)) of the curves of \(engine)"
  }

  private var unit: String { comparison?.unit ?? curves.first?.unit ?? "" }

  /// The reason that the data do not decide. An upper bound as long as the motion itself decides nothing.
  private func reason(_ name: String) -> String {
    if let absent = comparison?.absent.first(where: { $0.equivalence == .undecided }) {
      return absent.description
    }
    if let doubt = motions.doubt, let kind = motions.first(where: \.isDoubtful)?.kind {
      return "\(motions.filter { $0.kind == kind }.followers(of: name)); \(doubt)"
    }
    let undecided = (comparison?.phases ?? []).filter { $0.equivalence == .undecided }.flatMap(\.judged)
    guard let widest = undecided.max(by: { $0.high < $1.high }) else {
      return comparison == nil && curves.isEmpty
        ? "\(name) has no such motion" : "too few samples to compare with \(name)"
    }
    guard widest.high < widest.travel else {
      return "the constants are too uncertain to compare with \(name)"
    }
    return "at most \(quantity(widest.high, unit, digits: 2)) from \(name); the limit is "
      + quantity(Self.limit, unit)
  }

  /// The difference of each kind of phase that has one; then the motions that differ and may be a finger's.
  private var differences: [String] {
    let ofCurves = Dictionary(grouping: uncompared.filter { $0.equivalence == .different }, by: \.kind)
      .values.sorted { $0[0].from < $1[0].from }
    return (comparison?.differences ?? []) + ofCurves.compactMap(\.difference)
      + [motions.doubt].compactMap(\.self)
  }
}

extension FeelComparison {
  /// The largest difference of B from A in each kind of phase that differs: `a 2000 pt/s fling stops 285 pt short`; then the
  /// engine's motions that B lacks, and single flings.
  var differences: [String] {
    phases.filter { $0.equivalence == .different }.compactMap { $0.difference(unit: unit) }
      + differingEnds.map { $0.words(unit: unit) }
      + absent.filter { $0.equivalence == .different }.map(\.description)
      + (decidingFlings.isEmpty ? [] : [flings.difference].compactMap(\.self))
  }
}

extension FlingEndDifference {
  /// The difference as a person sees it: `an edge hit at 2000 pt/s goes 51 pt less far`.
  func words(unit: String) -> String {
    let distance = quantity(largest, unit, digits: 2)
    switch kind {
    case .edge:
      let hit = "an edge hit at \(quantity(speed ?? 0, "\(unit)/s", digits: 3))"
      return "\(hit) goes \(distance) \(b.value < a.value ? "less far" : "farther") beyond the edge"
    case .rest: return "a fling stops \(distance) \(b.value > a.value ? "short" : "farther")"
    }
  }

  /// Both values, as the reason for the difference.
  func evidence(unit: String) -> String {
    func side(_ side: FlingEndSummary, _ unit: String) -> String {
      side.count == 0
        ? quantity(side.value, unit) : measured(side.value, error: side.standardError, unit: unit)
    }
    let counts = "A \(a.count), B \(b.count)"
    switch kind {
    case .edge:
      return
        "different: the content leaves the edge with \(side(b, "")) of the velocity that it comes with, in A with "
        + "\(side(a, "")) (edge hits: \(counts))"
    case .rest:
      return
        "different: the content stops \(side(b, unit)) before the destination of its deceleration, in A \(side(a, unit)) "
        + "(flings: \(counts))"
    }
  }
}

extension FlingEnd.Kind {
  /// The name of what is compared.
  var noun: String {
    switch self {
    case .edge: "velocity at the edge"
    case .rest: "stop of a fling"
    }
  }
}

extension FeelComparison.PhaseComparison {
  /// The largest difference that the data show; nil for none.
  fileprivate func difference(unit: String) -> String? {
    equivalence == .different ? widest?.words(noun: phase.noun, unit: unit) : nil
  }
}

extension TrajectoryDifference {
  /// The difference as a person sees it: `a 2000 pt/s fling stops 285 pt short`.
  fileprivate func words(noun: String, unit: String) -> String {
    let distance = quantity(largest, unit, digits: digits)
    switch gesture.start {
    case .pull(let travel):
      let isLess = (curves.b.last ?? 0) < (curves.a.last ?? 0)
      return "a drag \(quantity(travel, unit)) beyond the edge moves \(distance) \(isLess ? "less" : "more")"
    case .release(_, let velocity) where gesture.phase == .deceleration:
      let fling = "a \(quantity(velocity, "\(unit)/s")) fling"
      guard abs(final) > largest / 2 else { return "\(fling) is off by up to \(distance)" }
      return "\(fling) stops \(quantity(abs(final), unit, digits: digits)) \(final < 0 ? "short" : "farther")"
    case .release:
      guard let settlingA, let settlingB, settlingA > 0, abs(settlingB / settlingA - 1) > 0.02 else {
        return "a \(noun) is off by up to \(distance)"
      }
      guard settlingB <= Self.horizon else {
        return "a \(noun) does not return within \(quantity(Self.horizon, "s"))"
      }
      let share = Numerals.significant(100 * abs(settlingB / settlingA - 1), min(2, digits))
      return "a \(noun) returns \(share) % \(settlingB < settlingA ? "sooner" : "later")"
    }
  }

  /// The significant digits of the difference that its bounds support, 1 to 3.
  private var digits: Int {
    let uncertainty = (high - low) / 2
    guard uncertainty > 0 else { return 3 }
    let ratio = largest / uncertainty
    return ratio < 10 ? 1 : ratio < 100 ? 2 : 3
  }
}

/// An annotation of GitHub Actions: `::error title=…::…`.
///
/// A message has its percent signs and line ends escaped, a title its colons and commas too (GitHub, *Workflow commands*).
struct WorkflowCommand {
  let isError: Bool
  let title: String
  let message: String

  var line: String {
    "::\(isError ? "error" : "warning") title=\(Self.property(title))::\(Self.data(message))\n"
  }

  private static func data(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
