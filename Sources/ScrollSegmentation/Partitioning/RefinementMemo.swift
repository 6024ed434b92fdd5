/// The values that the refinement of one movement has computed: its trials share most of their segments and boundaries.
///
/// Every value follows from its key alone, so that a value which is found is the one that would be computed.
final class RefinementMemo {
  // Values are computed between two accesses, and sides by what has no memo: checks of the accesses would find nothing.
  @exclusivity(unchecked) var fits = Memo<FitRequest, SegmentFit?>()
  @exclusivity(unchecked) var changePoints = Memo<SegmentPair, ChangePoint>()
  /// Large, and shared by the trials around one segment: few are kept.
  @exclusivity(unchecked) var fineSides = Memo<SideIdentity, GrowingSide>(limit: 256)
  @exclusivity(unchecked) var coarseSides = Memo<SideIdentity, GrowingSide>(limit: 256)
  @exclusivity(unchecked) var continuityCosts = Memo<SegmentPair, Double>()
  var exactness = Memo<SegmentIdentity, Bool>()
}

/// Values that were computed before, by key.
struct Memo<Key: Hashable, Value> {
  /// The most values that are kept: what a long movement was long ago does not come again.
  private let limit: Int

  private var values: [Key: Value] = [:]

  init(limit: Int = 1024) { self.limit = limit }

  var count: Int { values.count }

  /// The value that there is; nil where none is kept.
  subscript(key: Key) -> Value? { values[key] }

  /// Keeps a new value.
  mutating func keep(_ value: Value, for key: Key) {
    if values.count >= limit { values.removeAll(keepingCapacity: true) }
    values[key] = value
  }

  /// The value that there is, else a new one.
  mutating func value(for key: Key, _ compute: () -> Value) -> Value {
    if let known = values[key] { return known }
    let value = compute()
    keep(value, for: key)
    return value
  }
}

/// A segment with everything of its fit that a boundary depends on.
struct SegmentIdentity: Hashable {
  private let regime: Regime
  private let range: Range<Int>
  private let fitted: Range<Int>
  private let model: SegmentModel
  private let rates: SIMD2<Double>
  private let coefficients: SIMD4<Double>
  private let chiSquared: Double

  init(_ regime: Regime, _ range: Range<Int>, _ fit: SegmentFit) {
    self.regime = regime
    self.range = range
    fitted = fit.range
    model = fit.model
    rates = fit.rates
    coefficients = fit.coefficients
    chiSquared = fit.chiSquared
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(range.lowerBound)
    hasher.combine(chiSquared)
  }
}

/// Two neighboring segments.
struct SegmentPair: Hashable {
  let left: SegmentIdentity
  let right: SegmentIdentity
}

/// A fit of a regime's models to a range.
struct FitRequest: Hashable {
  let regime: Regime
  let range: Range<Int>
  let last: StartingPoint?

  func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(last?.rates.x)
  }
}

/// The part of an earlier fit that a new one starts from.
struct StartingPoint: Hashable {
  private let model: SegmentModel
  let rates: SIMD2<Double>
  private let origin: Int

  init(_ fit: SegmentFit) {
    model = fit.model
    rates = fit.rates
    origin = fit.range.lowerBound
  }
}

extension Regime {
  /// True if the regime's models have rates, which a fit starts from.
  var hasRates: Bool {
    switch self {
    case .momentum, .spring, .eased: true
    case .rest, .hold, .finger, .steady: false
    }
  }
}
