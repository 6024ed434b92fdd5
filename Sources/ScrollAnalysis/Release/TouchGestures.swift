import Recordings
import ScrollModels

/// The samples in which a finger was down, gesture by gesture.
struct TouchGestures {
  let trace: Trace
  let axis: Axis

  /// s: a finger that moves on after so long is a new one, where nothing else shows it.
  private static let pause = 0.1

  /// Ranges of samples, in time order: by the states, else by the events of dragging, else by the finger's own motion.
  var ranges: [Range<Int>] {
    guard let travel = trace.fingers[axis] else { return [] }
    if trace.states.contains(where: { $0 != nil }) {
      return runs { [.tracking, .dragging].contains(trace.states[$0]) }
    }
    let dragging = intervals
    if !dragging.isEmpty {
      return dragging.map { interval in
        let first = trace.times.firstIndex { $0 >= interval.lowerBound } ?? trace.times.count
        let end = trace.times.firstIndex { $0 > interval.upperBound } ?? trace.times.count
        return first..<max(first, end)
      }
    }
    return moving(travel)
  }

  /// The release of a gesture: the event's time, else the middle of the frame after its last sample; with half the width of
  /// the interval that it lies in, s.
  func release(of range: Range<Int>, interval: Double) -> (time: Double, halfWidth: Double) {
    let last = trace.times[range.upperBound - 1]
    let next = range.upperBound < trace.times.count ? trace.times[range.upperBound] : last + interval
    let event = trace.events.first {
      $0.name == "willEndDragging" && $0.time >= last - interval / 2 && $0.time <= next + interval / 2
    }
    if let event { return (max(event.time, last), 0) }
    let gap = min(next - last, interval)
    return (last + gap / 2, gap / 2)
  }

  /// The finger's samples in a gesture; a sample that repeats the position is no event of the finger.
  func samples(of range: Range<Int>, release: Double) -> TouchSamples {
    let travel = trace.fingers[axis] ?? []
    let kept = range.filter { $0 == range.lowerBound || travel[$0] != travel[$0 - 1] }
    return TouchSamples(
      times: kept.map { trace.times[$0] }, positions: kept.map { travel[$0] }, release: release)
  }

  private var intervals: [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    var start: Double?
    for event in trace.events.sorted(by: { $0.time < $1.time }) {
      if event.name == "willBeginDragging" { start = event.time }
      if event.name == "willEndDragging", let from = start {
        found.append(from...event.time)
        start = nil
      }
    }
    return found
  }

  private func runs(_ isDown: (Int) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for sample in 0...trace.times.count {
      let isIn = sample < trace.times.count && isDown(sample)
      if isIn, start == nil { start = sample }
      if !isIn, let first = start {
        found.append(first..<sample)
        start = nil
      }
    }
    return found
  }

  private func moving(_ travel: [Double]) -> [Range<Int>] {
    let moved = travel.indices.dropFirst().filter { travel[$0] != travel[$0 - 1] }
    var found: [Range<Int>] = []
    for sample in moved {
      if let last = found.last, trace.times[sample] - trace.times[last.upperBound - 1] <= Self.pause {
        found[found.count - 1] = last.lowerBound..<sample + 1
      } else {
        found.append(sample - 1..<sample + 1)
      }
    }
    return found
  }
}
