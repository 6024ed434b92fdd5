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
    #expect(svg.contains("width=\"252pt\"") && svg.contains(">series 3</text>"))
  }

  @Test(
    "What cannot be drawn is refused before a file is written",
    arguments: [
      "--plot a.png", "--plot a", "--plot ''", "--width 85mm", "--plot a.pdf --width 5mm",
      "--plot a.pdf --width 85px", "--plot a.pdf --width nan", "--plot none/a.pdf",
    ])
  func refused(_ options: String) throws {
    let run = try run(options)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("scrollfit: "))
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
