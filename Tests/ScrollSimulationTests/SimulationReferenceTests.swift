import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollSimulation

/// Every scenario of `scripts/reference/simulation.py`: pieces, offsets and velocities as computed independently.
struct SimulationReferenceTests {
  static let cases: [JSONValue] = {
    let url = URL(filePath: fixtures).appending(path: "reference/simulation.json")
    let root = (try? Data(contentsOf: url)).flatMap { try? JSONValue(json: Array($0)) }
    return root?["cases"]?.elements ?? []
  }()

  @Test func thereAreCases() { #expect(Self.cases.count == 52) }

  @Test("Simulated motions are the reference's", arguments: cases.indices)
  func moves(_ index: Int) throws {
    let expected = Self.cases[index]
    let name = expected["name"]?.text ?? ""
    var scenario = try Scenario(#require(expected["scenario"]))
    (scenario.recording.grid, scenario.recording.frameRate) = (0, 240)
    let simulations = try Simulator(scenario).run(source: name)
    let views = try #require(expected["views"]?.elements)
    #expect(simulations.count == views.count)
    for (simulation, view) in zip(simulations, views) {
      for axis in Axis.allCases {
        let truth = try #require(simulation.truth[axis])
        let segments = try #require(view[axis.rawValue + ".pieces"]?.elements)
        #expect(
          truth.map(\.kind.rawValue) == segments.map { $0.elements?[0].text ?? "" },
          "\(name) \(axis.rawValue)")
        for (ours, segment) in zip(truth, segments) {
          let from = try #require(segment.elements?[1].double)
          #expect(abs(ours.from - from) < 1e-12, "\(name) \(axis.rawValue): \(ours.from), not \(from)")
          if let to = segment.elements?[2].double { #expect(abs(ours.to - to) < 1e-12) }
        }
        let samples = try #require(view[axis.rawValue + ".samples"]?.elements)
        #expect(samples.count == 3 * segments.count)
        for sample in samples {
          let numbers = (sample.elements ?? []).compactMap(\.double)
          let segment = try #require(truth.last { $0.from <= numbers[0] })
          let position = "\(name) \(axis.rawValue) at \(numbers[0])"
          #expect(abs(segment.value(at: numbers[0]) - numbers[1]) < 1e-9, "\(position)")
          #expect(abs(segment.velocity(at: numbers[0]) - numbers[2]) < 1e-8, "\(position)")
        }
      }
    }
  }

  /// The recorded samples are the motion at the frames' times.
  @Test(arguments: cases.indices)
  func recordsTheMotion(_ index: Int) throws {
    var scenario = try Scenario(#require(Self.cases[index]["scenario"]))
    scenario.recording.grid = 0
    for simulation in try Simulator(scenario).run(source: "frames") {
      for axis in Axis.allCases {
        let offsets = try #require(simulation.trace.offsets[axis])
        let truth = try #require(simulation.truth[axis])
        for (frame, (time, offset)) in zip(simulation.trace.times, offsets).enumerated() {
          #expect(time == Double(frame) / 60)
          #expect(truth.last { $0.from <= time }?.value(at: time) == offset)
        }
      }
    }
  }
}
