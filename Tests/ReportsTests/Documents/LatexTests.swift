import Testing

@testable import Reports

struct LatexTests {
  @Test("Markup characters of LaTeX are escaped, signs of numbers are mathematics")
  func escapes() {
    #expect(LatexWriter.escaped("50 % of a_b & {c}") == "50 \\% of a\\_b \\& \\{c\\}")
    #expect(LatexWriter.escaped("10.9 ± 0.1 1/s²") == "10.9 $\\pm$ 0.1 1/s$^2$")
    #expect(LatexWriter.escaped("\\input{x}") == "\\textbackslash{}input\\{x\\}")
  }

  @Test("A table is a tabular of booktabs, everything else a comment on one line")
  func table() {
    let document = Document(blocks: [
      .heading("a\nb", level: 1),
      .table(Document.Table([1, 2], [("n", .right, { "\($0)" }), ("sq", .left, { "\($0 * $0)" })])),
    ])
    let lines = LatexWriter().write(document).split(separator: "\n")
    #expect(lines[0].hasPrefix("% a") && !lines[0].hasSuffix("a"))
    #expect(
      lines.dropFirst().joined(separator: "|")
        == "\\begin{tabular}{rl}|\\toprule|n & sq \\\\|\\midrule|1 & 1 \\\\|2 & 4 \\\\|\\bottomrule|\\end{tabular}"
    )
  }

  @Test("The table of a fit has the constants of its model, and the end states them")
  func constants() {
    let lines = ReportFormat.latex.render(Samples.analysis).split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("bounce.csv, series 1 & bounce & ") }.count == 1)
    #expect(
      lines.contains(
        "bounce.csv, series 1 & bounce & damping & 10.9038 $\\pm$ 0.0057 1/s & 10.8923 to 10.9153 \\\\"),
      "\(lines)")
    #expect(
      lines.contains(
        "% to report: damping = 10.9038 ± 0.0057 1/s (bounce, 49 samples; value ± standard error)"),
      "\(lines)")
  }

  @Test("A name from a file cannot leave its comment or its cell")
  func hostile() {
    let text = ReportFormat.latex.render(Samples.hostile)
    for line in text.split(separator: "\n") where !line.hasPrefix("%") && !line.hasPrefix("\\") {
      #expect(line.hasSuffix(" \\\\") && line.contains(" & "), "\(line)")
    }
  }
}
