/// The reason that a text is not TOML, or holds a value that JSON cannot hold, and where.
package struct TOMLError: Error, Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// The byte in the line, from 1.
  package let column: Int
  package let problem: Problem

  package enum Problem: Equatable, Sendable {
    /// Something else must stand here, in words.
    case missing(String)
    /// A key or a table that is defined a second time.
    case duplicate(String)
    /// A key with parts of its own whose value is not a table, or is an inline table, which cannot be extended.
    case notATable(String)
    case tooDeep(limit: Int)
    /// An integer beyond 64 bits.
    case integerTooLarge(String)
    /// A float beyond the range of doubles, `inf` or `nan`.
    case notFinite(String)
    case date
    /// A control character in a string or a comment.
    case controlCharacter(UInt8)
    case escape(String)
  }
}

/// The sentence, without the place, which stands before it.
extension TOMLError: CustomStringConvertible {
  package var description: String {
    switch problem {
    case .missing(let expected): "\(expected) is missing here"
    case .duplicate(let key): "'\(key)' is defined twice"
    case .notATable(let key): "'\(key)' cannot be extended: it is not an open table"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .integerTooLarge(let text): "the integer \(text) does not fit into 64 bits"
    case .notFinite(let text): "\(text) is not a finite number"
    case .date: "a date or time is not supported"
    case .controlCharacter(let byte):
      "control character 0x" + String(byte, radix: 16, uppercase: true) + "; write it as an escape"
    case .escape(let text): "no such escape: \(text)"
    }
  }
}
