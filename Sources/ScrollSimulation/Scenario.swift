import ScrollModels

/// A simulation: a scroll view, gestures, and the recorder.
///
/// Every key has a default; `docs/scenarios.md` describes them.
package struct Scenario: Equatable, Sendable {
  package var viewport = Vector(x: 375, y: 812)
  package var content = Vector(x: 375, y: 10_000)
  /// The overscroll of the content beyond its ends.
  package var insets = Insets()
  /// The offset at the start; the upper left corner where it is absent.
  package var start: Vector?
  package var constants = ViewConstants()
  /// An engine of the catalogue that the view moves by in place of the constants.
  package var engine: ScrollEngine?
  /// The name of the estimator of the velocity of a release, or ``fingerVelocity``; absent for the engine's own, of the
  /// constants UIScrollView's.
  package var estimator: String?
  /// The resting positions of the content: a gesture's projection chooses the nearest. Empty for free scrolling.
  package var anchors: [Vector] = []
  /// A second view that takes over the velocity with which the first one meets its edge.
  package var next: NextView?
  package var gestures: [Gesture] = []
  /// s; absent for half a second after everything has come to rest.
  package var duration: Double?
  package var recording = Recorder()

  package init() {}

  /// The word for the finger's own velocity in place of an estimate.
  package static let fingerVelocity = "finger"

  package struct Vector: Equatable, Sendable {
    package var x = 0.0
    package var y = 0.0

    package init(x: Double = 0, y: Double = 0) {
      self.x = x
      self.y = y
    }
  }

  package struct Insets: Equatable, Sendable {
    package var top = 0.0
    package var left = 0.0
    package var bottom = 0.0
    package var right = 0.0

    package init() {}
  }

  /// A finger that comes down, moves with constant acceleration and lets go.
  package struct Gesture: Equatable, Sendable {
    /// s.
    package var at = 0.0
    /// The duration of the motion, s.
    package var duration = 0.2
    /// The velocity of the finger when it stops or lets go, pt/s, in the content's sense: positive scrolls towards the end.
    package var velocity = Vector()
    /// The acceleration of the finger, pt/s².
    package var acceleration = Vector()
    /// The time for which the finger stays down after it has stopped, s.
    package var hold = 0.0

    package init() {}
  }

  /// The view that a scroll view hands its velocity to.
  package struct NextView: Equatable, Sendable {
    /// m₁/m₂: what the velocity is multiplied by.
    package var massRatio = 1.0
    package var content = Vector(x: 375, y: 10_000)
    package var start = Vector()

    package init() {}
  }

  /// The imperfections of a recorder.
  package struct Recorder: Equatable, Sendable {
    /// Frames a second.
    package var frameRate = 60.0
    /// By how much, at most, a frame comes early or late, s. Its true time is recorded.
    package var jitter = 0.0
    /// The standard deviation of the recorded times about the true ones, s.
    package var clockNoise = 0.0
    /// The share of frames that are missing, 0 ..< 1.
    package var drops = 0.0
    /// The step that offsets are rounded to, pt; 0 for none.
    package var grid = 1.0 / 3
    /// The standard deviation of the offsets before they are rounded, pt.
    package var noise = 0.0
    package var seed: UInt64 = 1

    package init() {}

    /// A recorder without imperfections but the grid.
    package init(frameRate: Double, grid: Double) {
      self.frameRate = frameRate
      self.grid = grid
    }
  }
}

/// The reason that a scenario cannot be simulated: the key and what is wrong with its value.
package struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  package let key: String
  package let problem: String

  package var description: String { "\(key) \(problem)" }
}

extension Scenario {
  /// - Throws: ``ScenarioError`` naming the first key whose value makes no scroll view, no gesture or no recording.
  package func validate() throws(ScenarioError) {
    func check(_ key: String, _ isRight: Bool, _ problem: String) throws(ScenarioError) {
      guard isRight else { throw ScenarioError(key: key, problem: problem) }
    }
    let finite = { (values: [Double]) in values.allSatisfy(\.isFinite) }
    try check(
      "viewport", viewport.x > 0 && viewport.y > 0 && finite([viewport.x, viewport.y]), "must be positive")
    try check(
      "content", content.x >= 0 && content.y >= 0 && finite([content.x, content.y]), "must not be negative")
    if let estimator {
      let names = [Self.fingerVelocity] + Catalogue.velocityEstimators.map(\.name)
      let isKnown = estimator == Self.fingerVelocity || Catalogue.velocityEstimator(of: estimator) != nil
      try check("estimator", isKnown, "is one of \(names.joined(separator: "; "))")
    }
    let notFinite = "has a number that is not finite"
    try check("insets", finite([insets.top, insets.left, insets.bottom, insets.right]), notFinite)
    if let start { try check("start", finite([start.x, start.y]), notFinite) }
    for (index, anchor) in anchors.enumerated() {
      try check("anchors[\(index)]", finite([anchor.x, anchor.y]), notFinite)
    }
    let rate = constants.decelerationRate
    try check("constants.decelerationRate", rate > 0 && rate < 1, "lies between 0 and 1, not at \(rate)")
    for (key, value) in [
      ("bounceDamping", constants.bounceDamping), ("snapDamping", constants.snapDamping),
      ("rubberBandCoefficient", constants.rubberBandCoefficient),
      ("settlingDistance", constants.settlingDistance), ("tableInterval", constants.tableInterval ?? 1),
    ] {
      try check("constants.\(key)", value > 0 && value.isFinite, "must be positive, not \(value)")
    }
    try check(
      "constants.stopVelocity", constants.stopVelocity > 0, "must be positive, not \(constants.stopVelocity)")
    for (index, gesture) in gestures.enumerated() {
      let key = "gestures[\(index)]"
      try check(key + ".duration", gesture.duration > 0 && gesture.duration.isFinite, "must be positive")
      try check(key + ".hold", gesture.hold >= 0 && gesture.hold.isFinite, "must not be negative")
      try check(
        key,
        finite([gesture.velocity.x, gesture.velocity.y, gesture.acceleration.x, gesture.acceleration.y]),
        notFinite)
      let earliest =
        index == 0 ? 0 : gestures[index - 1].at + gestures[index - 1].duration + gestures[index - 1].hold
      try check(
        key + ".at", gesture.at >= earliest && gesture.at.isFinite, "must not be before \(earliest) s")
    }
    if let next {
      try check("next.massRatio", next.massRatio >= 0 && next.massRatio.isFinite, "must not be negative")
      let (content, start) = (next.content, next.start)
      try check(
        "next.content", content.x >= 0 && content.y >= 0 && finite([content.x, content.y]),
        "must not be negative")
      try check("next.start", finite([start.x, start.y]), notFinite)
    }
    try check(
      "recording.frameRate", recording.frameRate > 0 && recording.frameRate <= 1e4, "lies between 0 and 10000"
    )
    let interval = 1 / recording.frameRate
    try check(
      "recording.jitter", recording.jitter >= 0 && recording.jitter < interval / 2,
      "must be below half a frame")
    try check("recording.drops", recording.drops >= 0 && recording.drops < 1, "lies from 0 to below 1")
    for (key, value) in [
      ("clockNoise", recording.clockNoise), ("grid", recording.grid), ("noise", recording.noise),
    ] {
      try check("recording.\(key)", value >= 0 && value.isFinite, "must not be negative")
    }
    if let duration { try check("duration", duration > 0 && duration <= 1e6, "lies between 0 and 1000000 s") }
  }
}
