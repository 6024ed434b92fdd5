/// The columns of one recording by their role, on the way from a table to a ``Trace``.
struct Samples {
  /// s since the first sample.
  var times: [Double]
  var offsets: [Axis: [Double]]
  var fingers: [Axis: [Double]]
  var others: [String: [Double]]
  /// Of each sample the place of its ``TouchState``, −1 for none; empty where the file has no states.
  var states: [Double]

  /// From numbers in the unit of the time column to seconds since the first sample; the first number is
  /// returned.
  mutating func startClock(_ roles: ColumnRoles) -> Double {
    let first = times.first ?? 0
    for sample in times.indices {
      times[sample] = (times[sample] - first) * roles.secondsPerUnit / roles.unitsPerSecond
    }
    return first
  }

  /// Times of evenly spaced rows, from 0.
  mutating func countRows(_ count: Int, _ roles: ColumnRoles) {
    times = (0..<count).map { Double($0) * roles.secondsPerUnit / roles.unitsPerSecond }
  }

  /// Offsets from the changes of every event: the offset after an event is the sum up to and including it.
  mutating func integrate() {
    for axis in offsets.keys {
      var sum = 0.0
      offsets[axis]?.withEach {
        sum += $0
        $0 = sum
      }
    }
  }

  /// Turns the offsets' direction around.
  mutating func flip() {
    // 0 − x, not −x: no offset becomes −0.
    for axis in offsets.keys { offsets[axis]?.withEach { $0 = 0 - $0 } }
  }

  /// Leaves out the samples that repeat the one before, time and offsets; without offsets, time and further columns.
  ///
  /// - Returns: the samples left out, by their index before.
  /// - Parameter conflict: the error for a sample that has another offset at the same time.
  mutating func dropRepeated(
    conflict: (_ sample: Int, _ time: Double) -> ReadingError
  ) throws(ReadingError) -> [Int] {
    var repeated: [Int] = []
    let decisive = offsets.isEmpty ? Array(others.values) : Array(offsets.values)
    for sample in times.indices.dropFirst() where times[sample] == times[sample - 1] {
      guard decisive.allSatisfy({ $0[sample] == $0[sample - 1] }) else {
        throw conflict(sample, times[sample])
      }
      repeated.append(sample)
    }
    guard !repeated.isEmpty else { return [] }
    func drop<Element>(_ column: inout [Element]) {
      var next = 0, kept = 0
      for sample in column.indices {
        if next < repeated.count, repeated[next] == sample {
          next += 1
        } else {
          column[kept] = column[sample]
          kept += 1
        }
      }
      column.removeLast(column.count - kept)
    }
    drop(&times)
    for axis in Axis.allCases {
      if offsets[axis] != nil { drop(&offsets[axis, default: []]) }
      if fingers[axis] != nil { drop(&fingers[axis, default: []]) }
    }
    if !states.isEmpty { drop(&states) }
    for name in others.keys { drop(&others[name, default: []]) }
    return repeated
  }
}

extension [Double] {
  /// Changes every element in place.
  mutating func withEach(_ change: (inout Double) -> Void) {
    for index in indices { change(&self[index]) }
  }
}
