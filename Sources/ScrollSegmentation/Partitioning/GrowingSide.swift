/// The facts that determine the growth of a model from a segment's outer end inwards.
struct SideIdentity: MemoKey {
  let model: SegmentModel
  private let numbers: PlainNumbers
  /// The sample that time counts from.
  let origin: Int
  /// The end that the model grows from: its first sample, or the one behind its last.
  let outerEnd: Int
  let isLeft: Bool

  init(_ fit: SegmentFit, isLeft: Bool) {
    model = fit.model
    numbers = PlainNumbers(
      rates: fit.rates, coefficients: fit.model.rateCount == 0 ? .zero : fit.coefficients)
    origin = fit.range.lowerBound
    outerEnd = isLeft ? fit.range.lowerBound : fit.range.upperBound
    self.isLeft = isLeft
  }

  var rates: SIMD2<Double> { numbers.rates }
  /// The coefficients that derivatives are taken at; 0 for a model without rates, whose growth does not depend on them.
  var coefficients: SIMD4<Double> { numbers.coefficients }

  var fingerprint: UInt64 { rates.x.bitPattern &+ UInt64(outerEnd) }
}

/// One of two neighboring models, grown from its outer end inwards one sample at a time: a reference, because a segment's change
/// points with several others share it.
final class GrowingSide {
  /// After so many samples each the linearization is kept.
  private static let stride = 16

  private let identity: SideIdentity
  // No call within an access has the side itself: checks of them would find nothing.
  @exclusivity(unchecked) private var linearization: Linearization
  /// After 16, 32, … samples.
  @exclusivity(unchecked) private var kept: [Linearization] = []
  /// The costs of 0, 1, 2, … samples of the model where it is free, as far as it was grown.
  @exclusivity(unchecked) private(set) var costs = [0.0]
  private let penalty: Double
  /// The states that were found, and the number of samples that the first of them belongs to.
  @exclusivity(unchecked) private var found: (first: Int, states: [BoundaryState]) = (0, [])

  init(_ identity: SideIdentity, penalty: Double) {
    (self.identity, self.penalty) = (identity, penalty)
    costs.reserveCapacity(7 * Self.stride)
    linearization = Self.beginning(identity)
  }

  /// The linearization before the first sample.
  private static func beginning(_ identity: SideIdentity) -> Linearization {
    Linearization(
      identity.model, rates: identity.rates, slopes: identity.coefficients, origin: identity.origin)
  }

  /// The samples that follow the first `taken` ones, as far as the number `count`.
  private func samples(after taken: Int, to count: Int) -> Range<Int> {
    let end = identity.outerEnd
    return identity.isLeft ? end + taken..<end + count : end - count..<end - taken
  }

  /// Takes in samples up to a number.
  func grow(to count: Int, _ motion: borrowing Motion) {
    let parameters = identity.model.parameterCount
    var taken = costs.count - 1
    while taken < count {
      if taken > 0, taken.isMultiple(of: Self.stride) {
        if kept.isEmpty { kept.reserveCapacity(4) }
        kept.append(linearization)
      }
      let next = min(count, Self.blockEnd(taken))
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.stride) { numbers in
        numbers.initialize(repeating: 0)
        let own = UnsafeMutableBufferPointer(rebasing: numbers[..<Self.stride])
        let degreesOfFreedom = UnsafeMutableBufferPointer(rebasing: numbers[Self.stride...])
        linearization.add(
          samples(after: taken, to: next), motion, isBackward: !identity.isLeft, remainders: own)
        for place in degreesOfFreedom.indices {
          degreesOfFreedom[place] = Double(taken + 1 + place - parameters)
        }
        replaceByCosts(own, degreesOfFreedom: degreesOfFreedom)
        for place in own.indices { own[place] += Double(min(taken + 1 + place, parameters)) * penalty }
        costs.append(contentsOf: own[..<(next - taken)])
      }
      taken = next
    }
  }

  /// Takes in samples from a number on, a block at a time, while their cost is below a bound; returns the number to which it is.
  func grow(from number: Int, to count: Int, while bound: Double, _ motion: borrowing Motion) -> Int {
    var taken = number
    while taken < count, costs[taken] < bound {
      taken = min(count, Self.blockEnd(taken))
      grow(to: taken, motion)
    }
    return taken
  }

  private static func blockEnd(_ taken: Int) -> Int { (taken / stride + 1) * stride }

  /// The states in the middle between the last sample taken and the next, for numbers of samples that it was grown to.
  func states(
    _ numbers: ClosedRange<Int>, _ motion: borrowing Motion, unknown: Double
  ) -> ArraySlice<BoundaryState> {
    let known = found.first..<found.first + found.states.count
    if known.overlaps(numbers.lowerBound..<numbers.upperBound + 1) {
      // Boundaries with several neighbors lie near each other.
      if numbers.lowerBound < known.lowerBound {
        let before = newStates(numbers.lowerBound...known.lowerBound - 1, motion, unknown: unknown)
        found = (numbers.lowerBound, before + found.states)
      }
      if numbers.upperBound >= known.upperBound {
        found.states += newStates(known.upperBound...numbers.upperBound, motion, unknown: unknown)
      }
    } else {
      found = (numbers.lowerBound, newStates(numbers, motion, unknown: unknown))
    }
    let start = numbers.lowerBound - found.first
    return found.states[start..<start + numbers.count]
  }

  private func newStates(
    _ numbers: ClosedRange<Int>, _ motion: borrowing Motion, unknown: Double
  ) -> [BoundaryState] {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let (isLeft, place) = (identity.isLeft, min((first - 1) / Self.stride, kept.count))
    var linearization = place > 0 ? kept[place - 1] : Self.beginning(identity)
    linearization.add(samples(after: place * Self.stride, to: first - 1), motion, isBackward: !isLeft)
    if let states = BoundaryState.states(
      &linearization, samples(after: first - 1, to: last), motion, isBackward: !isLeft, unknown: unknown)
    {
      return states
    }
    return numbers.map { taken in
      let own = samples(after: taken - 1, to: taken)
      linearization.add(own, motion)
      let (sample, next) = (own.lowerBound, own.lowerBound + (isLeft ? 1 : -1))
      let time = (motion.times[sample] + motion.times[next]) / 2
      return BoundaryState(&linearization, at: time, motion, scale: 1, unknown: unknown)
    }
  }
}
