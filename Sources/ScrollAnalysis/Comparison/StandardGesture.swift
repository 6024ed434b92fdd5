import LeastSquares
import Recordings
import ScrollModels
import ScrollSegmentation

/// A gesture that both sides of a comparison answer from the same start.
///
/// The set is fixed, so that verdicts can be compared with each other:
///
/// | phase        | gestures                                                             |
/// |--------------|----------------------------------------------------------------------|
/// | deceleration | flings at 500, 1000, 2000 and 4000 a second                          |
/// | bounce       | edge hits at 500, 1000, 2000 and 4000 a second                       |
/// |              | releases 50, 100 and 200 beyond the edge, after the finger has held  |
/// |              | the content there                                                    |
/// | snap         | let go 100 and 300 away from the anchor                              |
/// |              | let go 300 away at 1000 a second towards it                          |
/// | rubberBand   | pulls of the finger by 50, 100, 200 and 400 beyond the edge          |
///
/// A critically damped return is UIScrollView's: after such a release it starts with the inward velocity of
/// ``OverscrollRelease``, any other return at rest. Lengths are in the recordings' unit. From a swift flick to a slow one: 4000 pt/s crosses a phone's screen
/// in a fifth of a second.
package struct StandardGesture: Equatable, Sendable {
  package let phase: PhaseKind
  /// `fling at 1000 pt/s`.
  package let name: String
  package let start: Start
  /// `an edge hit at 1000 pt/s`.
  package var title: String { ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name }

  /// The state that the motion begins in.
  package enum Start: Equatable, Sendable {
    /// Let go at a displacement from where it comes to rest (0 for a glide), with a velocity.
    case release(displacement: Double, velocity: Double)
    /// The finger moves this far beyond the edge.
    case pull(travel: Double)
  }

  /// The gestures of a phase; empty for a phase without model.
  ///
  /// - Parameter returnStart: the way that a return starts after a release beyond the edge.
  package static func all(_ phase: PhaseKind, unit: String, returnStart: ReturnStart) -> [StandardGesture] {
    func release(_ name: String, displacement: Double = 0, velocity: Double = 0) -> StandardGesture {
      StandardGesture(
        phase: phase, name: name, start: .release(displacement: displacement, velocity: velocity))
    }
    let velocities = [500, 1000, 2000, 4000]
    switch phase {
    case .deceleration:
      return velocities.map { release("fling at \($0) \(unit)/s", velocity: Double($0)) }
    case .bounce:
      return velocities.map { release("edge hit at \($0) \(unit)/s", velocity: Double($0)) }
        + [50, 100, 200].map { displacement in
          release(
            "release \(displacement) \(unit) beyond the edge", displacement: Double(displacement),
            velocity: returnStart.velocity(displacement: Double(displacement)))
        }
    case .snap:
      return [100, 300].map { release("snap from \($0) \(unit)", displacement: Double($0)) }
        + [release("snap from 300 \(unit) at 1000 \(unit)/s", displacement: 300, velocity: -1000)]
    case .rubberBand:
      return [50, 100, 200, 400].map {
        StandardGesture(
          phase: phase, name: "overscroll drag by \($0) \(unit)", start: .pull(travel: Double($0)))
      }
    case .drag, .rest, .jump, .programmatic, .constantVelocity, .wheel, .unknownReturn: return []
    }
  }
}

extension ReturnStart {
  /// The velocity with which content that was held at a displacement from the edge starts to return.
  fileprivate func velocity(displacement: Double) -> Double {
    switch self {
    case .gestureVelocity: 0
    case .inwardVelocity: OverscrollRelease(displacement: displacement).initialVelocity
    }
  }
}

/// A standard gesture moved by a model.
struct GestureMotion {
  /// The distance from its end at which a motion counts as settled, in units of length.
  static let settlingDistance = 0.5
  /// The time over which a motion that does not settle is followed, s.
  static let horizon = 10.0

  private let scrollModel: any ScrollModel
  private let reported: [Double]
  private let start: StandardGesture.Start

  /// Nil for a model that there is none of.
  init?(_ gesture: StandardGesture, model: MotionModel, constants: [String: Double]) {
    guard let scrollModel = model.scrollModel(settlingDistance: Self.settlingDistance) else { return nil }
    var state: [String: Double] = [:]
    if case .release(let displacement, let velocity) = gesture.start {
      state = ["initialOffset": 0, "initialVelocity": velocity, "rest": 0, "displacement": displacement]
    }
    self.scrollModel = scrollModel
    start = gesture.start
    reported = scrollModel.parameters.map { state[$0.name] ?? constants[$0.name] ?? .nan }
  }

  /// The offsets at times since the release, or at travels of the finger; NaN where the model has none.
  func offsets(at abscissas: [Double]) -> [Double] {
    let model = scrollModel.modelParameters(reported)
    let count = abscissas.count
    var basis = [Double](repeating: 0, count: count * scrollModel.linear.count)
    var derivatives: [Double] = []
    scrollModel.evaluate(
      Array(model[scrollModel.linear.count...]), at: abscissas, basis: &basis, derivatives: &derivatives)
    return abscissas.indices.map { sample in
      scrollModel.linear.indices.reduce(0) { $0 + model[$1] * basis[$1 * count + sample] }
    }
  }

  /// The position at which it ends up: a glide's destination, a bounce's edge, a pull's end; NaN where a glide never ends.
  var end: Double {
    switch start {
    case .pull(let travel): offsets(at: [travel])[0]
    case .release: quantity("destination") ?? 0
    }
  }

  /// The time at which it has settled, s; nil for a pull, and for a motion that never does.
  var settlingTime: Double? {
    guard case .release = start, let time = quantity("duration") ?? quantity("settlingTime"), time.isFinite
    else {
      return nil
    }
    return time
  }

  private func quantity(_ name: String) -> Double? {
    scrollModel.derived.first { $0.name == name }?.value(reported)
  }
}

extension ModelSummary {
  /// A gesture moved by the model with its mean constants, moved away from them by a displacement.
  func motion(_ gesture: StandardGesture, displaced by: [Double]? = nil) -> GestureMotion? {
    var values: [String: Double] = [:]
    for (index, constant) in constants.enumerated() {
      values[constant.name] = constant.value + (by?[index] ?? 0)
    }
    return GestureMotion(gesture, model: model, constants: values)
  }
}

/// The gestures that the recordings of both sides cover: a model that holds for slow motions is no evidence for
/// faster or wider ones.
///
/// Flings are covered up to the speed of the fastest one on either side, returns and drags beyond an edge up to the
/// largest displacement. A quantity that a motion does not record covers every gesture.
struct GestureRange {
  /// A gesture this much beyond the recorded range is covered too.
  static let tolerance = 1.1

  /// Length a second.
  private let speed: Double
  /// Length.
  private let travel: Double

  init(_ a: [RecordedMotion], _ b: [RecordedMotion]) {
    func least(_ value: (RecordedMotion) -> Double?) -> Double {
      [a, b].map { side in
        side.contains { value($0) == nil } ? .infinity : side.compactMap(value).max() ?? .infinity
      }.min() ?? .infinity
    }
    speed = least(\.speed)
    travel = least(\.travel)
  }

  /// Recorded maximum of what a gesture demands, where the gesture demands more: speed of a fling, travel of a drag
  /// beyond the edge, displacement of a return. Nil for a covered gesture.
  ///
  /// - Parameter displacement: largest displacement from the end of the motion on either side.
  func shortage(of gesture: StandardGesture, displacement: Double) -> Double? {
    let (demand, recorded) =
      switch gesture.start {
      case .release(_, let velocity) where gesture.phase == .deceleration: (abs(velocity), speed)
      case .release: (displacement, self.travel)
      case .pull(let travel): (travel, self.travel)
      }
    return demand > Self.tolerance * recorded ? recorded : nil
  }
}
