import Foundation
import Recordings

/// The files of some kinds in a folder and in those within it.
struct ReferenceFiles {
  /// Paths that begin as the folder was named, in the order of their names.
  let paths: [String]

  /// - Parameters:
  ///   - path: a folder, or one file of whatever name.
  ///   - extensions: what the names of its files end in, lower-cased, without the point.
  init(in path: String, extensions: Set<String>) throws(Diagnostic) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Diagnostic(file: path, "no such file or folder")
    }
    guard isFolder.boolValue else {
      paths = [path]
      return
    }
    guard FileManager.default.isReadableFile(atPath: path),
      let names = FileManager.default.enumerator(atPath: path)
    else { throw Diagnostic(file: path, "the folder cannot be read") }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    let found = names.compactMap { $0 as? String }.filter {
      extensions.contains(($0.lowercased() as NSString).pathExtension)
        && !$0.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    paths = found.map { prefix + $0 }.filter { Self.isFile($0) }.sorted()
    guard !paths.isEmpty else {
      let kinds = extensions.sorted().map { ".\($0)" }.joined(separator: ", ")
      throw Diagnostic(file: path, "no \(kinds) file in this folder or its subfolders")
    }
  }

  /// The bytes of a file, or of standard input, `-`.
  static func bytes(ofFileOrStandardInput path: String) throws(Diagnostic) -> [UInt8] {
    guard path == "-" else { return try bytes(of: path) }
    return try read(path)
  }

  static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    guard isFile(path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Diagnostic(file: path, isThere ? "is not a file" : "no such file")
    }
    return try read(path)
  }

  private static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    do { return try RecordingReader.bytes(of: path) } catch {
      throw Diagnostic(file: path, error.sentence.commandLine)
    }
  }

  /// Links followed. What is no regular file, such as a pipe, may never end.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
