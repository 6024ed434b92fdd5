import Recordings
import Reports

/// The options of a batch about its inputs, its work and where the lines of its output go: all but those of the fits.
struct BatchPlan: Sendable {
  /// Files, folders, patterns and `-`, as they were given.
  var paths: [String]
  /// The file with further paths.
  var list: String?
  /// Standard input holds a recording a line, whatever its first line looks like.
  var standardInputIsLines: Bool
  /// True if the user named the format of all files, which then are taken whole.
  var isFormatKnown: Bool
  /// The engine that the recordings are compared with; nil for none.
  var engine: String?
  /// The number of recordings that are worked on at once.
  var jobs: Int
  var isQuiet: Bool
  /// The file of the lines; nil for standard output.
  var output: String?
  /// True if that file may be there already.
  var isReplacing: Bool

  /// True if standard input is one of the inputs, or lists them: it cannot be read twice.
  var readsStandardInput: Bool { paths.contains("-") || list == "-" }

  /// The files that are named.
  ///
  /// - Parameter written: the files that are no input wherever they stand.
  func files(leavingOut written: [String]) throws(RunFailure) -> [InputPaths.File] {
    InputPaths(try paths + listed(), leavingOut: Set(written.map(Output.resolved))).files
  }

  private func listed() throws(RunFailure) -> [String] {
    guard let list else { return [] }
    let bytes: [UInt8]
    do { bytes = try ReferenceFiles.bytes(ofFileOrStandardInput: list) } catch {
      throw RunFailure(.noInput, [error])
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { FileName.text(Array($0)) }
    return lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
  }
}
