/// The results of many recordings before their statistics: a table of the recordings, and every
/// constant's values in the order of the input.
public struct BatchCollection: Equatable, Sendable {
  /// A recording with a fit.
  public struct Recording: Hashable, Sendable {
    public let source: String
    /// The line of a recording that is one; nil for a file.
    public let line: Int?
    public let series: String?
    /// The index of its input in the command, and of the recording in the input, from 0.
    public let position: Int
    public let part: Int
    /// SHA-256 of the input, 64 hexadecimal digits: whether it is what was fitted.
    public let contentHash: String
    /// The time at which it was recorded, seconds since 1970; nil where it does not say.
    public let time: Double?
    /// The values of the keys that recordings are grouped by.
    public let groups: [String: String]

    public init(
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
    public var title: String {
      source + (line.map { ":\($0)" } ?? "") + (series.map { ", series \($0)" } ?? "")
    }
  }

  /// A fit of a recording by its place among them.
  public struct Place: Hashable, Sendable {
    public let recording: Recording
    public let fit: Int

    public init(recording: Recording, fit: Int) {
      self.recording = recording
      self.fit = fit
    }
  }

  public struct ConstantName: Hashable, Sendable {
    public let phase: String
    public let axis: String
    public let model: String
    public let name: String
    public let unit: String

    public init(phase: String, axis: String, model: String, name: String, unit: String) {
      self.phase = phase
      self.axis = axis
      self.model = model
      self.name = name
      self.unit = unit
    }
  }

  /// One constant of one fit.
  public struct Observation: Equatable, Sendable {
    /// Its index in ``recordings``.
    public let recording: Int
    public let fit: Int
    public let value: Double
    public let standardError: Double

    public init(recording: Int, fit: Int, value: Double, standardError: Double) {
      self.recording = recording
      self.fit = fit
      self.value = value
      self.standardError = standardError
    }
  }

  public struct Constant: Equatable, Sendable {
    public let name: ConstantName
    public internal(set) var observations: [Observation] = []
  }

  /// The number of all recordings, also those without a fit.
  public let recordingCount: Int
  public let failedCount: Int
  /// The keys that recordings are grouped by.
  public let keys: [String]
  public let recordings: [Recording]
  /// In the order in which they come up.
  public private(set) var constants: [Constant] = []
  private var places: [ConstantName: Int] = [:]

  public init(recordingCount: Int, failedCount: Int, keys: [String], recordings: [Recording]) {
    self.recordingCount = recordingCount
    self.failedCount = failedCount
    self.keys = keys
    self.recordings = recordings
  }

  /// Takes a constant of a fit whose law does not fail; to be called in the order of the input.
  public mutating func add(_ observation: Observation, of name: ConstantName) {
    let place = places[name] ?? constants.count
    if place == constants.count {
      places[name] = place
      constants.append(Constant(name: name))
    }
    constants[place].observations.append(observation)
  }

  func place(of observation: Observation) -> Place {
    Place(recording: recordings[observation.recording], fit: observation.fit)
  }
}
