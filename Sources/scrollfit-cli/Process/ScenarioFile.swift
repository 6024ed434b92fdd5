import Foundation
import Recordings
import Reports
import ScrollSimulation
import TOMLKit

/// A scenario as it is written in a file: JSON, or TOML.
enum ScenarioFile {
  /// - Parameter path: `-` is standard input. Text that begins with `{` is JSON, any other is TOML.
  static func read(_ path: String) throws(Diagnostic) -> Scenario {
    let bytes =
      path == "-" ? Array(FileHandle.standardInput.readDataToEndOfFile()) : try ReferenceFiles.bytes(of: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(file: path, "not a text in UTF-8")
    }
    do {
      let isJSON = text.first { !$0.isWhitespace } == "{"
      return try Scenario(JSONValue(json: isJSON ? bytes : Array(json(toml: text).utf8)))
    } catch let error as TOMLParseError {
      throw Diagnostic(
        file: path, line: error.source.begin.line, column: error.source.begin.column,
        "TOML: \(error.description)")
    } catch let error as JSONError {
      throw Diagnostic(file: path, error)
    } catch {
      throw Diagnostic(file: path, "\(error)")
    }
  }

  private static func json(toml text: String) throws -> String {
    try TOMLTable(string: text).convert(to: .json)
  }
}
