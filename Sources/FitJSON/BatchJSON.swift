import Recordings
import ScrollAnalysis

/// `scrollfit.batch/1`: one recording of many on a line of its own.
package struct BatchLine: Sendable {
  /// All but the index, which is known last.
  package let rest: String

  package init(rest: String) { self.rest = rest }

  /// - Parameters:
  ///   - answer: that of the record, as JSON.
  ///   - contentHash: nil where the input could not be read.
  package init(_ record: BatchRecord, answer: JSONValue?, of entry: BatchEntry, contentHash: String?) {
    var members: [JSONMember] = [
      JSONMember("source", .string(entry.sourceName)),
      JSONMember("series", .string(record.series)),
      JSONMember("contentHash", .string(contentHash)),
      JSONMember("status", .string(record.status.rawValue)),
      JSONMember("error", .string(record.problem?.sentence)),
      JSONMember("fits", .array(record.fits.map(\.json))),
      JSONMember("line", (entry.line ?? record.problem?.line).map(JSONValue.integer) ?? .null),
    ]
    if let answer { members.append(JSONMember("like", answer)) }
    rest = String(JSONWriter.line(.object(members)).dropFirst())
  }

  /// The line with its end.
  ///
  /// - Parameter index: from 0, among all recordings of the batch.
  package func text(index: Int) -> String { "{\"index\": \(index), " + rest + "\n" }
}
