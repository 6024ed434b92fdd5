/// The statistics of many recordings: every constant's distribution, one value for all of a group, whether it depends on
/// what recordings are grouped by or drifts, and the recordings that stand out.
public struct BatchReport: Equatable, Sendable {
  /// A fit of a law that describes its recording badly.
  public struct Misfit: Equatable, Sendable {
    public let place: BatchCollection.Place
    public let model: String
    public let rms: Double
    public let unit: String
    /// √max(0, rms² − floor²) over the travel.
    public let excessOfTravel: Double
    public let verdict: String

    public init(
      place: BatchCollection.Place, model: String, rms: Double, unit: String, excessOfTravel: Double,
      verdict: String
    ) {
      self.place = place
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
  public let keys: [String]
  /// In the order of the input.
  public let constants: [ConstantDistribution]
  /// The worst first.
  public let misfits: [Misfit]
  /// The errors of unusable recordings, the most frequent first.
  public let failures: [FailureCount]

  /// - Parameter joint: what ``BatchAnalyzer/jointValues(of:jobs:next:)`` has found; separate fits are put together
  ///   where it has nothing.
  public init(
    _ collection: BatchCollection, misfits: [Misfit] = [], failures: [FailureCount] = [],
    joint: JointValues = JointValues()
  ) {
    recordings = collection.recordingCount
    failed = collection.failedCount
    keys = collection.keys
    self.misfits = misfits
    self.failures = failures
    constants = collection.constants.compactMap { ConstantDistribution($0, in: collection, joint: joint) }
  }
}
