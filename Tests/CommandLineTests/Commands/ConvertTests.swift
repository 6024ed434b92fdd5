import Foundation
import Testing

struct ConvertTests {
  private func run(_ arguments: String, in folder: URL? = nil) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder)
  }

  @Test func aRateInEveryFormat() throws {
    for format in ["text", "json", "csv", "markdown"] {
      let run = try run("convert decelerationRate=0.998 --format \(format)")
      #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("decelerationRatePerSecond"))
    }
  }

  @Test func severalNamesMakeASpring() throws {
    let run = try run("convert mass=2 stiffness=100 damping=12 --format csv")
    #expect(run.status == 0)
    #expect(run.output.contains("value,dampingCoefficient,mass/s,12.0"))
    #expect(run.output.contains("value,damping,1/s,3.0"))
  }

  @Test func theComparedMotionIsTheUsers() throws {
    let slow = try run("convert tau=0.5 --velocity -200")
    #expect(slow.status == 0 && slow.output.contains("fling of -200 pt/s"))
    #expect(try run("convert response=0.5 --displacement -40").output.contains("displacement of -40 pt"))
  }

  @Test(arguments: [
    ("convert", "Missing"), ("convert stifness=3", "did you mean stiffness"),
    ("convert friction=4.2", "decayConstant"),
    ("convert tau=0.5 halfLife=0.3", "omit one"), ("convert response=0.5 tau=1", "convert them separately"),
    ("convert dampingRatio=0.7", "alone does not determine"), ("convert tau=x", "tau=x"),
    ("convert tau", "tau"),
    ("convert tau=0.5 --velocity 0", "does not move"), ("convert tau=0.5 --velocity 1e9", "at most 1e6"),
    ("convert response=0.1 bounce=0 --displacement 5e-324", "0 or at least 1e-6"),
  ])
  func wrongUsageIsSaid(_ arguments: String, _ words: String) throws {
    let run = try run(arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("scrollfit: ") && run.errors.contains(words), "\(run.errors)")
  }

  @Test func theReportGoesToAFile() throws {
    let folder = try TemporaryFolder()
    #expect(try run("convert tau=0.5 --output a.txt", in: folder.url).status == 0)
    #expect(try folder.text("a.txt").hasPrefix("tau=0.5\n"))
    #expect(try run("convert tau=0.6 --output a.txt", in: folder.url).status == 64)
    #expect(try folder.text("a.txt").hasPrefix("tau=0.5\n") && folder.names == ["a.txt"])
  }
}

struct ExportCommandTests {
  private static let fling = "fit traces/firefox/fling_medium_forward.csv --model deceleration"

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: ContractTests.fixtures)
  }

  @Test(arguments: ["swift", "kotlin", "dart", "javascript", "css"])
  func theSourceStandsInPlaceOfTheReport(_ language: String) throws {
    let run = try run("\(Self.fling) --export \(language)")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix(language == "css" ? "/* 1 motion" : "// 1 motion"))
    // The same bytes in, the same bytes out.
    #expect(try self.run("\(Self.fling) --export \(language)").output == run.output)
  }

  @Test func allPhasesStandInOneFile() throws {
    let run = try run("fit traces/gtk4/fling_diagonal.csv --export swift")
    #expect(run.status == 0)
    #expect(run.output.contains("enum DecelerationX {") && run.output.contains("enum DecelerationY {"))
  }

  @Test func theSourceGoesToAFileThatIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Motion.swift")
    #expect(try run("\(Self.fling) --export swift --output '\(path)'").status == 0)
    #expect(try run("\(Self.fling) --export dart --output '\(path)'").status == 64)
    #expect(try folder.text("Motion.swift").contains("import Foundation"))
    #expect(try run("\(Self.fling) --export dart --force --output '\(path)'").status == 0)
    #expect(try folder.text("Motion.swift").contains("dart:math"))
  }

  @Test(arguments: [
    ("--export cobol", "cobol"),
    ("--export swift --format json", "--export and --format are mutually exclusive"),
  ])
  func wrongUsageIsSaid(_ options: String, _ words: String) throws {
    let run = try run("\(Self.fling) \(options)")
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
  }

  @Test func aFormulaIsNotExported() throws {
    let run = try run("fit data/ios_bounce_levisonnn.csv --formula 'y = a + b*t' --export swift")
    #expect(run.status == 64 && run.errors.contains("--export does not support --formula"))
  }

  @Test func aLawOverTheFingerHasNoEasing() throws {
    let run = try run("fit data/ios265_sim_rubberband_drag.csv --model rubber-band --export css")
    #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("cannot write the fit"))
  }
}
