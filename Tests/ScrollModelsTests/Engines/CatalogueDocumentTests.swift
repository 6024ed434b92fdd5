import Foundation
import LeastSquares
import Testing

@testable import ScrollModels

/// `docs/catalogue.md` is the table; `RECORD_CATALOGUE=1 swift test --filter CatalogueDocumentTests` writes it anew.
struct CatalogueDocumentTests {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../docs/catalogue.md")

  @Test func isTheTable() throws {
    if ProcessInfo.processInfo.environment["RECORD_CATALOGUE"] != nil {
      try Self.document.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == Self.document, "docs/catalogue.md is stale")
  }

  static let titles: [(EnginePhase, String, String)] = [
    (.fling, "Flings", "Over the time since the release. v₀ is the velocity then."),
    (
      .overscroll, "Overscroll",
      "The content's travel over the finger's, x, beyond an edge; W is the viewport's length."
    ),
    (
      .bounce, "Returns to an edge",
      "Over the time since the release, or since the edge was met; d is the offset − rest then."
    ),
    (.snap, "Snaps", "To a chosen place; d is the offset − that place at the start."),
    (.projection, "Projections", "How far a flick is said to carry, over its velocity v."),
    (.momentum, "Carried momentum", "What a new flick adds of the velocity v that the content has."),
  ]

  static var document: String {
    """
    # The engine catalogue

    How scroll engines move, as `identify` and `simulate --engine` know it: \(Catalogue.entries.count) rows, \(Catalogue.engines.count) engines and
    variants. A variant stands after a comma and takes from its engine what it has no row for. Offsets are points, times
    seconds. Constants are the engine's own; under *law* in brackets are the law's where they are others.

    | provenance | how the row came to be known |
    |---|---|
    | source | read in the engine's source |
    | constants seen, file not read whole | found in the engine's source by a search |
    | recordings | computed from recordings |

    \(summary)

    The laws and their letters are documented in `Sources/ScrollModels/Engines`; independent values stand in
    `Fixtures/reference/engines.json`. *Exact from any sample* says whether what remains of a motion is again one with these constants.

    ## Laws

    | law | formula | constants | exact from any sample |
    |---|---|---|---|
    \(models.joined(separator: "\n"))

    \(titles.map(section).joined(separator: "\n\n"))

    """
  }

  private static var summary: String {
    let counts = CatalogueProvenance.allCases.map { provenance in
      "\(Catalogue.entries.count { $0.provenance == provenance }) \(provenance.rawValue)"
    }
    return "A source is `owner/repository`, files @commit or release. Rows by provenance: "
      + counts.joined(separator: "; ") + "."
  }

  private static var models: [String] {
    var seen: Set<String> = []
    return Catalogue.entries.map(\.model).filter { seen.insert($0.name).inserted }.map { model in
      let constants = model.constants.map { $0.name + ($0.unit.isEmpty ? "" : " (\($0.unit))") }
      return row([
        model.name, model.formula, constants.joined(separator: ", "), model.isTimeInvariant ? "yes" : "no",
      ])
    }
  }

  private static func section(_ phase: EnginePhase, _ title: String, _ text: String) -> String {
    let rows = Catalogue.entries.filter { $0.phase == phase }.map(line)
    return """
      ## \(title)
      \(text)

      | engine | law | constants | starts, ends, rounds | source | provenance | note |
      |---|---|---|---|---|---|---|
      \(rows.joined(separator: "\n"))
      """
  }

  private static func line(_ entry: CatalogueEntry) -> String {
    let same = entry.published.map(\.value) == entry.values
    let own = zip(entry.model.constants, entry.values).map { "\($0.name) \(short($1)) \($0.unit)".trimmed }
    return row([
      entry.engine, entry.model.name + (same ? "" : " (\(own.joined(separator: ", ")))"),
      entry.published.map { "\($0.name) \(short($0.value)) \($0.unit)".trimmed }.joined(separator: ", "),
      (start(entry.startSpeeds) + [stop(entry.stop)] + rounding(entry.rounding)).filter { !$0.isEmpty }
        .joined(separator: "; "),
      entry.source.description, entry.provenance.rawValue, entry.note,
    ])
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  private static func start(_ speeds: ClosedRange<Double>) -> [String] {
    (speeds.lowerBound > 0 ? ["from at least \(short(speeds.lowerBound)) pt/s"] : [])
      + (speeds.upperBound.isFinite ? ["from at most \(short(speeds.upperBound)) pt/s"] : [])
  }

  private static func stop(_ rule: StopRule) -> String {
    switch rule {
    case .modelEnd: ""
    case .speed(let speed): "below \(short(speed)) pt/s"
    case .pixelSpeed(let speed): "below \(short(speed)) px/s"
    case .distance(let distance): "within \(short(distance)) pt"
    case .pixelDistance(let distance): "within \(short(distance)) px"
    case .frameStep(let step): "a frame below \(short(step)) pt"
    }
  }

  private static func rounding(_ rounding: EngineRounding) -> [String] {
    switch rounding {
    case .none: []
    case .offsets(let pixels): ["offsets to \(short(pixels)) px"]
    case .destination(let step): ["destination to \(short(step)) pt"]
    }
  }

  /// At most six significant digits, no zeros at the end.
  private static func short(_ value: Double) -> String { String(format: "%.6g", value) }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
