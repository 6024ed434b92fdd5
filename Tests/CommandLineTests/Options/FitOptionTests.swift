import Foundation
import Testing

/// An error in a model, its ties, its noise or its shared parameters is reported in one sentence, and nothing is printed.
struct FitOptionTests {
  @Test(
    "Counts that would run without end are refused",
    arguments: ["--starts 1000000000", "--replicates 9223372036854775807"])
  func countsWithoutEnd(_ option: String) throws {
    let run = try Binary(shell: "\"$0\" fit none.csv \(option)")
    #expect(run.status == 64 && run.errors.contains("is more than 100000"), "\(run.errors)")
  }

  private static let bounce =
    "'\(ContractTests.fixtures.path)/data/ios_bounce_levisonnn.csv' --interval 0.0167 --select 1 --model bounce"
  private static let exact = "'\(ContractTests.fixtures.path)/traces/gtk4/fling_caught.csv'"
  /// Standard input.
  private static let table = "-"
  private static let rows = "y,x,tan\\n1,1,3\\n2,2,1\\n4,3,2\\n5.5,4,7\\n"

  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    let sentence: String
    var testDescription: String { arguments }

    init(_ arguments: String, _ status: Int32, _ sentence: String) {
      (self.arguments, self.status, self.sentence) = (arguments, status, sentence)
    }
  }

  static let cases = [
    Case("\(table) --formula 'y = a*sni(x)'", 64, "column 7 of the formula: unknown function 'sni'"),
    Case("\(table) --formula 'y = 2 x'", 64, "a product needs a '*'"),
    Case("\(table) --formula 'y = (a + x'", 64, "column 5 of the formula: '(' is not closed"),
    Case("\(table) --formula 'y = 2*x'", 64, "no parameter to fit"),
    Case("\(table) --formula 'z = a*x'", 1, "the left side has no column"),
    Case("\(table) --formula 'y = a*tan(x)'", 1, "the column name 'tan' is reserved"),
    Case("\(table) --formula 'log(x - 2) = a*y'", 1, "no finite value in row 1"),
    Case("\(table) --formula 'y = a + b*x + c*x^2 + d*x^3 + f*x^4'", 1, "needs at least 5 samples"),
    Case("\(table) --formula 'y = a*x' --model bounce", 64, "--formula and --model"),
    Case("\(table) --formula 'y = a*x' --against x", 64, "--abscissa and --formula are mutually exclusive"),
    Case("\(table) --formula 'y = a*exp(b*x)' --start b=5 --bounds b=0...1", 64, "outside of its bounds"),
    Case("\(table) --formula 'y = a*exp(b*x)' --tie b=b+1", 64, "contradictory tie"),
    Case("\(bounce) --start damping=50 --bounds damping=1...20", 64, "outside of its bounds"),
    Case("\(bounce) --tie damping=displacement --tie displacement=damping", 64, "contradictory ties"),
    Case("\(bounce) --tie damping=10 --fix damping=10", 64, "contradictory ties"),
    Case("\(bounce) --tie 'damping=2*mass'", 64, "column 3 of the expression: 'mass' is not known"),
    Case("\(bounce) --tie 'damping=exp('", 64, "'(' is not closed"),
    Case("\(bounce) --joint damping", 64, "--joint needs several recordings"),
    Case("\(bounce) --loss huber --noise grid", 64, "--noise grid and --loss huber are mutually exclusive"),
    Case("\(bounce) --loss huber --intervals profile", 64, "and --loss huber are mutually exclusive"),
    Case("\(bounce) --replicates 5", 64, "must be at least 100"),
    Case("\(bounce) --noise loud", 64, "--noise"),
    Case("\(exact) --model deceleration --noise grid", 1, "no quantization step"),
    Case("\(exact) --loss tukey", 64, "--loss needs --model"),
  ]

  @Test("Options that contradict each other end with one sentence", arguments: cases) func oneSentence(
    given: Case
  ) throws {
    let run = try Binary(shell: "printf '\(Self.rows)' | \"$0\" fit \(given.arguments)")
    #expect(run.status == given.status && run.output.isEmpty)
    #expect(run.errors.contains(given.sentence), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
