import Foundation
import Testing

@testable import scrollfit_cli

@Suite("Messages between a batch and its workers")
struct MessageTests {
  /// A pipe that what a body writes is read from.
  private func reading(_ write: (Int32) throws -> Void) throws -> Message? {
    let pipe = Pipe()
    try write(pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    return Message(from: pipe.fileHandleForReading.fileDescriptor)
  }

  @Test("A text is no message", arguments: ["0.1.0\n", "OVERVIEW: Fit many recordings.\n", ""])
  func text(_ text: String) throws {
    #expect(try reading { try FileDescriptor.write(text, to: $0) } == nil)
  }
}
