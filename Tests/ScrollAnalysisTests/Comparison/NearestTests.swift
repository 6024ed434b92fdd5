import Testing

@testable import ScrollAnalysis

struct NearestTests {
  @Test("Elements as near as the nearest, to within the limit, are taken in their order")
  func ties() {
    #expect([8.5, 8.1, 8.3, 40].nearest(within: 0.5) { $0 } == [8.5, 8.1, 8.3])
    #expect([8.7, 8.1, 8.3].nearest(within: 0.5) { $0 } == [8.1, 8.3])
    #expect([Double.infinity, 3].nearest(within: 0.5) { $0 } == [3])
    #expect([Double.infinity, .infinity].nearest(within: 0.5) { $0 }.count == 2)
    #expect([Double]().nearest(within: 0.5) { $0 }.isEmpty)
  }
}
