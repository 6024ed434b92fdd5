/// A JSON value as it stands in a file: numbers keep their text, objects their order, so that what is not
/// understood can be written back unchanged.
public indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number's text in the file: `0.10`.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
}

/// A key of a JSON object and its value.
public struct JSONMember: Equatable, Sendable {
  public let key: String
  public let value: JSONValue

  public init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}
