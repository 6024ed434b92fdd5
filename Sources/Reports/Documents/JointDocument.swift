import Numerals
import ScrollAnalysis

extension BatchReport {
  /// Every constant and group that has one value for all.
  private var jointValues: [(constant: BatchCollection.ConstantName, group: String, joint: JointValue)] {
    constants.flatMap { constant in
      let groups = constant.groups.flatMap { grouping in
        grouping.groups.map { ("\(grouping.key) \($0.value)", $0.summary.joint) }
      }
      return ([("all", constant.all.joint)] + groups).compactMap { group, joint in
        joint.map { (constant.constant, group, $0) }
      }
    }
  }

  var shared: Document.Table {
    Document.Table(
      jointValues,
      [
        ("constant", .left, { $0.constant.title }),
        ("of", .left, { $0.group }),
        ("n", .right, { "\($0.joint.count)" }),
        ("one value", .firstWord, { $0.joint.text(unit: $0.constant.unit) }),
        ("allowed?", .left, { $0.joint.testText }),
        ("from", .left, { $0.joint.method.words }),
      ])
  }

  /// The way values were found, each way that was taken with its assumptions.
  var jointSentence: String {
    var sentences = [
      "One value of each constant of the engine for all recordings; offsets and velocities are each recording's own. "
        + "Where a small p says that they have no one value, the mean over recordings describes them, and this one does not."
    ]
    for joint in jointValues where !sentences.contains(joint.joint.method.sentence) {
      sentences.append(joint.joint.method.sentence)
    }
    return sentences.joined(separator: " ")
  }

  /// The abscissa of the changes.
  var driftSentence: String {
    let orders = Set(constants.compactMap(\.drift?.order))
    let time =
      orders.contains(.time)
      ? "A day of the times at which recordings were made, as they tell; those that tell none are left out. "
      : ""
    let input =
      orders.contains(.input) ? "A recording of the input, where fewer than half tell their time. " : ""
    return time + input + "A weighted line; p assumes independent, normal values."
  }
}

extension JointValue {
  /// `2.0031 ± 0.0004 1/s`.
  func text(unit: String) -> String { measured(value, error: standardError, unit: unit) }

  fileprivate var testText: String {
    let number = Numerals.significant(statistic, 3)
    let test =
      degreesOfFreedom.map { "F(\(equalities), \($0)) = \(number)" } ?? "Q(\(equalities)) = \(number)"
    return "\(test), p \(Numerals.probability(pValue))"
  }
}

extension JointValue.Method {
  /// The name in JSON and CSV.
  var name: String {
    switch self {
    case .samples: "samples"
    case .separateFits: "separateFits"
    }
  }

  fileprivate var words: String {
    switch self {
    case .samples: "samples"
    case .separateFits: "separate fits"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .samples:
      return
        "From samples: all samples of the group are fitted at once, each recording with its own noise; F tests the joint "
        + "cost against that of separate fits, or, of several constants, of a fit that shares the others."
    case .separateFits(let reason):
      return
        "From separate fits, for \(reason.words): each fit's cost is taken as a quadratic about its minimum (weights "
        + "1/s², each constant by itself); Q tests one true value, the errors s taken as known."
    }
  }
}

extension JointValue.Reason {
  /// The reason, to stand after `for`.
  var words: String {
    switch self {
    case .tooMany(let most): "more than \(most) recordings are not read again"
    case .notThere: "the recordings could not be read again as they were"
    case .robustLoss: "joint fits have no robust loss"
    case .searchedIntervals: "joint fits have no profile or bootstrap intervals"
    case .failed(let sentence): "the joint fit has failed (\(sentence))"
    }
  }
}

extension ConstantDrift {
  /// `0.0031 ± 0.0012 1/s a day`.
  func text(unit: String) -> String {
    measured(slope, error: standardError, unit: unit) + " " + order.step
  }
}

extension ConstantDrift.Order {
  /// The unit of a slope's abscissa.
  var step: String {
    switch self {
    case .time: "a day"
    case .input: "a recording"
    }
  }

  var words: String {
    switch self {
    case .time: "recorded time"
    case .input: "the input's order"
    }
  }
}
