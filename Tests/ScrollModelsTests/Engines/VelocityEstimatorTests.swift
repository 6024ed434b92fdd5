import Foundation
import Testing

@testable import ScrollModels

@Suite("Estimates of the velocity of a release")
struct VelocityEstimatorTests {
  private struct Reference: Decodable {
    struct Prediction: Decodable {
      let times: [Double]
      let positions: [Double]
      let release: Double
      let velocities: [String: Double]
    }

    let predictions: [Prediction]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures")

  private func estimator(_ name: String) throws -> VelocityEstimator {
    try #require(Catalogue.velocityEstimators.first { $0.name == name })
  }

  @Test("Launch velocities are those of scripts/reference/releases.py")
  func reference() throws {
    let file = Self.folder.appending(path: "reference/releases.json")
    let reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    #expect(reference.predictions.count == 6)
    for gesture in reference.predictions {
      let touch = TouchSamples(times: gesture.times, positions: gesture.positions, release: gesture.release)
      #expect(gesture.velocities.count == 10)
      for (name, velocity) in gesture.velocities {
        let launch = try estimator(name).launch(touch)
        #expect(abs(launch - velocity) <= 1e-8 * abs(velocity), "\(name): \(launch), not \(velocity)")
      }
    }
  }

  /// packages/flutter/test/gestures/velocity_tracker_test.dart of flutter/flutter, to its tolerance of 0.1 %.
  @Test("Recorded touches give the velocities that Flutter's own test expects")
  func flutter() throws {
    let expected = [
      (219.593, 1304.702), (355.710, 967.211), (12.658, -36.904), (714.140, -2561.534), (-19.668, -2910.106),
      (646.869, 2976.978),
    ]
    let text = try String(
      contentsOf: Self.folder.appending(path: "data/flutter_velocity_tracker_touch.csv"), encoding: .utf8)
    let flutter = try estimator("Flutter Android").method
    var touches: [(times: [Double], x: [Double], y: [Double])] = []
    for row in text.split(separator: "\n").dropFirst().map({ $0.split(separator: ",") }) {
      guard let time = Double(row[1]), let x = Double(row[4]), let y = Double(row[5]) else { continue }
      if row[2] == "down" { touches.append(([], [], [])) }
      if row[2] == "up" { continue }
      touches[touches.count - 1].times.append(time / 1000)
      touches[touches.count - 1].x.append(x)
      touches[touches.count - 1].y.append(y)
    }
    for (touch, velocity) in zip(touches, expected) {
      let release = touch.times.last ?? 0
      func slope(_ positions: [Double]) -> Double {
        flutter.velocity(of: TouchSamples(times: touch.times, positions: positions, release: release))
      }
      #expect(abs(slope(touch.x) - velocity.0) <= 1e-3 * abs(velocity.0))
      #expect(abs(slope(touch.y) - velocity.1) <= 1e-3 * abs(velocity.1))
    }
  }

  /// A finger of constant velocity, sampled unevenly.
  private func steady(_ velocity: Double, release: Double = 0.2) -> TouchSamples {
    let times = [0.0, 0.017, 0.033, 0.051, 0.066, 0.084, 0.1, 0.116, 0.134, 0.15, 0.167, 0.184, 0.2]
    return TouchSamples(times: times, positions: times.map { velocity * $0 }, release: release)
  }

  @Test(
    "Every estimator gives the velocity of a steady finger",
    arguments: Catalogue.velocityEstimators.map(\.name))
  func steadyFinger(_ name: String) throws {
    // kitty takes a step for each 8 ms, whatever the time between two.
    let factor = name == "kitty" ? 0.0166 / 0.008 : 1
    for velocity in [-1500.0, 900] {
      let launch = try estimator(name).launch(steady(velocity))
      #expect(abs(launch - factor * velocity) < (name == "kitty" ? 0.05 : 1e-9) * abs(velocity), "\(launch)")
    }
  }

  @Test("UIScrollView flings from 250 pt/s on, others after a pause do not")
  func gates() throws {
    let view = try estimator("UIScrollView")
    #expect(view.launch(steady(249.9)) == 0 && abs(view.launch(steady(250.1)) - 250.1) < 1e-9)
    #expect(view.launch(steady(900, release: 0.6)) != 0)
    for name in ["Flutter iOS", "Android", "Slint", "Leaflet", "OpenLayers"] {
      #expect(try estimator(name).launch(steady(900, release: 0.6)) == 0, "\(name)")
    }
    #expect(try estimator("Android").launch(steady(12_000)) == 8000)
  }

  @Test("Engines find the estimator of their family")
  func families() {
    #expect(Catalogue.velocityEstimator(of: "UIScrollView, fast")?.name == "UIScrollView")
    #expect(Catalogue.velocityEstimator(of: "Framer Motion, drag")?.name == "Framer Motion, drag")
    #expect(Catalogue.velocityEstimator(of: "GTK") == nil)
  }
}
