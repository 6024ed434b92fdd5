import Recordings
import ScrollModels
import TestSupport

@testable import ScrollFitting
@testable import ScrollSimulation

/// The coverage of the 95 % intervals of decay constants and dampings fitted to whole sessions.
struct ConstantsStudy {
  private(set) var fits = 0
  private(set) var held = 0
  /// Glides and bounces without a fit of their model.
  private(set) var missing = 0

  init(seed: UInt64, sessions: Range<Int>) {
    let generator = SessionGenerator(seed: seed)
    for index in sessions {
      guard let simulation = generator.session(index) else { continue }
      let fits = Analyzer(options: FitOptions()).analyze([simulation.trace]).analysis.fits
      for piece in simulation.truth[.y] ?? [] { add(piece, fits) }
    }
  }

  private mutating func add(_ piece: MotionSegment, _ all: [Fit]) {
    let model: String, name: String, truth: Double
    switch piece.curve {
    case .deceleration(let motion):
      (model, name, truth) = ("deceleration", "decayConstant", motion.decayConstant)
    case .bounce(let motion): (model, name, truth) = ("bounce", "damping", motion.damping)
    default: return
    }
    func overlap(_ fit: Fit) -> Double { min(fit.to, piece.to) - max(fit.from, piece.from) }
    let candidates = all.filter { $0.model == model && overlap($0) > 0 }
    guard let fit = candidates.max(by: { overlap($0) < overlap($1) }),
      let interval = fit.parameters.first(where: { $0.name == name })?.interval
    else {
      missing += 1
      return
    }
    fits += 1
    if interval.contains(truth) { held += 1 }
  }
}
