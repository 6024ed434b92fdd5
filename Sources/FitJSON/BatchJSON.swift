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
    // A line with one fit has some 3,500 bytes.
    bytes = JSONLine.object(capacity: 4096) { line in
      line.add("source", text: entry.sourceName)
      line.add("series", text: record.series)
      line.add("contentHash", text: contentHash)
      line.add("status", text: record.status.rawValue)
      line.add("error", text: record.problem?.sentence)
      line.add("fits", objects: record.fits.count) { index, line in
        let fit = record.fits[index]
        fit.addMembers(to: &line)
        line.add("warnings", texts: fit.warnings)
      } notFinite: {
        record.fits[$0].json
      }
      line.add("line", integer: entry.line ?? record.problem?.line)
      if let answer { line.add("like", value: answer) }
    }
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
