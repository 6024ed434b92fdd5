/// The tables of a TOML text while it is read.
///
/// Tables stand in one list and refer to each other by index, so that a key of many parts costs a look-up a part.
struct TOMLTree {
  /// The way a table came to be, which decides what may still be added to it.
  enum Origin {
    /// Named as a part of another table's header: its own header may follow.
    case implied
    case header
    /// Named by a key with points: only such keys of the same section add to it.
    case dotted(section: Int)
  }

  enum Failure: Error { case duplicate, notATable }

  private enum Node {
    case value(JSONValue)
    case table(Int)
    /// An array of tables, as an index of ``arrays``.
    case tables(Int)
  }

  private struct Table {
    var nodes: [String: Node] = [:]
    /// In the order of the text.
    var keys: [String] = []
    var origin: Origin
  }

  /// The first is the root.
  private var tables = [Table(origin: .header)]
  private var arrays: [[Int]] = []
  /// The table that keys are added to, and how often a header named one.
  private var current = 0
  private var section = 0

  /// Makes a header's table, or one more of an array of tables, the current one.
  mutating func open(_ path: [String], isArray: Bool) throws(Failure) {
    section += 1
    var parent = 0
    for key in path.dropLast() {
      switch tables[parent].nodes[key] {
      case nil: parent = add(key, to: parent, .implied)
      case .table(let index): parent = index
      case .tables(let array): parent = arrays[array][arrays[array].count - 1]
      case .value: throw .notATable
      }
    }
    let key = path[path.count - 1]
    switch tables[parent].nodes[key] {
    case nil:
      guard isArray else {
        current = add(key, to: parent, .header)
        return
      }
      current = newTable(.header)
      arrays.append([current])
      set(key, .tables(arrays.count - 1), in: parent)
    case .tables(let array) where isArray:
      current = newTable(.header)
      arrays[array].append(current)
    case .table(let index):
      guard !isArray, case .implied = tables[index].origin else { throw .duplicate }
      tables[index].origin = .header
      current = index
    case .tables, .value: throw .duplicate
    }
  }

  /// Adds a value under a key, of one part or several, to the current table.
  mutating func set(_ path: [String], _ value: JSONValue) throws(Failure) {
    var parent = current
    for key in path.dropLast() {
      switch tables[parent].nodes[key] {
      case nil: parent = add(key, to: parent, .dotted(section: section))
      case .table(let index):
        guard case .dotted(section) = tables[index].origin else { throw .notATable }
        parent = index
      case .tables, .value: throw .notATable
      }
    }
    let key = path[path.count - 1]
    guard tables[parent].nodes[key] == nil else { throw .duplicate }
    set(key, .value(value), in: parent)
  }

  /// The whole as JSON.
  var json: JSONValue { json(0) }

  private func json(_ table: Int) -> JSONValue {
    .object(
      tables[table].keys.compactMap { key in
        switch tables[table].nodes[key] {
        case .value(let value): JSONMember(key, value)
        case .table(let index): JSONMember(key, json(index))
        case .tables(let array): JSONMember(key, .array(arrays[array].map(json)))
        case nil: nil
        }
      })
  }

  private mutating func newTable(_ origin: Origin) -> Int {
    tables.append(Table(origin: origin))
    return tables.count - 1
  }

  private mutating func add(_ key: String, to parent: Int, _ origin: Origin) -> Int {
    let index = newTable(origin)
    set(key, .table(index), in: parent)
    return index
  }

  private mutating func set(_ key: String, _ node: Node, in table: Int) {
    tables[table].nodes[key] = node
    tables[table].keys.append(key)
  }
}

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
