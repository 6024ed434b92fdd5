import LeastSquares
import ScrollModels

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
