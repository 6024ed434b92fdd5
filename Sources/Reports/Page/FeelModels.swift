import Recordings
import ScrollModels

extension EngineModel {
  /// The model's family in the script, and what selects the curve within it.
  var feel: (family: String, options: JSONValue)? {
    switch self {
    case let model as ExponentialFling: ("exponential", ["distance": model.distance.json])
    case is ConstantDecelerationFling: ("constant", [:])
    case is PowerFling: ("power", [:])
    case is TimedPowerFling: ("power, constant time", [:])
    case is SplineFling: ("spline", [:])
    case is ParabolicFling: ("parabola", [:])
    case is DragFling: ("drag", [:])
    case let model as FrameDecayFling: ("frame-decay", ["factor": .string(model.factor.word)])
    case is AgeingDecayFling: ("ageing-decay", [:])
    case is TailedDecayFling: ("tailed-decay", [:])
    case let model as CriticalReturn: ("critical", ["share": model.push.json])
    case is SpringReturn: ("spring", [:])
    case is ThrownReturnModel: ("thrown", [:])
    case is ExponentialReturn: ("exponential", [:])
    case is SmoothDampReturn: ("smooth-damp", [:])
    case let model as PenetrationReturn:
      (
        "penetration",
        ["slowsFirst": .bool(model.order == .slowsFirst), "rebound": .number(model.rebound)]
      )
    case is FrameSpringReturn: ("frame-spring", [:])
    case is AgeingReturn: ("ageing-return", [:])
    case is AttractedReturn: ("attraction", [:])
    case is EdgeForceReturn: ("edge-force", [:])
    case let model as DistanceSpeedReturn: ("speed by distance", ["step": .number(model.step)])
    case is EulerSpringReturn: ("spring, Euler's step", [:])
    case is RubberBandOverscroll: ("rubber-band", [:])
    case let model as LinearOverscroll:
      ("linear", ["limit": model.limit.isFinite ? .number(model.limit) : .null])
    case is TangentOverscroll: ("tangent", [:])
    case is ExponentialLinearOverscroll: ("exponential-linear", [:])
    case is RootOverscroll: ("root", [:])
    case is ScaledRootOverscroll: ("root, scaled", [:])
    case is ExponentialOverscroll: ("exponential", [:])
    case is LogarithmicOverscroll: ("logarithmic", [:])
    case let model as PowerOverscroll: ("power", ["onset": .number(model.onset)])
    case let model as EasedThrow:
      ("eased", ["time": model.time.json, "distance": model.distance.json, "easing": model.easing.json])
    case is LogarithmicThrow: ("eased, logarithmic time", [:])
    case is BezierFling: ("bezier", [:])
    case is DriftingFling: ("drift", [:])
    case is QuarticFling: ("quartic", [:])
    case let model as EasedSnap:
      ("eased", ["time": .string("\(model.duration)"), "easing": model.easing.json])
    case is BezierReturnModel: ("bezier", [:])
    case is CutReturnModel: ("exponential, cut", [:])
    case is RelaxingReturn: ("relaxation", [:])
    default: nil
    }
  }
}

extension ExponentialFling.Distance {
  var json: JSONValue {
    switch self {
    case .integral: ["kind": .string("integral")]
    case .steps(let step): ["kind": .string("steps"), "amount": .number(step)]
    case .seconds(let seconds): ["kind": .string("seconds"), "amount": .number(seconds)]
    case .framePower(let exponent): ["kind": .string("framePower"), "amount": .number(exponent)]
    }
  }
}

extension FrameDecayFling.Factor {
  fileprivate var word: String {
    switch self {
    case .euler: "euler"
    case .exponential: "exponential"
    case .perFrame: "perFrame"
    }
  }
}

extension CriticalReturn.Push {
  fileprivate var json: JSONValue {
    switch self {
    case .velocity: .null
    case .share(let share): .number(share)
    }
  }
}

extension EasedThrow.Time {
  fileprivate var json: JSONValue {
    switch self {
    case .proportional(let longest):
      ["kind": .string("proportional"), "amount": longest.isFinite ? .number(longest) : .null]
    case .fourthRoot: ["kind": .string("fourthRoot")]
    case .constant: ["kind": .string("constant")]
    }
  }
}

extension EasedThrow.Distance {
  fileprivate var json: JSONValue {
    switch self {
    case .square(let share): ["kind": .string("square"), "amount": .number(share)]
    case .seconds(let seconds, let above):
      ["kind": .string("seconds"), "amount": .number(seconds), "above": .number(above)]
    }
  }
}

extension Easing {
  fileprivate var json: JSONValue {
    func curve(_ kind: String, _ amount: JSONValue = .null) -> JSONValue {
      ["kind": .string(kind), "amount": amount]
    }
    return switch self {
    case .bezier(let points): curve("bezier", .numbers([points.x1, points.y1, points.x2, points.y2]))
    case .powerOut(let power): curve("power", .number(Double(power)))
    case .circularOut: curve("circular")
    case .sineInOut: curve("sine")
    case .squareThenExponential: curve("square, exponential")
    case .pulse(let scale): curve("pulse", .number(scale))
    }
  }
}
