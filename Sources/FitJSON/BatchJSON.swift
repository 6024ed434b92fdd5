import Recordings
import ScrollAnalysis

/// `scrollfit.batch/1`: one recording of many on a line of its own.
package struct BatchLine: Sendable {
  /// The object in UTF-8 without its index, which is known last.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

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
    bytes = JSONWriter.bytes(ofLine: .object(members))
  }

  /// Appends the line with its end.
  ///
  /// - Parameter index: from 0, among all recordings of the batch.
  package func append(index: Int, to output: inout [UInt8]) {
    output += "{\"index\": \(index), ".utf8
    output += bytes.dropFirst()
    output.append(UInt8(ascii: "\n"))
  }
}
