/// What many recordings say together: every constant's distribution, whether it depends on what recordings are grouped
/// by or drifts along the input, and the recordings that stand out.
public struct BatchReport: Equatable, Sendable {
  /// One constant of one fit.
  public struct Observation: Equatable, Sendable {
    /// Of the recording, as a person finds it: source, line and series.
    public let recording: String
    /// Of the recording in the input.
    public let position: Int
    public let constant: ConstantName
    public let value: Double
    public let standardError: Double
    /// What the recording says of each key it is grouped by.
    public let groups: [String: String]

    public init(
      recording: String, position: Int, constant: ConstantName, value: Double, standardError: Double,
      groups: [String: String]
    ) {
      self.recording = recording
      self.position = position
      self.constant = constant
      self.value = value
      self.standardError = standardError
      self.groups = groups
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

  /// A fit of a law that describes its recording badly.
  public struct Misfit: Equatable, Sendable {
    public let recording: String
    /// Where it can be read again: the file, and the line of a recording that is one.
    public let source: String
    public let line: Int?
    /// Among the recordings of the input, and the recording's fits.
    public let part: Int
    public let ordinal: Int
    public let model: String
    public let rms: Double
    public let unit: String
    /// √max(0, rms² − floor²) over the travel.
    public let excessOfTravel: Double
    public let verdict: String

    public init(
      recording: String, source: String, line: Int?, part: Int, ordinal: Int, model: String, rms: Double,
      unit: String, excessOfTravel: Double, verdict: String
    ) {
      self.recording = recording
      self.source = source
      self.line = line
      self.part = part
      self.ordinal = ordinal
      self.model = model
      self.rms = rms
      self.unit = unit
      self.excessOfTravel = excessOfTravel
      self.verdict = verdict
    }
  }

  /// A reason and how many recordings it kept from being used.
  public struct FailureCount: Equatable, Sendable {
    public let sentence: String
    public let count: Int

    public init(sentence: String, count: Int) {
      self.sentence = sentence
      self.count = count
    }
  }

  public let recordings: Int
  public let failed: Int
  /// In the order of the input.
  public let constants: [ConstantDistribution]
  /// The worst first.
  public let misfits: [Misfit]
  /// What could not be used, the most frequent first.
  public let failures: [FailureCount]

  /// - Parameters:
  ///   - observations: of fits whose law does not fail, in the order of the input.
  ///   - keys: what recordings are grouped by.
  public init(
    recordings: Int, failed: Int, observations: [Observation], keys: [String], misfits: [Misfit],
    failures: [FailureCount]
  ) {
    self.recordings = recordings
    self.failed = failed
    self.misfits = misfits
    self.failures = failures
    var names: [ConstantName] = []
    var members: [ConstantName: [Observation]] = [:]
    for observation in observations {
      if members[observation.constant] == nil { names.append(observation.constant) }
      members[observation.constant, default: []].append(observation)
    }
    constants = names.compactMap { ConstantDistribution($0, members[$0] ?? [], keys: keys) }
  }
}
