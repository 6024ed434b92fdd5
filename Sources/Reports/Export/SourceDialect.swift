/// The syntax of a language for ``CurveCode``: the parts that a ``SourceWriter`` puts together.
struct SourceDialect: Sendable {
  /// Before each line that documents a declaration.
  let documentation: String
  /// The text before the motions, given the functions that are called.
  let prologue: @Sendable (Set<String>) -> [String]
  /// The line that opens a motion of a name.
  let open: @Sendable (String) -> String
  /// The lines that close it, given the names of all that it declares.
  let close: @Sendable ([String]) -> [String]
  /// A constant: name, value.
  let constant: @Sendable (String, String) -> String
  /// The line that opens a function of one number: name, argument.
  let function: @Sendable (String, String) -> String
  /// The same for a function that only others call, by its place and not by a label.
  var helper: (@Sendable (String, String) -> String)? = nil
  /// The line that closes a function.
  let functionEnd: String
  /// A local constant: name, value.
  let local: @Sendable (String, String) -> String
  let result: @Sendable (String) -> String
  /// The line that opens a block where a condition holds, which `}` closes.
  let condition: @Sendable (String) -> String
  /// The language's name for a function of the notation.
  let call: @Sendable (String) -> String
  let infinity: String
  /// The lines that open and close the table, and one row of it.
  let tableOpen: String
  let tableRow: @Sendable ([String]) -> String
  /// Between two rows, where the last one must have none; else rows end with theirs.
  var tableSeparator = ""
  let tableClose: String
  /// `largestError`, given the slope's name: the check against the table.
  let check: @Sendable (String) -> [String]
}

extension SourceDialect {
  static let swift = SourceDialect(
    documentation: "///",
    prologue: { _ in ["import Foundation"] },
    open: { "enum \($0) {" }, close: { _ in ["}"] },
    constant: { "static let \($0): Double = \($1)" },
    function: { "static func \($0)(at \($1): Double) -> Double {" },
    helper: { "private static func \($0)(_ \($1): Double) -> Double {" }, functionEnd: "}",
    local: { "let \($0) = \($1)" }, result: { "return \($0)" }, condition: { "if \($0) {" },
    call: { $0 }, infinity: ".infinity",
    tableOpen: "static let table: [(Double, Double, Double)] = [",
    tableRow: { "(\($0.joined(separator: ", ")))," }, tableClose: "]",
    check: { slope in
      [
        "static func largestError() -> Double {",
        "  let largestValue = table.map { abs($0.1) }.max() ?? 0",
        "  let largestSlope = table.map { abs($0.2) }.max() ?? 0",
        "  return table.reduce(0) { error, row in",
        "    max(",
        "      error, abs(value(at: row.0) - row.1) / max(largestValue, 1e-300),",
        "      abs(\(slope)(at: row.0) - row.2) / max(largestSlope, 1e-300))",
        "  }",
        "}",
      ]
    })

  static let kotlin = SourceDialect(
    documentation: "//",
    prologue: { calls in
      let names = calls.union(["abs", "max"]).map { $0 == "log1p" ? "ln1p" : $0 }
      return names.sorted().map { "import kotlin.math.\($0)" }
    },
    open: { "object \($0) {" }, close: { _ in ["}"] },
    constant: { "val \($0): Double = \($1)" },
    function: { "fun \($0)(\($1): Double): Double {" }, functionEnd: "}",
    local: { "val \($0) = \($1)" }, result: { "return \($0)" }, condition: { "if (\($0)) {" },
    call: { $0 == "log1p" ? "ln1p" : $0 }, infinity: "Double.POSITIVE_INFINITY",
    tableOpen: "val table: List<DoubleArray> = listOf(",
    tableRow: { "doubleArrayOf(\($0.joined(separator: ", ")))" }, tableSeparator: ",", tableClose: ")",
    check: { slope in
      [
        "fun largestError(): Double {",
        "  val largestValue = table.fold(1e-300) { size, row -> max(size, abs(row[1])) }",
        "  val largestSlope = table.fold(1e-300) { size, row -> max(size, abs(row[2])) }",
        "  return table.fold(0.0) { error, row ->",
        "    val valueError = abs(value(row[0]) - row[1]) / largestValue",
        "    max(error, max(valueError, abs(\(slope)(row[0]) - row[2]) / largestSlope))",
        "  }",
        "}",
      ]
    })

  static let javascript = SourceDialect(
    documentation: "//",
    prologue: { _ in [] },
    open: { "export const \($0) = (() => {" },
    close: { ["  return Object.freeze({ \($0.joined(separator: ", ")) });", "})();"] },
    constant: { "const \($0) = \($1);" },
    function: { "const \($0) = (\($1)) => {" }, functionEnd: "};",
    local: { "const \($0) = \($1);" }, result: { "return \($0);" }, condition: { "if (\($0)) {" },
    call: { "Math.\($0)" }, infinity: "Infinity",
    tableOpen: "const table = [", tableRow: { "[\($0.joined(separator: ", "))]," }, tableClose: "];",
    check: { slope in
      [
        "const largestError = () => {",
        "  const largestValue = Math.max(...table.map((row) => Math.abs(row[1])), 1e-300);",
        "  const largestSlope = Math.max(...table.map((row) => Math.abs(row[2])), 1e-300);",
        "  return Math.max(...table.map((row) => Math.max(",
        "    Math.abs(value(row[0]) - row[1]) / largestValue,",
        "    Math.abs(\(slope)(row[0]) - row[2]) / largestSlope)));",
        "};",
      ]
    })
}
