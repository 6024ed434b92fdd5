/// The shortest names of files that distinguish them: as many of the last components of each path as no other ends with.
enum DistinguishingNames {
  /// - Returns: the name of each path.
  static func of(_ paths: some Sequence<String>) -> [String: String] {
    var rest = Set(paths).map {
      (path: $0, parts: $0.split(separator: "/", omittingEmptySubsequences: false))
    }
    var names: [String: String] = [:]
    var count = 1
    while !rest.isEmpty {
      let ends = rest.map { $0.parts.suffix(count).joined(separator: "/") }
      let uses = ends.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      var others: [(path: String, parts: [Substring])] = []
      for (candidate, end) in zip(rest, ends) {
        if uses[end] == 1 || candidate.parts.count <= count {
          names[candidate.path] = end
        } else {
          others.append(candidate)
        }
      }
      rest = others
      count += 1
    }
    return names
  }
}
