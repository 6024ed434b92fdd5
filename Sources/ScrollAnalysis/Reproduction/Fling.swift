import Recordings
import ScrollFitting

/// One recorded release: how fast, and how far the content then traveled.
package struct Fling: Equatable, Sendable {
  /// 1/ms; nil where the table does not name it.
  package let decelerationRate: Double?
  /// |velocity| at release, pt/s.
  package let speed: Double
  /// |target − release offset|, pt.
  package let distance: Double
}

/// A velocity's unit.
package enum VelocityUnit: String, CaseIterable, Sendable {
  case pointsPerSecond = "pt/s"
  case pointsPerMillisecond = "pt/ms"

  /// The factor to pt/s.
  var pointsPerSecond: Double { self == .pointsPerSecond ? 1 : 1000 }
}

/// The reason that a table holds no flings to judge.
package enum FlingError: Error, Equatable, Sendable {
  case missing(String, found: [String])
  case velocityUnit(column: String)
  case tooFew(decelerationRate: Double?, have: Int, need: Int)
  case sameSpeeds(decelerationRate: Double?)
  case fitting(FitError)

  /// True if an option is missing rather than data.
  package var isUsage: Bool {
    if case .velocityUnit = self { return true }
    return false
  }
}

extension FlingError: Explained {
  package var description: String { libraryText }

  package var sentence: Sentence {
    switch self {
    case .missing(let what, let found): "no \(what) column (found: \(found.joined(separator: ", ")))"
    case .velocityUnit(let column):
      "column '\(column)' does not name its unit: give \(setting: "velocityUnit pt/s") or \(setting: "velocityUnit pt/ms")"
    case .tooFew(let rate, let have, let need):
      "\(have) flings\(rate.map { " at rate \($0)" } ?? "") do not determine slope and stop velocity: "
        + "\(need) are needed"
    case .sameSpeeds(let rate):
      "all flings\(rate.map { " at rate \($0)" } ?? "") have the same speed: a line needs two"
    case .fitting(let error): error.sentence
    }
  }
}

extension Fling {
  /// The flings of a table: a velocity column and either a distance or a release and a target offset, and the
  /// deceleration rate where there is one.
  ///
  /// - Parameter velocityUnit: the velocity's unit, where the column's name has none.
  /// - Throws: ``FlingError``.
  package static func read(_ table: Table, velocityUnit: VelocityUnit?) throws(FlingError) -> [Fling] {
    let names = table.names.map(ColumnName.init)
    func column(_ bases: String...) -> (name: ColumnName, values: [Double])? {
      for base in bases {
        if let name = names.first(where: { $0.base == base }), let values = table[name.written],
          !values.isEmpty
        {
          return (name, values)
        }
      }
      return nil
    }
    guard let velocity = column("release_velocity", "velocity") else {
      throw .missing("release velocity", found: table.names)
    }
    let perSecond: Double
    if case .velocity(let factor) = velocity.name.unit {
      perSecond = factor
    } else if let velocityUnit {
      perSecond = velocityUnit.pointsPerSecond
    } else {
      throw .velocityUnit(column: velocity.name.written)
    }
    let distances: [Double]
    if let distance = column("distance") {
      distances = distance.values.map(abs)
    } else if let release = column("release_offset"),
      let target = column("target_content_offset", "target_offset", "target")
    {
      distances = zip(target.values, release.values).map { abs($0 - $1) }
    } else {
      throw .missing("distance, or release_offset and target_offset,", found: table.names)
    }
    let rates = column("deceleration_rate", "rate")?.values
    return velocity.values.indices.map { index in
      Fling(
        decelerationRate: rates?[index], speed: abs(velocity.values[index]) * perSecond,
        distance: distances[index])
    }
  }
}
