import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollAnalysis

/// The claims follow from the data: from another folder, other numbers.
struct ArticleFolderTests {
  /// Does something with the claims of a copy of the data in which one file is changed.
  private func withCopy<Result>(
    _ file: ArticleData.File, _ change: (String) -> String?, _ body: (ArticleData) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrollfit-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: URL(filePath: fixtures + "/data"), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let position = folder.appending(path: file.rawValue)
    let text = try String(contentsOf: position, encoding: .utf8)
    if let changed = change(text) {
      try changed.write(to: position, atomically: true, encoding: .utf8)
    } else {
      try FileManager.default.removeItem(at: position)
    }
    return try body(.folder(folder.path(percentEncoded: false)))
  }

  @Test func unchangedFolderGivesTheEmbeddedClaims() throws {
    let embedded = try Reproduction.claims(from: .embedded)
    #expect(try withCopy(.bounces, { $0 }) { try Reproduction.claims(from: $0) } == embedded)
  }

  @Test(
    "One datum: the claims that rest on it change, and no other",
    arguments: [
      (
        ArticleData.File.decelerations, "1.802126,895.0", "1.802126,895.5",
        [
          "deceleration-through-origin", "deceleration-affine-slope", "deceleration-stop-velocity",
          "deceleration-rate",
          "projection-apple", "projection-log",
        ]
      ),
      (.targetOffsets, "0.998,400,0.480834,635.3333", "0.998,400,0.480834,636", ["projection-ios26-normal"]),
      (.bounceTable, "-80.5,0.7509", "-80.5,0.7519", ["bounce-duration-threshold"]),
      (.bounceTable, "-60,0.7337", "-60.5,0.7337", ["bounce-farthest-damping", "bounce-velocity-ratio"]),
      (
        .bounces, "1,1,88,172.0000", "1,1,88,172.3333",
        [
          "bounce-series-1-0.0167", "bounce-series-1-60hz", "bounce-joint-0.0167", "bounce-joint-60hz",
          "bounce-joint-f-test", "bounce-compass-1",
        ]
      ),
      (
        .rubberBandPoints, "1000,328", "1000,329",
        ["rubber-quadratic", "rubber-quadratic-error", "rubber-coefficient", "rubber-dimension"]
      ),
      (
        .rubberBandDrag, "60,31.3333", "60,31.6666",
        ["rubber-ios26-coefficient", "rubber-ios26-dimension", "rubber-ios26-quadratic"]
      ),
    ])
  func oneDatum(file: ArticleData.File, old: String, new: String, changed: [String]) throws {
    let embedded = try Reproduction.claims(from: .embedded)
    let claims = try withCopy(
      file,
      { text in
        #expect(text.components(separatedBy: old).count == 2)
        return text.replacingOccurrences(of: old, with: new)
      }
    ) { try Reproduction.claims(from: $0) }
    #expect(claims.map(\.id) == embedded.map(\.id))
    #expect(Set(zip(claims, embedded).filter { $0 != $1 }.map(\.0.id)) == Set(changed))
    for (ours, theirs) in zip(claims, embedded) where changed.contains(ours.id) {
      // Both projections are judged by the slope: their own values stay.
      let value =
        ours.id == "projection-apple" || ours.id == "projection-log" ? \Claim.components[0].value : \.value
      // Whole steps may stop the search at the same damping.
      if ours.id == "bounce-compass-1" { continue }
      #expect(ours[keyPath: value] != theirs[keyPath: value], "\(ours.id)")
    }
  }

  private static let files: [ArticleData.File] = [
    .decelerations, .targetOffsets, .bounceTable, .bounces, .rubberBandPoints, .rubberBandDrag,
  ]

  private func failure(_ file: ArticleData.File, _ change: @escaping (String) -> String?) throws
    -> ReproductionError?
  {
    try withCopy(file, change) { data throws -> ReproductionError? in
      do throws(ReproductionError) { _ = try Reproduction.claims(from: data) } catch { return error }
      return nil
    }
  }

  @Test("A missing file of the articles is named", arguments: files) func missingFile(file: ArticleData.File)
    throws
  {
    guard case .reading(let error)? = try failure(file, { _ in nil }) else {
      Issue.record("\(file.rawValue) was not missed")
      return
    }
    #expect(error.file.hasSuffix(file.rawValue))
  }

  @Test("A number that is none, in the third row", arguments: files) func brokenFile(file: ArticleData.File)
    throws
  {
    let error = try failure(file) { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      lines[2] = lines[2].split(separator: ",").dropLast().joined(separator: ",") + ",many"
      return lines.joined(separator: "\n")
    }
    guard case .reading(let reading)? = error else {
      Issue.record("\(file.rawValue): \(error.map { "\($0)" } ?? "no error")")
      return
    }
    #expect(reading.file.hasSuffix(file.rawValue) && reading.line == 3, "\(reading)")
  }

  /// As many rows as parameters, and fewer: no error of a parameter is known.
  @Test(arguments: files, [1, 2]) func tooFewRows(file: ArticleData.File, rows: Int) throws {
    let error = try failure(file) {
      $0.split(separator: "\n").prefix(1 + rows).joined(separator: "\n") + "\n"
    }
    if file == .bounceTable, rows == 2 {
      #expect(error == nil)
      return
    }
    switch error {
    case .rows(let count, let need, let name)?:
      #expect(count <= rows && need > count && name == file.rawValue)
    case .fitting(let name, .tooFewSamples)?: #expect(name == file.rawValue)
    case .series(let count, let need, let name)?: #expect(count == 1 && need == 3 && name == file.rawValue)
    case .fitting(let name, .noMotion)?: #expect(name == file.rawValue)
    default: Issue.record("\(file.rawValue): \(error.map { "\($0)" } ?? "no error")")
    }
  }

  @Test("A missing column of the articles is named") func missingColumn() throws {
    let error = try failure(.bounceTable) { $0.replacingOccurrences(of: "duration_s", with: "length_s") }
    #expect(error == .column("duration_s", file: "bounce_damping_article.csv"))
    #expect(error?.description == "no column 'duration_s'")
    let flings = try failure(.decelerations) { $0.replacingOccurrences(of: "distance_pt", with: "length_pt") }
    guard case .flings(_, .missing)? = flings else {
      Issue.record("\(flings.map { "\($0)" } ?? "no error")")
      return
    }
  }
}
