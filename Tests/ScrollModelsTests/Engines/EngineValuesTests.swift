import Testing

@testable import ScrollModels

/// The properties that fits of the catalogue's rows rely on.
struct EngineValuesTests {
  private static let context = EngineContext(density: 3, horizon: 4)

  /// A state of each row that moves.
  private func state(_ entry: CatalogueEntry, offset: Double = 0) -> [Double] {
    entry.model.state.map { parameter in
      switch parameter.name {
      case "initialOffset", "rest": 500 + offset
      case "initialVelocity": 1370
      case "displacement": 61
      default: 812
      }
    }
  }

  private let times = (0..<40).map { Double($0) / 23 }

  @Test("Values of many times are those of each time")
  func manyTimes() {
    for entry in Catalogue.entries {
      let numbers = state(entry) + entry.values
      let all = entry.model.values(numbers, at: times, from: 0.07, context: Self.context)
      let each = times.map { entry.model.value(numbers, at: $0 + 0.07, context: Self.context) }
      #expect(all == each, "\(entry.engine) \(entry.phase)")
    }
  }

  @Test("An offset shifts the whole curve of every row")
  func shift() {
    for entry in Catalogue.entries where entry.phase != .overscroll && !entry.model.state.isEmpty {
      func values(_ offset: Double) -> [Double] {
        entry.model.values(
          state(entry, offset: offset) + entry.values, at: times, from: 0, context: Self.context)
      }
      for (here, there) in zip(values(0), values(1024)) {
        #expect(abs(there - here - 1024) < 1e-7, "\(entry.engine) \(entry.phase)")
      }
    }
  }

  @Test("A curve does not depend on the time to which it is computed")
  func horizon() {
    let longer = EngineContext(density: 3, horizon: 60)
    for entry in Catalogue.entries {
      let numbers = state(entry) + entry.values
      #expect(
        entry.model.values(numbers, at: times, from: 0, context: Self.context)
          == entry.model.values(numbers, at: times, from: 0, context: longer),
        "\(entry.engine) \(entry.phase)")
    }
  }

  @Test("Rows with one law, formula and constants have one curve")
  func equalRows() {
    for first in Catalogue.entries {
      for second in Catalogue.entries
      where first.model.name == second.model.name && first.model.formula == second.model.formula
        && first.values == second.values
      {
        let curves = [first, second].map {
          $0.model.values(state($0) + $0.values, at: times, from: 0, context: Self.context)
        }
        #expect(curves[0] == curves[1], "\(first.engine), \(second.engine)")
      }
    }
  }

  @Test("Every engine is listed with its rows, and a variant with those of its family")
  func allEngines() throws {
    #expect(ScrollEngine.all.map(\.name) == Catalogue.engines)
    for engine in ScrollEngine.all {
      for phase in EnginePhase.allCases {
        let row =
          Catalogue.entry(named: engine.name, phase: phase)
          ?? Catalogue.entry(named: Catalogue.family(of: engine.name), phase: phase)
        #expect(engine.rows[phase]?.engine == row?.engine, "\(engine.name) \(phase)")
      }
    }
  }
}
