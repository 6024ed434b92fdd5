import Foundation
import Testing

/// Texts as they were once looked at, in Fixtures/snapshots; RECORD_SNAPSHOTS=1 writes them anew.
package enum Snapshot {
  package static func check(_ text: String, _ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/snapshots").appending(path: name).standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8)
    #expect(text == known, "\(name) differs; RECORD_SNAPSHOTS=1 records it")
  }
}
