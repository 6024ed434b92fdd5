import LeastSquares

/// The results of many recordings before their statistics: a table of the recordings, and every
/// constant's values in the order of the input.
package struct BatchCollection: Equatable, Sendable {
  /// A recording with a fit.
  package struct Recording: Hashable, Sendable {
    package let source: String
    /// The line of a recording that is one; nil for a file.
    package let line: Int?
    package let series: String?
    /// The index of its input in the command, and of the recording in the input, from 0.
    package let position: Int
    package let part: Int
    /// SHA-256 of the input, 64 hexadecimal digits: whether it is what was fitted.
    package let contentHash: String
    /// The time at which it was recorded, seconds since 1970; nil where it does not name one.
    package let time: Double?
    /// The values of the keys that recordings are or could be grouped by.
    package let groups: [String: String]

    package init(
      source: String, line: Int?, series: String?, position: Int, part: Int, contentHash: String,
      time: Double?, groups: [String: String]
    ) {
      self.source = source
      self.line = line
      self.series = series
      self.position = position
      self.part = part
      self.contentHash = contentHash
      self.time = time
      self.groups = groups
    }

    /// As a person finds it: `many.ndjson:7, series a`.
    package var title: String { title(ofFile: source) }

    /// The title with another name of the file.
    package func title(ofFile name: String) -> String {
      name + (line.map { ":\($0)" } ?? "") + (series.map { ", series \($0)" } ?? "")
    }
  }

  /// A fit of a recording by its place among them.
  package struct FitIdentity: Hashable, Sendable {
    package let recording: Recording
    package let fit: Int

    package init(recording: Recording, fit: Int) {
      self.recording = recording
      self.fit = fit
    }
  }

  package struct ConstantName: Hashable, Sendable {
    package let phase: String
    package let axis: String
    package let model: String
    package let name: String
    package let unit: String

    package init(phase: String, axis: String, model: String, name: String, unit: String) {
      self.phase = phase
      self.axis = axis
      self.model = model
      self.name = name
      self.unit = unit
    }
  }

  /// One constant of one fit.
  package struct Observation: Equatable, Sendable {
    /// Its index in ``recordings``.
    package let recording: Int
    package let fit: Int
    package let value: Double
    package let standardError: Double

    package init(recording: Int, fit: Int, value: Double, standardError: Double) {
      self.recording = recording
      self.fit = fit
      self.value = value
      self.standardError = standardError
    }
  }

  package struct Constant: Equatable, Sendable {
    package let name: ConstantName
    package internal(set) var observations: [Observation] = []
  }

  /// The number of all recordings, also those without a fit.
  package let recordingCount: Int
  package let failedCount: Int
  /// The keys that recordings are grouped by.
  package let keys: [String]
  /// The keys by which recordings could be grouped; empty where they are grouped.
  package let candidateKeys: [String]
  package let recordings: [Recording]
  /// In the order in which they come up.
  package private(set) var constants: [Constant] = []
  private var references: [ConstantName: Int] = [:]

  package init(
    recordingCount: Int, failedCount: Int, keys: [String], candidateKeys: [String] = [],
    recordings: [Recording]
  ) {
    self.recordingCount = recordingCount
    self.failedCount = failedCount
    self.keys = keys
    self.candidateKeys = candidateKeys
    self.recordings = recordings
  }

  /// Takes a constant of a fit whose model does not fail; to be called in the order of the input.
  package mutating func add(_ observation: Observation, of name: ConstantName) {
    let reference = references[name] ?? constants.count
    if reference == constants.count {
      references[name] = reference
      constants.append(Constant(name: name))
    }
    constants[reference].observations.append(observation)
  }

  func reference(of observation: Observation) -> FitIdentity {
    FitIdentity(recording: recordings[observation.recording], fit: observation.fit)
  }
}

/// The way a constant changes as time goes by: a straight line through its values, weighed by 1/(s² + τ²).
///
/// The time is that at which they were recorded where at least half of the recordings name it; the others are excluded
/// then. Where fewer do, or all were recorded at once, the order of the input stands for time.
package struct ConstantDrift: Equatable, Sendable {
  package enum Order: String, Sendable {
    /// The slope is in the constant's unit a day.
    case time
    /// The slope is in the constant's unit an input.
    case input
  }

  package let order: Order
  /// The number of values it is through.
  package let count: Int
  package let slope: Double
  package let standardError: Double
  /// Two-sided, of a slope this large where there is none; assumes independent, normal values.
  package let pValue: Double
  /// The first time, days since 1970, or position.
  package let origin: Double
  /// On the line at ``origin``.
  package let level: Double

  /// - Parameters:
  ///   - recordings: of each value.
  ///   - betweenDeviation: τ.
  /// - Returns: nil for fewer than three values, or where all errors and the spread are 0.
  init?(
    _ observations: [BatchCollection.Observation], of recordings: [BatchCollection.Recording],
    betweenDeviation: Double
  ) {
    let timed = zip(recordings, observations).compactMap { recording, observation in
      recording.days.map { (x: $0, observation: observation) }
    }
    if 2 * timed.count >= observations.count,
      let drift = Self(timed, .time, betweenDeviation: betweenDeviation)
    {
      self = drift
      return
    }
    let placed = zip(recordings, observations).map { (x: Double($0.position), observation: $1) }
    guard let drift = Self(placed, .input, betweenDeviation: betweenDeviation) else { return nil }
    self = drift
  }

  /// Days since the first, or the position; nil for a recording that has no time where that counts.
  func abscissa(_ recording: BatchCollection.Recording) -> Double? {
    switch order {
    case .time: recording.days.map { $0 - origin }
    case .input: Double(recording.position)
    }
  }

  private init?(
    _ points: [(x: Double, observation: BatchCollection.Observation)], _ order: Order,
    betweenDeviation: Double
  ) {
    let weights = points.map {
      1 / ($0.observation.standardError * $0.observation.standardError + betweenDeviation * betweenDeviation)
    }
    guard points.count > 2, weights.allSatisfy(\.isFinite), let origin = points.map(\.x).min() else {
      return nil
    }
    let total = weights.reduce(0, +)
    func mean(_ values: [Double]) -> Double { zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total }
    let centre = mean(points.map { $0.x - origin }), middle = mean(points.map(\.observation.value))
    var squares = 0.0, products = 0.0
    for (weight, point) in zip(weights, points) {
      let distance = point.x - origin - centre
      squares += weight * distance * distance
      products += weight * distance * (point.observation.value - middle)
    }
    guard squares > 0 else { return nil }
    slope = products / squares
    var rest = 0.0
    for (weight, point) in zip(weights, points) {
      let residual = point.observation.value - middle - slope * (point.x - origin - centre)
      rest += weight * residual * residual
    }
    let degreesOfFreedom = Double(points.count - 2)
    standardError = (rest / degreesOfFreedom / squares).squareRoot()
    pValue =
      standardError > 0
      ? 2 * StudentT(degreesOfFreedom: degreesOfFreedom).upperTail(abs(slope / standardError)) : 0
    self.order = order
    self.origin = origin
    count = points.count
    level = middle - slope * centre
  }
}

extension BatchCollection.Recording {
  /// Since 1970.
  fileprivate var days: Double? { time.map { $0 / 86_400 } }
}
