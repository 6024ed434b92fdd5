import Foundation
import Reports
import ScrollFitting

/// The files that a page's options ask for.
struct PageFiles {
  let arguments: PageArguments
  /// True if pictures that exist are replaced; a page always is.
  let replacing: Bool

  /// Refuses what cannot be written before the work begins.
  func check(beside report: Output) throws(RunFailure) {
    guard let html = arguments.html else { return try checkFolder() }
    let output = Output(path: html, replacing: true)
    if case .file(let path, _) = report, path == html {
      throw RunFailure(.usage, [Diagnostic(file: html, "--html and --output name the same file")])
    }
    try output.check()
    try checkFolder()
  }

  /// Writes the page, then its pictures; none where one of them would replace a file that must stay.
  func write(_ page: Page) throws(RunFailure) {
    var files: [(output: Output, text: String)] = []
    if let html = arguments.html { files.append((Output(path: html, replacing: true), page.html())) }
    if let folder = arguments.svg {
      try make(folder)
      for picture in page.pictures {
        files.append((Output(path: "\(folder)/\(picture.name).svg", replacing: replacing), picture.svg()))
      }
    }
    for file in files { try file.output.check() }
    for file in files { try file.output.write(file.text) }
  }

  /// Opens the page where that is asked for.
  func open() {
    if arguments.open, let html = arguments.html { PageOpener.open(html) }
  }

  private func checkFolder() throws(RunFailure) {
    guard let folder = arguments.svg else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw Self.failure(folder, "is not a folder") }
      guard access(folder, W_OK | X_OK) == 0 else {
        throw Self.failure(folder, "cannot be written: \(reason)")
      }
    } else {
      // What is made there later must be able to stand beside others.
      try Output(path: folder, replacing: false).check()
    }
  }

  private func make(_ folder: String) throws(RunFailure) {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw Self.failure(folder, "cannot be created: \(reason)")
    }
  }

  private var reason: String { FileDescriptor.Failure.last.reason }

  private static func failure(_ folder: String, _ sentence: String) -> RunFailure {
    RunFailure(.usage, [Diagnostic(file: folder, sentence)])
  }
}
