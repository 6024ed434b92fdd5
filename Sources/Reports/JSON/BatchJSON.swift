import ScrollAnalysis

/// `scrollfit.batch/1`: one recording of many on a line of its own.
package struct BatchLine: Sendable {
  /// All but the index, which is known last.
  package let rest: String

  package init(rest: String) { self.rest = rest }

  /// - Parameter contentHash: nil where the input could not be read.
  package init(_ record: BatchRecord, of entry: BatchEntry, contentHash: String?) {
    var members: [JSONValue.Member] = [
      .init(name: "source", value: .string(entry.sourceName)),
      .init(name: "series", value: .string(record.series)),
      .init(name: "contentHash", value: .string(contentHash)),
      .init(name: "status", value: .string(record.status.rawValue)),
      .init(name: "error", value: .string(record.problem?.sentence)),
      .init(name: "fits", value: .array(record.fits.map(\.json))),
      .init(name: "line", value: (entry.line ?? record.problem?.line).map(JSONValue.integer) ?? .null),
    ]
    if let answer = record.answer { members.append(.init(name: "like", value: answer.json)) }
    rest = String(JSONWriter.line(.object(members)).dropFirst())
  }

  /// The line with its end.
  ///
  /// - Parameter index: from 0, among all recordings of the batch.
  package func text(index: Int) -> String { "{\"index\": \(index), " + rest + "\n" }
}
