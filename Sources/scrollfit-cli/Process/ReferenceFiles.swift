import Foundation

/// The `.dat` files of a folder and of those within it.
struct ReferenceFiles {
  /// Paths that begin as the folder was named, in the order of their names.
  let paths: [String]

  /// - Parameter path: a folder, or one file of whatever name.
  init(in path: String) throws(Diagnostic) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Diagnostic(file: path, "no such folder")
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
      $0.lowercased().hasSuffix(".dat") && !$0.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    paths = found.map { prefix + $0 }.filter { Self.isFile($0) }.sorted()
    guard !paths.isEmpty else {
      throw Diagnostic(file: path, "no .dat file in this folder or in those within it")
    }
  }

  static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    guard isFile(path) else { throw Diagnostic(file: path, "is not a file") }
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      throw Diagnostic(file: path, "cannot be read: \((error as NSError).localizedDescription)")
    }
  }

  /// Links followed. What is no regular file, such as a pipe, may never end.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
