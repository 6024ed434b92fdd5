/// The clocks of a trace: times of any of them as nanoseconds of BOOTTIME.
///
/// A packet names its clock, its sequence's defaults do, or it is BOOTTIME. Clocks 64 to 127 belong to a sequence; an incremental one counts from the
/// packet before. Snapshots have one moment in the times of several clocks.
struct PerfettoClocks {
  private static let boottime: UInt64 = 6
  private static let ofSequences: ClosedRange<UInt64> = 64...127

  private struct Identity: Hashable {
    let clock: UInt64
    let sequence: UInt64
  }

  private struct Clock {
    var isIncremental = false
    var nanoseconds: Int64 = 1
    /// The last time, ns of the clock itself.
    var last: Int64 = 0
    /// BOOTTIME less the clock, ns.
    var offset: Int64 = 0
  }

  private var clocks: [Identity: Clock] = [:]
  private var defaults: [UInt64: UInt64] = [:]

  mutating func setDefault(_ clock: UInt64?, sequence: UInt64) { defaults[sequence] = clock }

  private func identity(_ clock: UInt64, _ sequence: UInt64) -> Identity {
    Identity(clock: clock, sequence: Self.ofSequences.contains(clock) ? sequence : 0)
  }

  mutating func read(_ snapshot: WireMessage, sequence: UInt64) {
    var times: [(clock: UInt64, clockState: Clock)] = []
    for entry in snapshot.messages(1) {
      guard let id = entry[1]?.whole, let stamp = entry[2]?.whole.flatMap({ Int64(exactly: $0) }) else {
        continue
      }
      var clock = Clock(isIncremental: entry[3]?.whole == 1)
      clock.nanoseconds = entry[4]?.whole.flatMap { Int64(exactly: $0) } ?? 1
      guard let last = Nanoseconds.of(stamp, unit: clock.nanoseconds) else { continue }
      clock.last = last
      times.append((id, clock))
    }
    let reference = times.first { $0.clock == Self.boottime }?.clockState.last
    for (id, state) in times {
      var clock = state
      let known = clocks[identity(id, sequence)]
      // The first snapshot counts: later ones would move samples against each other.
      clock.offset = known?.offset ?? reference.map { $0 - state.last } ?? 0
      clocks[identity(id, sequence)] = clock
    }
  }

  /// A packet's time; nil where it is none.
  mutating func time(_ stamp: UInt64, clock id: UInt64?, sequence: UInt64) -> Int64? {
    let key = identity(id ?? defaults[sequence] ?? Self.boottime, sequence)
    var clock = clocks[key] ?? Clock()
    guard let count = Int64(exactly: stamp), let time = Nanoseconds.of(count, unit: clock.nanoseconds) else {
      return nil
    }
    let (sum, overflow) = clock.isIncremental ? clock.last.addingReportingOverflow(time) : (time, false)
    guard !overflow else { return nil }
    clock.last = sum
    clocks[key] = clock
    let (result, isOutside) = sum.addingReportingOverflow(clock.offset)
    return isOutside ? nil : Nanoseconds.of(result, unit: 1)
  }
}
