import Foundation
import Testing

@testable import ScrollModels

/// Every row of the catalogue against `scripts/reference/engines.py`, which computes in the engines' own terms.
struct EngineReferenceTests {
  struct Case: Decodable {
    let engine: String
    let phase: String
    let frameInterval: Double
    let density: Double
    let dimension: Double
    let state: [Double]
    let at: [Double]
    let values: [Double]
    let end: Double?
    let stop: Double?

    var context: EngineContext {
      EngineContext(frameInterval: frameInterval, density: density, dimension: dimension)
    }
  }

  static let cases: [Case] = {
    struct File: Decodable { let cases: [Case] }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../../Fixtures/reference/engines.json")
    return (try? JSONDecoder().decode(File.self, from: Data(contentsOf: file)))?.cases ?? []
  }()

  static let entries = Catalogue.entries.indices.map { $0 }

  @Test(arguments: entries)
  func valuesAndEnds(_ index: Int) throws {
    let entry = Catalogue.entries[index]
    let cases = Self.cases.filter { $0.engine == entry.engine && $0.phase == entry.phase.rawValue }
    #expect(!cases.isEmpty, "no reference for \(entry.engine), \(entry.phase)")
    for reference in cases {
      // The state of a model is a part of the reference's: (x₀, v₀), (rest, d, v₀) or the dimension.
      let state = entry.phase == .overscroll ? [reference.dimension] : reference.state
      let curve = entry.model.curve(
        state: Array(state.prefix(entry.model.state.count)), constants: entry.values,
        context: reference.context
      )
      let position = "\(entry.engine), \(entry.phase) \(reference.state)"
      for (abscissa, expected) in zip(reference.at, reference.values) {
        let ours = curve.value(at: abscissa)
        #expect(
          abs(ours - expected) <= 1e-10 * max(1, abs(expected)),
          "\(position) at \(abscissa): \(ours), not \(expected)")
      }
      guard let motion = curve as? any EngineMotion else { continue }
      if let end = reference.end {
        #expect(agree(motion.duration, end, 1e-12), "\(position): \(motion.duration)")
      }
      if let stop = reference.stop {
        let fling = try #require(
          entry.fling(from: state[0], velocity: state[1], context: reference.context))
        #expect(agree(fling.duration, stop, 1e-9), "\(position): stops at \(fling.duration), not \(stop)")
      }
    }
  }

  @Test func nothingElseIsInTheFile() {
    let rows = Set(Catalogue.entries.map { $0.engine + "/" + $0.phase.rawValue })
    #expect(Set(Self.cases.map { $0.engine + "/" + $0.phase }) == rows)
  }
}
