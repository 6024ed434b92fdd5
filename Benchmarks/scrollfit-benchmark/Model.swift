import Kernels

/// The models as the benchmark's files name them.
enum Model: String, CaseIterable {
  case deceleration = "decel"
  case bounce
  case bouncePhase = "bounce-phase"
  case rubber
  case quadratic

  var scrollModel: KernelModel {
    switch self {
    case .deceleration: .deceleration
    case .bounce: .bounce
    case .bouncePhase: .bouncePhase
    case .rubber: .rubberBand
    case .quadratic: .quadratic
    }
  }

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let model = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
      return nil
    }
    self = model
  }
}
