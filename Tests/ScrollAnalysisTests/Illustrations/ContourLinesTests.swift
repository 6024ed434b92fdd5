import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

struct ContourLinesTests {
  private static let axis = (0...80).map { -2 + 4 * Double($0) / 80 }

  @Test("The contour of a cone is a circle") func aCone() throws {
    let surface = GridSurface(x: Self.axis, y: Self.axis) { (x: Double, y: Double) -> Double in
      ((x - 0.3) * (x - 0.3) + y * y).squareRoot()
    }
    let line = try #require(surface.lines(at: 1).first)
    #expect(surface.lines(at: 1).count == 1)
    // Closed.
    #expect(line.x.first == line.x.last)
    #expect(line.y.first == line.y.last)
    // Straight between grid points 0.05 apart: off by at most 0.05²/8 of the radius 1.
    for (x, y) in zip(line.x, line.y) {
      let radius = ((x - 0.3) * (x - 0.3) + y * y).squareRoot()
      let allowed = 0.05 * 0.05 / 8 + 1e-12
      #expect(abs(radius - 1) < allowed)
    }
  }

  @Test func aPlaneHasOneOpenLine() throws {
    let surface = GridSurface(x: [0, 1, 2], y: [0, 2, 4]) { $0 + 10 * $1 }
    let lines = surface.lines(at: 11)
    #expect(lines.count == 1)
    #expect(lines[0].x.sorted() == [0, 1, 2])
    for (x, y) in zip(lines[0].x, lines[0].y) { #expect(abs(x + 10 * y - 11) < 1e-12) }
  }

  @Test func aSaddleIsTwoLinesThatDoNotMeet() {
    let surface = GridSurface(x: [0, 1], y: [0, 1]) { ($0 - 0.5) * ($1 - 0.5) }
    #expect(surface.lines(at: 0.01).count == 2)
    #expect(surface.lines(at: -0.01).count == 2)
  }

  @Test func besideWhatIsNotFiniteThereIsNone() {
    let surface = GridSurface(x: [0, 1, 2], y: [0, 1]) { x, y in x == 2 ? .nan : y }
    #expect(surface.lines(at: 0.5) == [PlaneCurve(x: [0, 1], y: [0.5, 0.5])])
    #expect(surface.lines(at: 7).isEmpty)
  }
}
