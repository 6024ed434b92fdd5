import Testing

@testable import LeastSquares

struct DirectParametrizationTests {
  private let all = ["a", "b", "c", "d"].enumerated().map {
    Parameter($1, unit: "pt", domain: 0...(Double($0) + 1))
  }

  @Test func withoutFixedOnesItIsTheIdentity() {
    let map = DirectParametrization(all)
    #expect(map.parameters == all)
    #expect(map.modelParameters([5, 6, 7, 8]) == [5, 6, 7, 8])
    #expect(map.jacobian([5, 6, 7, 8]) == (0..<16).map { $0 % 5 == 0 ? 1 : 0 })
  }

  @Test func fixedOnesKeepTheirPlaceAndValue() {
    let map = DirectParametrization(all, fixed: [0: -2, 2: 0.5])
    #expect(map.parameters == [all[1], all[3]])
    #expect(map.modelParameters([6, 8]) == [-2, 6, 0.5, 8])
    #expect(map.jacobian([6, 8]) == [0, 1, 0, 0] + [0, 0, 0, 1])
  }

  @Test("A model with every parameter fixed has no variable") func allFixed() {
    let map = DirectParametrization(all, fixed: [0: 1, 1: 2, 2: 3, 3: 4])
    #expect(map.parameters.isEmpty && map.jacobian([]).isEmpty)
    #expect(map.modelParameters([]) == [1, 2, 3, 4])
  }
}
