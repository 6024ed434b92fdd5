import Recordings
import Reports
import ScrollFitting

/// The files that a page's options ask for.
struct PageFiles {
  let arguments: PageArguments
  /// True if pictures that exist are replaced; a page always is.
  let replacing: Bool

  /// Refuses what cannot be written before the work begins.
  func check(beside report: Output) throws(RunFailure) {
    let folder = arguments.svg.map { OutputFolder(path: $0) }
    guard let html = arguments.html else {
      try folder?.check()
      return
    }
    let output = Output(path: html, replacing: true)
    if case .file(let path, _) = report, path == html {
      throw RunFailure(.usage, [Diagnostic(file: html, "--html and --output name the same file")])
    }
    try output.check()
    try folder?.check()
  }

  /// Writes the page, then its pictures; none where one of them would replace a file that must stay.
  func write(_ page: Page) throws(RunFailure) {
    var files: [(output: Output, text: String)] = []
    if let html = arguments.html { files.append((Output(path: html, replacing: true), page.html())) }
    if let folder = arguments.svg {
      try OutputFolder(path: folder).make()
      for picture in page.pictures {
        files.append((Output(path: "\(folder)/\(picture.name).svg", replacing: replacing), picture.svg()))
      }
    }
    for file in files { try file.output.check() }
    for file in files { try file.output.write(file.text) }
  }

  /// The files that were written, with their sizes, for the report: `wrote fit.html (0.9 MB)`.
  var written: [String] {
    let page = arguments.html.map { [WrittenFile.sentence(of: $0)] } ?? []
    return page + (arguments.svg.map { ["wrote the pictures into \(FileName.shown($0))/"] } ?? [])
  }

  /// Opens the page where that is asked for.
  func open() {
    if arguments.open, let html = arguments.html { PageOpener.open(html) }
  }
}
