import Elementary
import LeastSquares
import Recordings
import ScrollModels

/// Sessions as people make them, for studies of how well phases and constants are found again.
///
/// One to three gestures a session on one axis. Speeds at release are log-uniform from 100 to 5,000 pt/s, the finger's acceleration
/// is uniform within ±2 v per s over 80 to 400 ms. Of a hundred gestures six are held before they are let go, six glides are
/// caught and eight meet an edge; of a hundred first ones ten pull the content beyond an edge. Of these there are those that could be
/// seen: a glide lasts 0.1 s before it is caught or meets an edge, with 150 pt/s left, and a pull's finger goes 40 pt
/// beyond. Grids of 1, 1/2 and 1/3 pt, 60 and 120 frames a second, jitter of 5 % of a frame, 2 % of the frames missing. The
/// same session for the same seed and index.
package struct SessionGenerator: Sendable {
  /// s, before a glide is caught or meets an edge.
  private static let minimumGlide = 0.1
  /// pt/s, of a glide that meets an edge.
  private static let minimumImpact = 150.0
  /// pt, of a finger that pulls the content beyond an edge.
  private static let minimumPull = 40.0

  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// A session and what truly happened in it.
  package func session(_ index: Int) -> Simulation? {
    var random = SplitMix64(seed: seed, stream: index)
    func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.uniform() }
    var scenario = Scenario()
    scenario.recording.grid = [1, 0.5, 1.0 / 3][Int(random.uniform() * 3)]
    scenario.recording.frameRate = random.uniform() < 0.5 ? 60 : 120
    scenario.recording.jitter = 0.05 / scenario.recording.frameRate
    scenario.recording.drops = 0.02
    scenario.recording.seed = random.next()
    scenario.constants.decelerationRate = [0.998, 0.99, uniform(0.99, 0.998)][Int(random.uniform() * 3)]
    scenario.constants.bounceDamping = uniform(8, 14)
    let grid = scenario.recording.grid
    let start = (uniform(3000, 6000) / grid).rounded() * grid
    var view = AxisView(
      offset: start, edges: -Double.infinity...Double.infinity, constants: scenario.constants,
      context: EngineContext(dimension: 812))
    var time = uniform(0.2, 1)
    var visited = start...start
    for _ in 0..<(1 + Int(random.uniform() * 2.5)) {
      let side = random.uniform() < 0.5 ? -1.0 : 1.0
      let speed = side * exponential(uniform(logarithm(100), logarithm(5000)))
      let acceleration = uniform(-2, 2) * speed.magnitude
      let duration = uniform(0.08, 0.4)
      let kind = random.uniform()
      let share = uniform(0.15, 0.6)
      let hold = uniform(0.15, 0.5)
      let isHeld = random.uniform() < 0.5
      let offset = view.value(at: time)
      let dragged = duration * (speed - acceleration * duration / 2)
      let decayConstant = scenario.constants.decayConstant
      // How long a glide goes on before it is caught or meets an edge.
      let whole = logarithm(speed.magnitude / scenario.constants.stopVelocity) / decayConstant
      let glide = Self.minimumGlide + share * (whole - Self.minimumGlide)
      let remaining = speed.magnitude * exponential(-decayConstant * glide)
      // Edges stand on device pixels, and so does the content that a pull begins with.
      let isAligned = offset == (offset / grid).rounded() * grid
      // An edge may only stand where the content has not been beyond it.
      let isOutermost = side < 0 ? offset <= visited.lowerBound : offset >= visited.upperBound
      var edge: Double?
      if isOutermost, isAligned, (0.06..<0.16).contains(kind), dragged.magnitude >= Self.minimumPull {
        edge = offset
      }
      if isOutermost, (0.22..<0.30).contains(kind), remaining >= Self.minimumImpact {
        let reach = offset + dragged - speed / decayConstant * exponentialMinusOne(-decayConstant * glide)
        edge = (reach / grid).rounded() * grid
      }
      if let edge { view.edges = side < 0 ? edge...Double.infinity : -Double.infinity...edge }
      let pauses = kind < 0.06 || (edge == offset && isHeld)
      let (end, velocity) = view.drag(
        at: time, duration: duration, velocity: speed, acceleration: acceleration, hold: pauses ? hold : 0)
      view.release(at: end, velocity: velocity)
      var next = view.lastChange
      if (0.16..<0.22).contains(kind), next > end + 2 * Self.minimumGlide {
        next = end + glide
        view.touch(at: next)
        next += hold
      }
      visited = min(visited.lowerBound, view.value(at: next))...max(visited.upperBound, view.value(at: next))
      time = next + uniform(0.2, 1)
      if edge != nil { break }
    }
    return try? Recorder(scenario: scenario, views: [.y: view], fingers: [], duration: time)
      .simulation(source: "session \(index)", series: nil, stream: 0)
  }
}
