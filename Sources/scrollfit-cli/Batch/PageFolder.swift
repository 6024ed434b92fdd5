import Foundation
import Hashing
import ScrollAnalysis

/// The folder with a page for each recording, beside the page of their batch: `report-pages` beside `report.html`.
struct PageFolder {
  let folder: OutputFolder
  /// The version and the options that every page depends on.
  private let setting: String

  /// - Parameters:
  ///   - page: the path of the batch's page.
  ///   - options: those that results depend on.
  init(beside page: String, options: String) {
    let ending = [".html", ".htm"].first { page.hasSuffix($0) && page.count > $0.count } ?? ""
    folder = OutputFolder(path: page.dropLast(ending.count) + "-pages")
    setting = "\(Scrollfit.version)\n\(options)"
  }

  /// The file name of a recording's page: words to find it by, and a hash of all that the page depends on. A page of that
  /// name is the recording's, also when another run has written it.
  func name(of recording: BatchCollection.Recording) -> String {
    let file = recording.source.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    let words = [String(stem), recording.line.map { "line \($0)" }, recording.series].compactMap(\.self)
    let plain = words.joined(separator: " ").lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let hash = ContentHash(
      of: Array("\(setting)\n\(recording.title)\n\(recording.contentHash)\n\(recording.part)".utf8))
    return (plain.joined(separator: "-").prefix(40) + "-" + hash.text.prefix(16) + ".html").trimmingPrefix(
      "-"
    )
    .description
  }

  func path(of name: String) -> String { "\(folder.path)/\(name)" }

  func hasPage(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  /// The file names of the pages in the folder, of this batch and of others.
  var pages: Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Set(names.filter { $0.contains(/(^|-)[0-9a-f]{16}\.html$/) })
  }

  /// The address of a page from the page of the batch.
  func address(of name: String) -> String {
    let plain = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    let last = folder.path.split(separator: "/").last.map(String.init) ?? ""
    return (last.addingPercentEncoding(withAllowedCharacters: plain) ?? last) + "/" + name
  }
}

/// The pages that crashed workers made, then the page that is in work: messages in a file without a name that a supervisor and
/// its worker have open.
struct PageWatch {
  /// A page in work.
  struct Page: Equatable {
    /// Its file name.
    let name: String
    let recording: String
  }

  private let descriptor: Int32
  /// The file names of the pages that have crashed a worker.
  private(set) var crashed: Set<String> = []
  /// The bytes of the file that are about pages that have crashed a worker.
  private var length: off_t = 0

  private static let variable = "SCROLLFIT_PAGE_WATCH"

  /// The watch of a supervisor; nil where no file can be made.
  init?() {
    var path = Array((NSTemporaryDirectory() + "/scrollfit.XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    unlink(path)
  }

  /// The watch of a worker, with the file of its supervisor; nil where it has none.
  static var inherited: PageWatch? {
    guard let text = getenv(variable), let descriptor = Int32(String(cString: text)) else { return nil }
    var watch = PageWatch(descriptor: descriptor)
    while watch.takeCrashed() != nil {}
    return watch
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// The environment variables that a worker inherits.
  var variables: [String: String] { [Self.variable: "\(descriptor)"] }

  /// Notes the page that is made from now on, behind those that have crashed a worker; nil for none.
  func note(_ page: Page?) {
    ftruncate(descriptor, length)
    lseek(descriptor, length, SEEK_SET)
    guard let page else { return }
    var message = Message()
    message.append(page.name)
    message.append(page.recording)
    // Where the note cannot be written, a crash is one outside of any recording.
    try? message.send(to: descriptor)
  }

  /// Takes the page that was in work when a worker crashed for one that is not made again; nil for none.
  mutating func takeCrashed() -> Page? {
    lseek(descriptor, length, SEEK_SET)
    guard var message = Message(from: descriptor) else {
      note(nil)
      return nil
    }
    length = lseek(descriptor, 0, SEEK_CUR)
    let page = Page(name: message.takeText(), recording: message.takeText())
    crashed.insert(page.name)
    return page
  }

  func close() { Foundation.close(descriptor) }
}
