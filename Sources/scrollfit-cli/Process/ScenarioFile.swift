import Foundation
import Recordings
import ScrollSimulation

/// A scenario as it is written in a file: JSON, or TOML.
enum ScenarioFile {
  /// - Parameter path: `-` is standard input. Text that begins with `{` is JSON, any other is TOML.
  static func read(_ path: String) throws(Diagnostic) -> Scenario {
    let bytes = try ReferenceFiles.bytes(ofFileOrStandardInput: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(file: path, "not a text in UTF-8")
    }
    do {
      let isJSON = text.first { !$0.isWhitespace } == "{"
      return try Scenario(isJSON ? JSONValue(json: bytes) : JSONValue(toml: bytes))
    } catch let error as TOMLError {
      throw Diagnostic(file: path, error)
    } catch let error as JSONError {
      throw Diagnostic(file: path, error)
    } catch {
      throw Diagnostic(file: path, "\(error)")
    }
  }
}
