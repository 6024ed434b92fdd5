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

/// A key of a ``Memo``.
protocol MemoKey: Equatable {
  /// A number in which most keys differ. Swift's own hashes withstand keys that are chosen to collide, which takes longer than a fit's
  /// key is compared.
  var fingerprint: UInt64 { get }
}

/// Values that were computed before, by key: a hash table with linear probing.
struct Memo<Key: MemoKey, Value> {
  /// The most values that are kept, a power of two: what a long movement was long ago does not come again.
  private let limit: Int
  private var entries: [(key: Key, value: Value)] = []
  /// Positions of entries; below 0 where there is none. Twice the limit.
  private var slots: [Int32]

  init(limit: Int = 1024) {
    precondition(limit > 0 && limit.nonzeroBitCount == 1)
    self.limit = limit
    slots = Self.empty(limit)
  }

  private static func empty(_ limit: Int) -> [Int32] { [Int32](repeating: -1, count: 2 * limit) }

  var count: Int { entries.count }

  /// The slot of a key; the empty one that it belongs into where it has none.
  private func slot(of key: Key) -> Int {
    // The highest bits of the product depend on all bits of the number (D. Knuth, The Art of Computer Programming 3, 6.4).
    let product = key.fingerprint &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(product >> (64 - slots.count.trailingZeroBitCount))
    while slots[slot] >= 0, entries[Int(slots[slot])].key != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// The value that there is; nil where none is kept.
  subscript(key: Key) -> Value? {
    let position = slots[slot(of: key)]
    return position < 0 ? nil : entries[Int(position)].value
  }

  /// Keeps a new value.
  mutating func keep(_ value: Value, for key: Key) {
    if entries.count >= limit {
      entries.removeAll(keepingCapacity: true)
      slots = Self.empty(limit)
    }
    slots[slot(of: key)] = Int32(entries.count)
    entries.append((key, value))
  }

  /// The value that there is, else a new one.
  mutating func value(for key: Key, _ compute: () -> Value) -> Value {
    if let known = self[key] { return known }
    let value = compute()
    keep(value, for: key)
    return value
  }
}

/// A segment with everything of its fit that a boundary depends on.
struct SegmentIdentity: MemoKey {
  private let regime: Regime
  private let range: Range<Int>
  private let fitted: Range<Int>
  private let model: SegmentModel
  private let numbers: PlainNumbers
  private let chiSquared: Double

  init(_ regime: Regime, _ range: Range<Int>, _ fit: SegmentFit) {
    self.regime = regime
    self.range = range
    fitted = fit.range
    model = fit.model
    numbers = PlainNumbers(rates: fit.rates, coefficients: fit.coefficients)
    chiSquared = fit.chiSquared
  }

  var fingerprint: UInt64 {
    chiSquared.bitPattern &+ UInt64(range.lowerBound) &+ UInt64(range.upperBound) << 32
  }
}

/// Two neighboring segments.
struct SegmentPair: MemoKey {
  let left: SegmentIdentity
  let right: SegmentIdentity

  var fingerprint: UInt64 { 3 &* left.fingerprint &+ right.fingerprint }
}

/// A fit of a regime's models to a range.
struct FitRequest: MemoKey {
  let regime: Regime
  let range: Range<Int>
  let last: StartingPoint?

  var fingerprint: UInt64 {
    UInt64(range.lowerBound) &+ UInt64(range.upperBound) << 32 &+ (last?.rates.x.bitPattern ?? 0)
  }
}

/// The part of an earlier fit that a new one starts from.
struct StartingPoint: Equatable {
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
