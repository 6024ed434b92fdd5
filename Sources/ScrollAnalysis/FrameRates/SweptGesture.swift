import ScrollModels

/// One gesture at several frame rates.
package struct SweptGesture: Equatable, Sendable {
  package let name: String
  /// The largest distance from the start at the reference rate, pt.
  package let travel: Double
  /// In the order of the rates.
  package let frameRates: [FrameRate]
  /// The pair of rates that differs most.
  package let largest: Pair

  /// The motion at one frame rate.
  package struct FrameRate: Equatable, Sendable {
    /// Frames a second.
    package let rate: Double
    /// The final offset less the start's, pt.
    package let end: Double
    /// The largest difference from the reference rate, with its sign, pt.
    package let difference: Double
    /// The time of that, s since the release.
    package let at: Double
  }

  /// The largest difference between two frame rates.
  package struct Pair: Equatable, Sendable {
    /// Frames a second.
    package let slower: Double
    package let faster: Double
    /// The offset at the faster rate less that at the slower one, where it is largest, pt.
    package let difference: Double
    /// The time of that, s since the release.
    package let at: Double
  }

  /// - Returns: nil where a rate has no motion.
  init?(_ name: String, _ motions: [Double: any EngineMotion], rates: [Double], reference: Double) {
    guard let standard = motions[reference] else { return nil }
    var pairs: [Pair] = []
    for (index, slower) in rates.enumerated() {
      for faster in rates[(index + 1)...] {
        guard let one = motions[slower], let other = motions[faster] else { return nil }
        pairs.append(Pair(slower, one, faster, other))
      }
    }
    guard let largest = pairs.max(by: { $0.difference.magnitude < $1.difference.magnitude }) else {
      return nil
    }
    self.name = name
    self.largest = largest
    let start = standard.value(at: 0)
    travel = Pair.times(reference, [standard])
      .reduce(0) { max($0, (standard.value(at: $1) - start).magnitude) }
    frameRates = rates.compactMap { rate in
      guard let motion = motions[rate] else { return nil }
      let end = motion.value(at: Pair.end(of: [motion])) - start
      guard let pair = pairs.first(where: { [$0.slower, $0.faster] == [rate, reference].sorted() }) else {
        return FrameRate(rate: rate, end: end, difference: 0, at: 0)
      }
      return FrameRate(
        rate: rate, end: end, difference: rate > reference ? pair.difference : 0 - pair.difference,
        at: pair.at)
    }
  }
}

extension SweptGesture.Pair {
  fileprivate init(_ slower: Double, _ one: any EngineMotion, _ faster: Double, _ other: any EngineMotion) {
    var widest = (difference: 0.0, at: 0.0)
    for time in Self.times(slower, [one, other]) {
      let difference = other.value(at: time) - one.value(at: time)
      if difference.magnitude > widest.difference.magnitude { widest = (difference, time) }
    }
    self.init(slower: slower, faster: faster, difference: widest.difference, at: widest.at)
  }

  /// The frames of a display until all motions have ended, s.
  fileprivate static func times(_ rate: Double, _ motions: [any EngineMotion]) -> [Double] {
    (0...Int((end(of: motions) * rate).rounded(.up))).map { Double($0) / rate }
  }

  fileprivate static func end(of motions: [any EngineMotion]) -> Double {
    min(motions.reduce(0) { max($0, $1.duration) }, EngineContext.longest)
  }
}
