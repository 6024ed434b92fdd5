import Foundation

/// Tells a supervisor which page its worker was making when it crashed, and a worker which pages have crashed others.
///
/// The page in work stands in a file without a name that both processes have open.
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

  /// A supervisor's; nil where no file can be made.
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

  /// A worker's, which inherits the file of its supervisor; nil where none asked for it.
  static var inherited: PageWatch? { PageWatch(ProcessInfo.processInfo.environment) }

  /// What a worker inherits.
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
    // A crash is told without the recording where the note cannot be written.
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
