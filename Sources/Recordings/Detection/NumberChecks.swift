/// The conditions on a column of numbers. Each looks at all of them, so that the loop has no branch and takes
/// several at a time.
extension [Double] {
  /// True if every number is finite.
  var areFinite: Bool {
    var wrong = 0
    // The difference of an infinite number or NaN and itself is NaN.
    for number in self { wrong += number - number == 0 ? 0 : 1 }
    return wrong == 0
  }

  /// True if no number is less than the one before.
  var isNondecreasing: Bool { allSteps { $0 <= $1 } }

  /// True if every number is greater than the one before.
  var isIncreasing: Bool { allSteps { $0 < $1 } }

  /// The median step from number to number, and the median distance of the steps from it: offsets that grow slow down or speed up, and
  /// times do not.
  ///
  /// - Precondition: at least two numbers.
  var typicalStep: (median: Double, deviation: Double) {
    var steps = zip(dropFirst(), self).map { $0 - $1 }
    let median = steps.orderStatistic(steps.count / 2)
    for i in steps.indices { steps[i] = abs(steps[i] - median) }
    return (median, steps.orderStatistic(steps.count / 2))
  }

  @inline(__always)
  private func allSteps(_ isRight: (Double, Double) -> Bool) -> Bool {
    withUnsafeBufferPointer { numbers in
      var wrong = 0
      for index in numbers.indices.dropFirst() {
        wrong += isRight(numbers[index - 1], numbers[index]) ? 0 : 1
      }
      return wrong == 0
    }
  }
}
