/// One stretch with the uncertainty of where it begins.
struct PlacedStretch {
  var stretch: Stretch
  /// The places between which it begins; nil at the start of the recording.
  var begins: ClosedRange<Int>?
}

/// Puts the boundaries of a sequence of stretches where the samples put them, and takes back what does not pay.
struct StretchPlacer {
  private let price: Double
  private let probability: Double
  private var fine: SpanFitter
  private var coarse: SpanFitter

  init(fine: Motion, coarse: Motion, price: Double, probability: Double) {
    self.price = price
    self.probability = probability
    self.fine = SpanFitter(fine)
    self.coarse = SpanFitter(coarse)
  }

  mutating func placed(_ stretches: [Stretch]) -> [PlacedStretch] {
    var sequence = stretches
    for index in sequence.indices { refit(&sequence[index]) }
    place(&sequence)
    improve(&sequence)
    settle(&sequence)
    // What a finger that stands still does to the content is a rest.
    for index in sequence.indices where sequence[index].mover == .hold { sequence[index].mover = .rest }
    var begins: [ClosedRange<Int>?] = [nil]
    for index in sequence.indices.dropFirst() {
      let start = sequence[index].range.lowerBound
      begins.append(boundary(sequence[index - 1], sequence[index])?.likely ?? start...start)
    }
    return zip(sequence, begins).map { PlacedStretch(stretch: $0, begins: $1) }
  }

  /// Moves every boundary until none moves.
  private mutating func place(_ sequence: inout [Stretch]) {
    for _ in 0..<4 {
      var moved = false
      for index in sequence.indices.dropFirst() {
        var (left, right) = (sequence[index - 1], sequence[index])
        guard let boundary = boundary(left, right), boundary.place != right.range.lowerBound else { continue }
        moved = true
        divide(&left, &right, at: boundary.place)
        (sequence[index - 1], sequence[index]) = (left, right)
      }
      if !moved { break }
    }
  }

  // MARK: Other sequences

  /// Tries other movers for one or two neighbouring stretches, each with the boundaries that suit it, until none is cheaper.
  private mutating func improve(_ sequence: inout [Stretch]) {
    var index = 0
    var changes = 0
    while index < sequence.count {
      var improved = false
      for (span, movers) in alternatives(sequence, index) where index + span <= sequence.count {
        if attempt(&sequence, replacing: index..<(index + span), with: movers) {
          improved = true
          changes += 1
          break
        }
      }
      // What has changed may let what is before it change, but the search must end.
      index = improved && changes < 4 * sequence.count ? max(0, index - 1) : index + 1
    }
  }

  /// How many stretches to replace, and by what.
  private func alternatives(_ sequence: [Stretch], _ index: Int) -> [(span: Int, movers: [Mover])] {
    let next = index + 1 < sequence.count ? sequence[index + 1].mover : nil
    switch (sequence[index].mover, next?.isStill == true ? .rest : next) {
    case (.finger, .finger):
      return [
        (2, [.finger]), (2, [.finger, .momentum]), (2, [.finger, .spring]), (2, [.momentum, .spring]),
        (2, [.spring]),
        (2, [.momentum]), (1, []),
      ]
    case (.finger, .rest):
      return [
        (1, [.finger, .momentum]), (1, [.momentum]), (1, [.spring]), (1, [.momentum, .spring]), (1, []),
      ]
    case (.finger, .momentum):
      return [(2, [.spring]), (2, [.finger, .spring]), (2, [.finger, .momentum, .spring]), (1, [])]
    case (.finger, .spring):
      return [(2, [.finger, .momentum]), (2, [.finger, .momentum, .spring]), (1, [])]
    case (.finger, _): return [(1, [.finger, .momentum]), (1, [])]
    case (.momentum, .finger):
      return [(2, [.momentum, .spring]), (2, [.momentum]), (3, [.momentum, .spring])]
    case (.momentum, .rest): return [(1, [.momentum, .spring])]
    case (.momentum, _):
      return [(1, [.momentum, .spring]), (1, [.momentum, .rest]), (1, [.momentum, .spring, .rest])]
    case (.spring, .rest): return [(1, [.finger, .momentum]), (1, [.finger, .spring])]
    case (.spring, _):
      return [(1, [.rest]), (1, [.spring, .rest]), (1, [.finger, .momentum]), (1, [.finger, .spring])]
    case (.rest, _), (.hold, _): return []
    }
  }

  /// Replaces stretches by others over the same samples where that costs less, the neighbours' boundaries included.
  private mutating func attempt(
    _ sequence: inout [Stretch], replacing old: Range<Int>, with movers: [Mover]
  ) -> Bool {
    let window = max(0, old.lowerBound - 1)..<min(sequence.count, old.upperBound + 1)
    let before = window.lowerBound > 0 ? sequence[window.lowerBound - 1].mover : nil
    let after = window.upperBound < sequence.count ? sequence[window.upperBound].mover : nil
    let samples = sequence[old.lowerBound].range.lowerBound..<sequence[old.upperBound - 1].range.upperBound
    var best: (cost: Double, stretches: [Stretch])?
    for parts in divisions(samples, movers, sequence[old]) {
      var trial = Array(sequence[window.lowerBound..<old.lowerBound]) + parts
      trial += sequence[old.upperBound..<window.upperBound]
      if parts.isEmpty {
        // A stretch that is left out falls to a neighbour.
        guard trial.count == 2 else { return false }
        trial[0].range = trial[0].range.lowerBound..<samples.upperBound
        refit(&trial[0])
      }
      settleRests(&trial, after: before)
      for index in trial.indices where trial[index].fit == nil { refit(&trial[index]) }
      place(&trial)
      guard let cost = cost(trial, between: before, after), cost < best?.cost ?? .infinity else { continue }
      best = (cost, trial)
    }
    guard let best, let now = cost(Array(sequence[window]), between: before, after, checked: false),
      best.cost < now - 1e-6
    else { return false }
    sequence.replaceSubrange(window, with: best.stretches)
    return true
  }

  /// Content that stands still behind a finger is held by it, behind anything else it rests.
  private func settleRests(_ stretches: inout [Stretch], after mover: Mover?) {
    var before = mover
    for index in stretches.indices {
      if stretches[index].mover.isStill, let before, !before.isStill {
        stretches[index].mover = before == .finger ? .hold : .rest
      }
      before = stretches[index].mover
    }
  }

  /// Where movers may part the samples to begin with: at the old boundary, else at a third or two.
  private func divisions(_ samples: Range<Int>, _ movers: [Mover], _ old: ArraySlice<Stretch>) -> [[Stretch]]
  {
    guard samples.count >= movers.reduce(0, { $0 + $1.leastSamples }) else { return [] }
    func stretches(_ cuts: [Int]) -> [Stretch] {
      let ends = [samples.lowerBound] + cuts + [samples.upperBound]
      return movers.indices.map { Stretch(mover: movers[$0], range: ends[$0]..<ends[$0 + 1], fit: nil) }
    }
    func inside(_ part: Int, of parts: Int) -> Int { samples.lowerBound + samples.count * part / parts }
    switch movers.count {
    case 0: return [[]]
    case 1: return [stretches([])]
    case 2 where old.count == 2: return [stretches([old[old.startIndex].range.upperBound])]
    case 2: return [stretches([inside(1, of: 3)]), stretches([inside(2, of: 3)])]
    default: return [stretches([inside(1, of: 3), inside(2, of: 3)])]
    }
  }

  /// The cost of neighbouring stretches and the changes between them; nil where physics has no such sequence.
  ///
  /// - Parameter checked: whether every law must hold.
  private func cost(
    _ stretches: [Stretch], between first: Mover?, _ next: Mover?, checked: Bool = true
  ) -> Double? {
    var before = first
    var sum = 0.0
    var last: SpanFit?
    for stretch in stretches {
      guard let fit = stretch.fit, let change = before.map({ $0.change(to: stretch.mover) }) ?? 0 else {
        return nil
      }
      if checked {
        guard stretch.range.count >= stretch.mover.leastSamples, coarse.holds(fit, stretch.mover),
          coarse.mayFollow(fit, stretch.mover, before: before, last: last)
        else { return nil }
      }
      sum += fit.total(price: price) + change * price
      (before, last) = (stretch.mover, fit)
    }
    guard let next, let before else { return sum }
    return before.change(to: next).map { sum + $0 * price }
  }

  /// A finger that stands still is a rest.
  private mutating func settle(_ sequence: inout [Stretch]) {
    for index in sequence.indices where sequence[index].mover == .finger {
      let range = sequence[index].range
      guard range.count >= Mover.rest.leastSamples, coarse.motion.isStill(range) else { continue }
      sequence[index] = Stretch(mover: .rest, range: range, fit: nil)
      refit(&sequence[index])
    }
  }

  // MARK: Boundaries

  private mutating func divide(_ left: inout Stretch, _ right: inout Stretch, at place: Int) {
    left.range = left.range.lowerBound..<place
    right.range = place..<right.range.upperBound
    refit(&left)
    refit(&right)
  }

  private mutating func boundary(_ left: Stretch, _ right: Stretch) -> Boundary? {
    guard let leftFit = left.fit, let rightFit = right.fit else { return nil }
    let search = BoundarySearch(
      left: leftFit, right: rightFit, least: (left.mover.leastSamples, right.mover.leastSamples),
      joints: left.mover.joints(to: right.mover), price: price, probability: probability)
    return isExact(left) || isExact(right) ? search.boundary(&fine) : search.boundary(&coarse)
  }

  /// Whether a law holds to the last digit of the samples, so that they may be trusted as far as they are written.
  private mutating func isExact(_ stretch: Stretch) -> Bool {
    guard stretch.mover == .momentum || stretch.mover == .spring,
      let fit = fine.fit(stretch.mover, stretch.range, from: stretch.fit)
    else { return false }
    return fit.misfit <= 2 * Double(fit.range.count)
  }

  private mutating func refit(_ stretch: inout Stretch) {
    stretch.fit = coarse.fit(stretch.mover, stretch.range, from: stretch.fit)
  }
}

extension Mover {
  /// How the content may pass from this to the next.
  func joints(to next: Mover) -> [Joint] {
    switch (self, next) {
    case (.finger, .finger): [.free]
    case (.finger, .momentum), (.finger, .spring), (.momentum, .spring), (.hold, .spring):
      [.free, .offset, .velocity]
    default: [.free, .offset]
    }
  }
}
