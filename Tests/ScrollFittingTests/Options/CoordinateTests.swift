import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// A model moved in other numbers than its own.
struct CoordinateTests {
  @Test(
    "∂(c, α)/∂point against central differences, for every way to swap a number",
    arguments: [
      ("bounce", [64.3, -12.7, -903.1, 10.9], ["phase": 0.0122], [:]),
      ("bounce", [64.3, -12.7, -903.1, 10.9], [:], ["phase": -1.0...1]),
      ("bounce", [64.3, -12.7, -903.1, 10.9], ["response": 0.58], ["edgeTime": -1.0...1]),
      ("bounce", [64.3, -12.7, -903.1, 10.9], ["phase": 0.0122], ["stiffness": 1.0...1000]),
      ("bounce", [64.3, -12.7, -903.1, 10.9], ["rest": 64.3], ["response": 0.1...2]),
      ("spring", [64.3, -12.7, -903.1, 10.4, 0.87], ["damping": 9.1], [:]),
      ("spring", [64.3, -12.7, -903.1, 10.4, 0.87], [:], ["damping": 1.0...20]),
      ("deceleration", [113.7, -842.3, 2.37], ["destination": -240], [:]),
      (
        "deceleration", [113.7, -842.3, 2.37], [:],
        ["destinationApple": -900.0...0, "decelerationRate": 0.9...0.999]
      ),
      ("deceleration", [113.7, -842.3, 2.37], [:], ["timeConstant": 0.1...2]),
      ("rubber-band", [0.553, 811.9], [:], ["dimension": 100.0...2000]),
      ("rubber-band", [0.553, 811.9], ["dimension": 811.9], [:]),
      ("deceleration-stop", [113.7, -842.3, 2.37, 11.9], ["stopVelocity": 11.9], [:]),
      (
        "deceleration-stop", [113.7, -842.3, 2.37, 11.9], [:],
        ["stopVelocity": 1.0...100, "timeConstant": 0.1...2]
      ),
    ])
  func jacobian(
    name: String, reported: [Double], fixed: [String: Double], bounds: [String: ClosedRange<Double>]
  ) throws {
    let scrollModel = try #require(MotionModel(name)?.scrollModel())
    let coordinates = try Coordinates(scrollModel, fixed: fixed, bounds: bounds)
    let point = coordinates.point(reported: reported, model: scrollModel.modelParameters(reported))
    #expect(point.count == reported.count - fixed.count)
    let model = coordinates.modelParameters(point)
    let jacobian = coordinates.jacobian(point)
    #expect(jacobian.count == model.count * point.count)
    for row in model.indices {
      for column in point.indices {
        let ours = jacobian[column * model.count + row]
        let expected = slope(at: point[column], step: 1e-5 * abs(point[column])) {
          var moved = point
          moved[column] = $0
          return coordinates.modelParameters(moved)[row]
        }
        let scale = max(abs(model[row]), 1) / max(abs(point[column]), 1e-3)
        #expect(
          abs(ours - expected) <= 1e-8 * max(abs(expected), scale),
          "\(name) ∂\(row)/∂\(column): \(ours), not \(expected)")
      }
    }
  }

  /// f′(x) by central differences of sixth order.
  private func slope(at x: Double, step h: Double, of f: (Double) -> Double) -> Double {
    (45 * (f(x + h) - f(x - h)) - 9 * (f(x + 2 * h) - f(x - 2 * h)) + (f(x + 3 * h) - f(x - 3 * h)))
      / (60 * h)
  }

  /// Constrained quantities have their value at every point.
  @Test func fixedQuantitiesHold() throws {
    let scrollModel = BounceModel()
    let coordinates = try Coordinates(scrollModel, fixed: ["phase": 0.03, "response": 0.6], bounds: [:])
    #expect(coordinates.parameters.map(\.name) == ["rest", "initialVelocity"])
    for velocity in [-2000.0, -3.5, 70, 900] {
      let reported = coordinates.reported([12, velocity])
      let phase = try #require(scrollModel.derived.first { $0.name == "phase" }).value(reported)
      #expect(agree(phase, 0.03, 1e-13) && agree(2 * Double.pi / reported[3], 0.6, 1e-15))
      #expect(reported[0] == 12 && reported[2] == velocity)
    }
  }

  @Test func freeNumbersAndTheirDomains() throws {
    let scrollModel = BounceModel()
    let bounded = try Coordinates(
      scrollModel, fixed: ["rest": 3], bounds: ["damping": 5...20, "phase": -1...1])
    #expect(bounded.parameters.map(\.name) == ["phase", "initialVelocity", "damping"])
    #expect(bounded.parameters[2].domain == 5...20 && bounded.parameters[0].domain == -1...1)
    #expect(!bounded.isDirect && !bounded.isProjectable && bounded.isFixed(0) && !bounded.isFixed(1))
    let direct = try Coordinates(scrollModel, fixed: ["response": 0.5], bounds: [:])
    #expect(direct.isDirect && direct.isProjectable && direct.isFixed(3))
    let linear = try Coordinates(scrollModel, fixed: [:], bounds: ["initialVelocity": -10...10])
    #expect(linear.isDirect && !linear.isProjectable)
  }
}
