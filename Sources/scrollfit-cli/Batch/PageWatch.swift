import Foundation

/// The page that a worker makes, in a file without a name that its supervisor has open too, and the pages that have crashed
/// workers before it.
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

  private static let variable = "SCROLLFIT_PAGE_WATCH"
  private static let crashedVariable = "SCROLLFIT_CRASHED_PAGES"

  /// The watch of a supervisor; nil where no file can be made.
  init?() {
    var path = Array((NSTemporaryDirectory() + "/scrollfit.XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    unlink(path)
  }

  private init?(_ environment: [String: String]) {
    guard let text = environment[Self.variable], let descriptor = Int32(text) else { return nil }
    self.descriptor = descriptor
    crashed = Set(environment[Self.crashedVariable, default: ""].split(separator: "\n").map(String.init))
  }

  /// The watch of a worker, with the file of its supervisor; nil where it has none.
  static var inherited: PageWatch? { PageWatch(ProcessInfo.processInfo.environment) }

  /// The environment variables that a worker inherits.
  var variables: [String: String] {
    [Self.variable: "\(descriptor)", Self.crashedVariable: crashed.sorted().joined(separator: "\n")]
  }

  /// Notes the page that is made from now on; nil for none.
  func note(_ page: Page?) {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
    guard let page else { return }
    var message = Message()
    message.append(page.name)
    message.append(page.recording)
    // Where the note cannot be written, a crash is one outside of any recording.
    try? message.send(to: descriptor)
  }

  /// Takes the page that was in work when a worker crashed for one that is not made again; nil for none.
  mutating func takeCrashed() -> Page? {
    lseek(descriptor, 0, SEEK_SET)
    guard var message = Message(from: descriptor) else { return nil }
    note(nil)
    let page = Page(name: message.takeText(), recording: message.takeText())
    crashed.insert(page.name)
    return page
  }

  func close() { Foundation.close(descriptor) }
}
