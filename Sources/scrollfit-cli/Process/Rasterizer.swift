import Drawing
import Foundation
import Reports
import ScrollFitting

/// librsvg's `rsvg-convert`, which draws the pixels of a figure.
enum Rasterizer {
  private static let program = "rsvg-convert"

  #if os(macOS)
    private static let installation = "brew install librsvg"
  #else
    private static let installation = "apt install librsvg2-bin"
  #endif

  /// Refuses where the program is missing.
  static func check() throws(RunFailure) { _ = try location() }

  /// The file of a figure as a PNG of 600 dpi.
  static func png(_ figure: Figure) throws(RunFailure) -> [UInt8] {
    let (width, height) = figure.pixels()
    let process = Process()
    process.executableURL = try location()
    process.arguments = ["--format=png", "--width=\(width)", "--height=\(height)"]
    let input = Pipe(), output = Pipe(), errors = Pipe()
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    let bytes: Data
    let message: Data
    do {
      try process.run()
      // The program reads everything before it writes. Where it ends early, its status gives the reason.
      try? input.fileHandleForWriting.write(contentsOf: Data(figure.svg.utf8))
      try? input.fileHandleForWriting.close()
      bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      message = try errors.fileHandleForReading.readToEnd() ?? Data()
    } catch {
      throw failure("could not be run: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0, let picture = PNGPicture(Array(bytes), width: width, height: height)
    else {
      let reason = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).first
      throw failure("failed: \(reason ?? "status \(process.terminationStatus)")")
    }
    return picture.file()
  }

  private static func location() throws(RunFailure) -> URL {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let paths = folders.split(separator: ":").map { "\($0)/\(program)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw RunFailure(
        .usage,
        [
          Diagnostic(
            "--plot: a PNG is drawn by \(program), which is not installed (\(installation)); .pdf and .svg need no program"
          )
        ])
    }
    return URL(filePath: path)
  }

  private static func failure(_ sentence: String) -> RunFailure {
    RunFailure(.partial, [Diagnostic("--plot: \(program) \(sentence)")])
  }
}
