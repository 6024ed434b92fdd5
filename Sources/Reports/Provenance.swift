/// The program, its options and the content of the inputs that a report rests on.
public struct Provenance: Equatable, Sendable {
  public struct Input: Equatable, Sendable {
    public let source: String
    /// SHA-256 of the file, 64 hexadecimal digits.
    public let hash: String

    public init(source: String, hash: String) {
      self.source = source
      self.hash = hash
    }
  }

  public let version: String
  /// As a shell takes them; those at their defaults are left out.
  public let options: String
  /// The files; standard input is not among them.
  public let inputs: [Input]

  public init(version: String, options: String, inputs: [Input]) {
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
