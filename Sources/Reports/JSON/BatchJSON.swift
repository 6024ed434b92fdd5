import ScrollAnalysis

/// `scrollfit.batch/1`: one recording of many on a line of its own.
public struct BatchLine: Sendable {
  /// All but the index, which is known last.
  public let rest: String

  public init(rest: String) { self.rest = rest }

  /// - Parameter contentHash: nil where the input could not be read.
  public init(_ record: BatchRecord, of entry: BatchEntry, contentHash: String?) {
    let members: JSONValue = [
      "source": .string(entry.sourceName),
      "series": .string(record.series),
      "contentHash": .string(contentHash),
      "status": .string(record.status.rawValue),
      "error": .string(record.problem?.sentence),
      "fits": .array(record.fits.map(\.json)),
      "line": (entry.line ?? record.problem?.line).map(JSONValue.integer) ?? .null,
    ]
    rest = String(JSONWriter.line(members).dropFirst())
  }

  /// The line with its end.
  ///
  /// - Parameter index: from 0, among all recordings of the batch.
  public func text(index: Int) -> String { "{\"index\": \(index), " + rest + "\n" }
}
