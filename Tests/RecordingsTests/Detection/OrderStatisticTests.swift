import Testing

@testable import Recordings

@Suite("Order statistics")
struct OrderStatisticTests {
  private static let arrays: [[Double]] = [
    [5], [2, 1], [1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1], [3, 3, 3, 3, 3], [1, 3, 1, 3, 1, 3, 1],
    [0.016, 0.017, 0.016, 0.033, 0.016, 0.0155, 0.25, -1, .infinity, 0],
  ]

  @Test("Each element is the one of the sorted array, and those before it are not larger", arguments: arrays)
  func isOfTheSortedArray(_ numbers: [Double]) {
    for index in numbers.indices {
      var partitioned = numbers
      let element = partitioned.orderStatistic(index)
      #expect(element == numbers.sorted()[index] && partitioned[index] == element)
      #expect(partitioned[..<index].allSatisfy { $0 <= element })
      #expect(partitioned.sorted() == numbers.sorted())
    }
  }

  @Test("Numbers that are drawn")
  func drawn() {
    var generator = SeededGenerator(state: 9)
    for count in 1...60 {
      let numbers = (0..<count).map { _ in Double(generator.next() % 20) }
      var partitioned = numbers
      #expect(partitioned.orderStatistic(count / 2) == numbers.sorted()[count / 2])
    }
  }

  @Test("Undefined numbers end")
  func undefined() {
    var numbers = [Double](repeating: .nan, count: 100) + [1, 2, .nan, 3]
    _ = numbers.orderStatistic(52)
    #expect(numbers.count == 104)
  }
}
