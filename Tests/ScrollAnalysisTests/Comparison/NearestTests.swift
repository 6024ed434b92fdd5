import Testing

@testable import ScrollAnalysis

struct NearestTests {
  @Test("The first of those as near as the nearest is taken, to within the limit")
  func ties() {
    #expect([8.5, 8.1, 8.3, 40].nearest(within: 0.5) { $0 } == 8.5)
    #expect([8.7, 8.1, 8.3].nearest(within: 0.5) { $0 } == 8.1)
    #expect([Double.infinity, 3].nearest(within: 0.5) { $0 } == 3)
    #expect([Double.infinity, .infinity].nearest(within: 0.5) { $0 } == .infinity)
    #expect([Double]().nearest(within: 0.5) { $0 } == nil)
  }
}
