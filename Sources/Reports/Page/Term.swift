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
