extension [Double] {
  /// Returns the element that has an index in increasing order, after partitioning the array about it: smaller elements come before it.
  ///
  /// - Complexity: O(n) on average, O(n log n) at worst.
  mutating func orderStatistic(_ index: Int) -> Double {
    withUnsafeMutableBufferPointer { elements in
      var (low, high) = (0, elements.count - 1)
      var rounds = 0
      while low < high {
        guard rounds < Self.maximumRounds else {
          elements[low...high].sort()
          break
        }
        rounds += 1
        let pivot = elements.middle(low, low + (high - low) / 2, high)
        let other = elements.partition(low, high) { $0 < pivot }
        if index < other {
          high = other - 1
        } else if other > low {
          low = other
        } else {
          // The pivot is the smallest.
          let larger = elements.partition(low, high) { $0 == pivot }
          if index < larger { return pivot }
          low = larger
        }
      }
      return elements[index]
    }
  }

  /// The partitions after which the rest is sorted: half of the elements are left by each one on average.
  private static var maximumRounds: Int { 64 }
}

extension UnsafeMutableBufferPointer<Double> {
  /// The middle one of three elements: as a pivot it leaves fewer elements than one of them does.
  fileprivate func middle(_ first: Int, _ second: Int, _ third: Int) -> Double {
    let (a, b, c) = (self[first], self[second], self[third])
    return Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }

  /// Brings the elements of a range that are wanted before the others; returns the index of the first other one.
  ///
  /// Every element is moved, wanted or not: a processor guesses half of the branches wrong that would spare it that. A loop over a
  /// range is compiled to such a branch.
  fileprivate func partition(_ low: Int, _ high: Int, _ isWanted: (Double) -> Bool) -> Int {
    var end = low
    var i = low
    while i <= high {
      let element = self[i]
      self[i] = self[end]
      self[end] = element
      end += isWanted(element) ? 1 : 0
      i += 1
    }
    return end
  }
}
