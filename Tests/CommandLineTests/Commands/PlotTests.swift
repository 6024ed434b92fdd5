import Foundation
import Testing

/// `fit --plot`: a figure for print.
struct PlotTests {
  private let folder: TemporaryFolder
  private let recording = ContractTests.fixtures.appending(path: "data/ios_bounce_levisonnn.csv").path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(
      shell: "\"$0\" fit '\(recording)' --model bounce --frame-rate 60 --quiet \(arguments)", in: folder.url)
  }

  @Test("The ending of the file decides its format, --width its width, and the same fit gives the same bytes")
  func formats() throws {
    #expect(try run("--plot a.pdf").status == 0)
    let pdf = try folder.text("a.pdf")
    // 85 mm and 3.5 in, in points of 1/72 in.
    #expect(pdf.hasPrefix("%PDF-1.4\n") && pdf.contains("/MediaBox [0 0 240.94 "))
    #expect(try run("--plot a.pdf --select 1").status == 0)
    #expect(try folder.text("a.pdf") != pdf)
    #expect(try run("--plot a.pdf").status == 0)
    #expect(try folder.text("a.pdf") == pdf)
    #expect(try run("--plot b.SVG --width 3.5in").status == 0)
    let svg = try folder.text("b.SVG")
    #expect(svg.contains("width=\"252pt\"") && svg.contains("aria-label=\"series 3\""))
  }

  @Test(
    "What cannot be drawn is refused before a file is written",
    arguments: [
      "--plot a.gif", "--plot a.png --width 301mm", "--plot a", "--plot ''", "--width 85mm",
      "--plot a.pdf --width 5mm",
      "--plot a.pdf --width 85px", "--plot a.pdf --width nan", "--plot none/a.pdf",
    ])
  func refused(_ options: String) throws {
    let run = try run(options)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("scrollfit: "))
    #expect(folder.names.isEmpty)
  }

  /// True where the program that draws the pixels, and the one that reads them here, are installed.
  private static let hasPrograms = ["rsvg-convert", "ffmpeg"].allSatisfy { program in
    (try? Binary(shell: "command -v \(program)").status) == 0
  }

  @Test("A PNG has 600 dpi at the width asked for, and ink where the curve is", .enabled(if: hasPrograms))
  func pixels() throws {
    #expect(try run("--select 1 --plot a.png --width 85mm").status == 0)
    #expect(try run("--select 1 --plot a.svg --width 85mm").status == 0)
    let file = try Array(Data(contentsOf: folder.url.appending(path: "a.png")))
    func number(_ position: Int) -> Int { file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    // 85/25.4 · 600 = 2007.9 pixels; 600/0.0254 = 23622.05 a meter.
    #expect(width == 2008)
    #expect(String(decoding: file[37..<41], as: UTF8.self) == "pHYs")
    #expect(number(41) == 23622 && number(45) == 23622 && file[49] == 1)
    let read = try Binary(
      shell: "ffmpeg -v error -i a.png -f rawvideo -pix_fmt gray a.gray", in: folder.url)
    #expect(read.status == 0, "\(read.errors)")
    let gray = try Array(Data(contentsOf: folder.url.appending(path: "a.gray")))
    #expect(gray.count == width * height)
    // The longest path without a fill is the curve.
    let svg = try folder.text("a.svg")
    let lines = svg.matches(of: #/<path fill="none"[^>]* d="(M[^"]*)"/#).map(\.1)
    let curve = try #require(lines.max { $0.count < $1.count })
    let places = curve.split { $0.isLetter || $0 == " " }.compactMap { Double($0) }
    #expect(places.count > 100)
    let scale = 600.0 / 72
    for index in stride(from: 0, to: places.count - 1, by: 2) {
      let column = Int(places[index] * scale), row = Int(places[index + 1] * scale)
      // Samples lie on the curve as circles with white insides.
      let near = (-10...10).map { gray[(row + $0) * width + column] }
      #expect((near.min() ?? 255) < 150)
    }
    // Most of the paper is white, its corners too.
    #expect(gray[0] == 255 && gray[gray.count - 1] == 255)
    #expect(gray.count { $0 == 255 } > gray.count * 3 / 4)
  }

  @Test("Without the program that draws pixels a PNG is refused before the work") func missingProgram() throws
  {
    let refused = try Binary(
      shell: "PATH=/nowhere; \"$0\" fit '\(recording)' --model bounce --frame-rate 60 --plot a.png",
      in: folder.url)
    #expect(refused.status == 64 && refused.output.isEmpty)
    #expect(refused.errors.contains("--plot: a PNG is drawn by rsvg-convert, which is not installed ("))
    #expect(folder.names.isEmpty)
  }

  @Test("Fits of several models are refused with what to choose")
  func several() throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let run = try Binary(
      shell: "\"$0\" simulate '\(scenario)' | \"$0\" fit - --plot a.pdf", in: folder.url)
    #expect(
      run.status == 64
        && run.errors
          == "scrollfit: --plot draws up to 4 fits of one model: choose one phase by --from and --to\n"
    )
    #expect(folder.names.isEmpty)
  }

  @Test("JSON and LaTeX of fit name the version, the options and the content of the input")
  func provenance() throws {
    struct Report: Decodable {
      struct Provenance: Decodable {
        struct Input: Decodable { let source: String, sha256: String }
        let version: String, options: String, inputs: [Input]
      }
      let provenance: Provenance
    }
    let json = try run("--select 1 --format json")
    let found = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8)).provenance
    let sum = try Binary(shell: "sha256sum < '\(recording)'").output.prefix(64)
    #expect(found.version == "0.1.0" && found.inputs.map(\.sha256) == [String(sum)])
    #expect(found.options == "--model bounce --frame-rate 60.0 --select 1")
    let latex = try run("--select 1 --format latex").output
    #expect(latex.contains("% scrollfit 0.1.0 fit --model bounce --frame-rate 60.0 --select 1\n"))
    #expect(latex.contains("SHA-256 \(sum)\n") && latex.contains("\n\\end{tabular}\n"))
    let verbose = try run("--select 1 --verbose").output
    #expect(verbose.contains("\nto report: damping = 10.") && verbose.hasSuffix(", scrollfit 0.1.0\n"))
  }
}
