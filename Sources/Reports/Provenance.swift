import Recordings

/// The program, its options and the content of the inputs that a report rests on.
package struct Provenance: Equatable, Sendable {
  package struct Input: Equatable, Sendable {
    package let source: String
    /// SHA-256 of the file, 64 hexadecimal digits.
    package let hash: String

    package init(source: String, hash: String) {
      self.source = source
      self.hash = hash
    }
  }

  package let version: String
  /// As a shell takes them; those at their defaults are left out.
  package let options: String
  /// The files; standard input is not among them.
  package let inputs: [Input]

  package init(version: String, options: String, inputs: [Input]) {
    self.version = version
    self.options = options
    self.inputs = inputs
  }

  var json: JSONValue {
    [
      "version": .string(version), "options": .string(options),
      "inputs": .array(inputs.map { ["source": .string($0.source), "sha256": .string($0.hash)] }),
    ]
  }

  var document: Document {
    Document(
      blocks: [.paragraph("scrollfit \(version)\(options.isEmpty ? "" : " fit \(options)")")]
        + inputs.map { .paragraph("\($0.source): SHA-256 \($0.hash)") })
  }
}
