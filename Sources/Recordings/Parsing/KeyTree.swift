/// The keys of nested JSON objects, each path once: a key is found by comparing it with the one that followed
/// last time, as the lines of a log have the same keys in the same order.
struct KeyTree {
  private struct Node {
    var parent: Int
    var key: Range<Int>
    var column = -1
    /// The node that came after this one in the last object.
    var follower = -1
  }

  /// Keys beyond this are looked up and not kept: a file whose keys are data must not fill the memory.
  private static let limit = 4096

  private var nodes: [Node] = [Node(parent: -1, key: 0..<0)]
  private var keys: [UInt8] = []

  static let root = 0

  /// The node of a key inside `parent`; `previous` is the last node visited. A key that is not there yet is
  /// added; nil where the tree is full.
  mutating func find(_ key: Bytes, in parent: Int, after previous: Int) -> Int? {
    let guess = nodes[previous].follower
    if guess >= 0, matches(guess, key, parent) { return guess }
    let found =
      nodes.indices.dropFirst().first { matches($0, key, parent) } ?? add(key, in: parent)
    if let found { nodes[previous].follower = found }
    return found
  }

  private mutating func add(_ key: Bytes, in parent: Int) -> Int? {
    guard nodes.count < Self.limit, keys.count + key.count <= Window.lineLimit else { return nil }
    let start = keys.count
    keys.append(contentsOf: key)
    nodes.append(Node(parent: parent, key: start..<keys.count))
    return nodes.count - 1
  }

  @inline(__always)
  private func matches(_ node: Int, _ key: Bytes, _ parent: Int) -> Bool {
    let range = nodes[node].key
    guard nodes[node].parent == parent, range.count == key.count else { return false }
    for offset in 0..<key.count where keys[range.lowerBound + offset] != key[offset] { return false }
    return true
  }

  subscript(column node: Int) -> Int {
    @inline(__always) get { nodes[node].column }
    set { nodes[node].column = newValue }
  }

  /// The keys from the root, joined with points.
  func path(_ node: Int) -> String {
    var parts: [String] = []
    var node = node
    while node > Self.root {
      parts.append(keys[nodes[node].key].withUnsafeBufferPointer { JSONText.unescaped($0) })
      node = nodes[node].parent
    }
    return parts.reversed().joined(separator: ".")
  }
}
