import Foundation
import Recordings
import ScreenRecordings
import ScrollSimulation

/// The files that paths, folders and patterns name, in a fixed order.
struct InputPaths {
  /// A file, a folder of pictures or one that cannot be listed, and its size in bytes where it is a file.
  struct File: Equatable {
    let path: String
    let size: Int
    /// The reason that it cannot be used.
    var problem: String?
  }

  /// The extensions of the recordings in a folder.
  private static let extensions = VideoFile.extensions.union([
    "csv", "tsv", "txt", "json", "jsonl", "ndjson", "log", "scrolltrace", "gz",
  ])

  let files: [File]

  /// - Parameters:
  ///   - paths: files, folders, those of pictures among them, and patterns (`*`, `?`, `[…]`) in the user's order; `-` is standard input.
  ///   - leavingOut: files that a folder may hold and that are no input: what is written.
  init(_ paths: [String], leavingOut written: Set<String> = []) {
    func isTaken(_ path: String) -> Bool {
      Self.isRecording(path) && !written.contains(Output.resolved(path))
    }
    files = paths.flatMap { path in
      guard let matches = Self.matches(path) else {
        return [File(path: path, size: 0, problem: "nothing matches this pattern")]
      }
      return matches.flatMap { Self.files(at: $0, named: true, isTaken) }
    }
  }

  /// The paths that a pattern matches, in the order of their names; the path itself where something has that name. Nil where
  /// nothing matches.
  private static func matches(_ path: String) -> [String]? {
    var status = stat()
    let name = FileName.bytes(path)
    guard path != "-", path.contains(where: "*?[".contains), lstat(name, &status) != 0 else { return [path] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(name, 0, nil, &found) == 0 else { return nil }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { FileName.text($0) } }.sorted()
  }

  /// - Parameters:
  ///   - named: by the user, not found in a folder.
  ///   - isTaken: whether a file of a folder is an input.
  private static func files(at path: String, named: Bool, _ isTaken: (String) -> Bool) -> [File] {
    var status = stat()
    let name = FileName.bytes(path)
    guard path != "-", stat(name, &status) == 0 else { return named ? [File(path: path, size: 0)] : [] }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      let isFile = status.st_mode & S_IFMT == S_IFREG
      guard named || isFile && isTaken(path) else { return [] }
      return [File(path: path, size: isFile ? Int(status.st_size) : 0)]
    }
    var linked = stat()
    // A link to a folder inside a folder may lead around in a circle.
    guard named || lstat(name, &linked) == 0 && linked.st_mode & S_IFMT != S_IFLNK else { return [] }
    guard let names = names(in: name) else {
      return [
        File(path: path, size: 0, problem: "the folder cannot be read: \(FileDescriptor.Failure.last.reason)")
      ]
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    let hasPictures = names.contains(where: PictureFolder.isPicture)
    let isRecording = hasPictures && names.contains(PictureFolder.timesFile)
    let others = isRecording ? names.filter { $0 != PictureFolder.timesFile } : names
    let files =
      (isRecording ? [File(path: path, size: 0)] : [])
      + others.sorted().flatMap { self.files(at: prefix + $0, named: false, isTaken) }
    guard files.isEmpty, named else { return files }
    // Without a recording in it, a folder that was named is taken for one of pictures: its times are missing.
    if hasPictures { return [File(path: path, size: 0)] }
    let other = PictureFolder.otherKind(among: names)
    let problem = other.map { ScreenRecordingError.noPictures(other: $0).sentence.commandLine }
    return [File(path: path, size: 0, problem: problem ?? "the folder has no recording")]
  }

  /// The names in a folder but for hidden ones, by their bytes; nil, with `errno`, where it cannot be read.
  private static func names(in folder: [CChar]) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          FileName.text($0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Returns true if a file in a folder is a recording by its name.
  private static func isRecording(_ path: String) -> Bool {
    guard let point = path.lastIndex(of: "."), !isManifest(path) else { return false }
    return extensions.contains(path[path.index(after: point)...].lowercased())
  }

  /// Returns true if a file in a folder describes the recordings beside it: `manifest.json`, `manifest-2.json`.
  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return name.hasPrefix("manifest") && name.hasSuffix(".json")
  }
}

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

/// A scenario as it is written in a file: JSON, or TOML.
enum ScenarioFile {
  /// - Parameter path: `-` is standard input. Text that begins with `{` is JSON, any other is TOML.
  static func read(_ path: String) throws(Diagnostic) -> Scenario {
    let bytes = try ReferenceFiles.bytes(ofFileOrStandardInput: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(file: path, "not a text in UTF-8")
    }
    do {
      let isJSON = text.first { !$0.isWhitespace } == "{"
      return try Scenario(isJSON ? JSONValue(json: bytes) : JSONValue(toml: bytes))
    } catch let error as TOMLError {
      throw Diagnostic(file: path, error)
    } catch let error as JSONError {
      throw Diagnostic(file: path, error)
    } catch {
      throw Diagnostic(file: path, "\(error)")
    }
  }
}
