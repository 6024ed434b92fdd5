import Foundation

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
    guard let text = ProcessInfo.processInfo.environment[variable], let descriptor = Int32(text) else {
      return nil
    }
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
