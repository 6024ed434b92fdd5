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
        let pivot = elements[low + (high - low) / 2]
        var (i, j) = (low - 1, high + 1)
        while true {
          repeat { i += 1 } while elements[i] < pivot
          repeat { j -= 1 } while elements[j] > pivot
          guard i < j else { break }
          elements.swapAt(i, j)
        }
        if index <= j { high = j } else { low = j + 1 }
      }
      return elements[index]
    }
  }

  /// The partitions after which the rest is sorted: half of the elements are left by each one on average.
  private static var maximumRounds: Int { 64 }
}
