import Foundation

/// The files that a batch's paths come to, in a fixed order.
struct InputPaths {
  /// A file, or a folder that cannot be listed, and its size in bytes where it is a file.
  struct File: Equatable {
    let path: String
    let size: Int
    /// The reason that it cannot be used.
    var problem: String?
  }

  /// The extensions of recordings in a folder.
  static let extensions: Set = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "log", "scrolltrace", "gz"]

  let files: [File]

  /// - Parameters:
  ///   - paths: files, folders and patterns (`*`, `?`, `[…]`) in the user's order; `-` is standard input.
  ///   - leavingOut: files that a folder may hold and that are no input: what is written.
  init(_ paths: [String], leavingOut written: Set<String> = []) {
    files = paths.flatMap { path in
      Self.matches(path).flatMap { Self.files(at: $0, named: true, written) }
    }
  }

  /// The paths that a pattern matches, in the order of their names; the path itself where something has that name or
  /// nothing matches.
  private static func matches(_ path: String) -> [String] {
    var status = stat()
    guard path != "-", path.contains(where: "*?[".contains), lstat(path, &status) != 0 else { return [path] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0 else { return [path] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }.sorted()
  }

  /// - Parameter named: by the user, not found in a folder.
  private static func files(at path: String, named: Bool, _ written: Set<String>) -> [File] {
    var status = stat()
    guard path != "-", stat(path, &status) == 0 else { return named ? [File(path: path, size: 0)] : [] }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      let isFile = status.st_mode & S_IFMT == S_IFREG
      guard named || isFile && isRecording(path) && !written.contains(Output.resolved(path)) else {
        return []
      }
      return [File(path: path, size: isFile ? Int(status.st_size) : 0)]
    }
    var linked = stat()
    // A link to a folder inside a folder may lead around in a circle.
    guard named || lstat(path, &linked) == 0 && linked.st_mode & S_IFMT != S_IFLNK else { return [] }
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
      let prefix = path.hasSuffix("/") ? path : path + "/"
      let files = names.sorted().flatMap { self.files(at: prefix + $0, named: false, written) }
      return files.isEmpty && named
        ? [File(path: path, size: 0, problem: "the folder contains no recording")] : files
    } catch {
      return [
        File(path: path, size: 0, problem: "the folder cannot be read: \(String(cString: strerror(errno)))")
      ]
    }
  }

  private static func isRecording(_ path: String) -> Bool {
    extensions.contains((path.lowercased() as NSString).pathExtension)
  }
}
