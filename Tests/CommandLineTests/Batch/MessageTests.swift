import Foundation
import Testing

@testable import scrollfit_cli

@Suite("Messages between a batch and its workers")
struct MessageTests {
  private static let plans = [
    BatchPlan(
      paths: ["a.csv", "-"], list: "paths", standardInputIsLines: true, isFormatKnown: false, engine: "UIKit",
      jobs: 3, isQuiet: false, output: "é.ndjson", isReplacing: true),
    BatchPlan(
      paths: [], list: nil, standardInputIsLines: false, isFormatKnown: true, engine: nil, jobs: 1,
      isQuiet: true, output: nil, isReplacing: false),
  ]

  /// A pipe that what a body writes is read from.
  private func reading(_ write: (Int32) throws -> Void) throws -> Message? {
    let pipe = Pipe()
    try write(pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    return Message(from: pipe.fileHandleForReading.fileDescriptor)
  }

  @Test("A plan arrives as it was sent", arguments: plans)
  func plan(_ plan: BatchPlan) throws {
    var message = try #require(try reading { try Message(plan).send(to: $0) })
    #expect(message.takePlan() == plan)
  }

  @Test("A text is no message", arguments: ["0.1.0\n", "OVERVIEW: Fit many recordings.\n", ""])
  func text(_ text: String) throws {
    #expect(try reading { try FileDescriptor.write(text, to: $0) } == nil)
  }
}
