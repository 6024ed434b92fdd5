extension [Double] {
  /// A few zeros.
  ///
  /// `Array(repeating:count:)` looks its storage's class up in the runtime at every call, which takes as long as the rest of a short
  /// array's allocation; growing an empty array does not.
  package static func zeros(_ count: Int) -> [Double] {
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    numbers.append(contentsOf: repeatElement(0, count: count))
    return numbers
  }
}
