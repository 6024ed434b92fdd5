import Foundation
import Testing

@testable import Certification

/// NIST's files, as they come with the package.
enum ShippedSets {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/nist").standardizedFileURL

  static func text(_ name: String) throws -> String {
    let positions = ["nonlinear", "linear"].map { folder.appending(path: "\($0)/\(name).dat") }
    let position = try #require(positions.first { FileManager.default.fileExists(atPath: $0.path) })
    return try String(contentsOf: position, encoding: .utf8)
  }

  static func dataset(_ name: String) throws -> ReferenceDataset {
    try ReferenceDataset(text: text(name), file: "\(name).dat")
  }

  /// A file after one replacement, which must find its text exactly once.
  static func error(_ name: String, _ old: String, _ new: String) throws -> ReferenceError? {
    let text = try text(name)
    try #require(text.components(separatedBy: old).count == 2)
    do {
      _ = try ReferenceDataset(text: text.replacing(old, with: new), file: "f.dat")
      return nil
    } catch {
      return error
    }
  }
}
