import Foundation

/// The summary that the benchmark prints.
struct Summary: Encodable {
  let models: [Measurement]
  let wholeProcessSeconds: Double
  let path: String

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
