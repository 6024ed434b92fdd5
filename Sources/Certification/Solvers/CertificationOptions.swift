/// Options of the solution of reference datasets.
public struct CertificationOptions: Equatable, Sendable {
  /// The precision at which the numbers of a file are read.
  public enum Precision: String, CaseIterable, Sendable {
    /// The nearest double of each: what a program has whose data are doubles.
    case double
    /// All digits.
    case extended
  }

  public var precision = Precision.extended
  /// The number of further starts drawn around each start of the file, to look for a lower minimum; 0 for none.
  public var starts = 0
  /// The seed of those draws.
  public var seed: UInt64 = 1

  public init() {}
}
