import ScrollFitting

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

extension SourceDialect {
  /// Its library has no expm1, no log1p and no function abs: they are written out.
  static let dart = SourceDialect(
    documentation: "///",
    prologue: { calls in
      let written: Set = ["abs", "expm1", "log1p"]
      let library = calls.union(["max"]).union(calls.contains("expm1") ? ["exp", "log"] : [])
        .union(calls.contains("log1p") ? ["log"] : []).subtracting(written)
      var lines = ["import 'dart:math' show \(library.sorted().joined(separator: ", "));"]
      lines += ["", "double _abs(double x) => x.abs();"]
      if calls.contains("expm1") {
        // Kahan's: the rounding of e^x is undone by its logarithm.
        lines += [
          "", "/// exp(x) - 1 without cancellation near 0.",
          "double _expm1(double x) {",
          "  final y = exp(x);",
          "  if (y == 1.0) return x;",
          "  if (y == 0.0 || y == double.infinity) return y - 1.0;",
          "  return x.abs() > 1.0 ? y - 1.0 : (y - 1.0) * x / log(y);",
          "}",
        ]
      }
      if calls.contains("log1p") {
        lines += [
          "", "/// log(1 + x) without cancellation near 0.",
          "double _log1p(double x) {",
          "  final y = 1.0 + x;",
          "  return y == 1.0 ? x : log(y) * x / (y - 1.0);",
          "}",
        ]
      }
      return lines
    },
    open: { "abstract final class \($0) {" }, close: { _ in ["}"] },
    constant: { "static const double \($0) = \($1);" },
    function: { "static double \($0)(double \($1)) {" }, functionEnd: "}",
    local: { "final \($0) = \($1);" }, result: { "return \($0);" }, condition: { "if (\($0)) {" },
    call: { ["abs", "expm1", "log1p"].contains($0) ? "_\($0)" : $0 }, infinity: "double.infinity",
    tableOpen: "static const List<List<double>> table = [", tableRow: { "[\($0.joined(separator: ", "))]," },
    tableClose: "];",
    check: { slope in
      [
        "static double largestError() {",
        "  var largestValue = 1e-300, largestSlope = 1e-300, error = 0.0;",
        "  for (final row in table) {",
        "    largestValue = max(largestValue, _abs(row[1]));",
        "    largestSlope = max(largestSlope, _abs(row[2]));",
        "  }",
        "  for (final row in table) {",
        "    error = max(error, _abs(value(row[0]) - row[1]) / largestValue);",
        "    error = max(error, _abs(\(slope)(row[0]) - row[2]) / largestSlope);",
        "  }",
        "  return error;",
        "}",
      ]
    })
}

/// Writes fitted motions in a programming language: a name each for its numbers, value, slope, duration and table.
struct SourceWriter {
  let dialect: SourceDialect

  /// The source, ended by a line feed.
  func write(_ motions: [FittedMotion], comments: [String]) -> String {
    let codes = motions.map(CurveCode.init)
    let calls = codes.reduce(into: Set<String>()) { $0.formUnion($1.calls) }
    var lines = comments.map { $0.isEmpty ? "//" : "// " + $0 }
    let prologue = dialect.prologue(calls)
    if !prologue.isEmpty { lines += [""] + prologue }
    for ((motion, code), name) in zip(zip(motions, codes), motions.names) {
      lines += [""] + write(motion, code, name: name)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func write(_ motion: FittedMotion, _ code: CurveCode, name: String) -> [String] {
    let slope = motion.isOverTime ? "velocity" : "derivative"
    var body: [String] = []
    var names: [String] = []
    func declare(_ name: String, _ comment: String, _ lines: [String]) {
      if comment.isEmpty == false { body.append("\(dialect.documentation) \(comment)") }
      body += lines
      names.append(name)
    }
    for constant in code.constants {
      declare(
        constant.name, constant.comment, [dialect.constant(constant.name, literal(constant.value))])
    }
    if let duration = motion.duration {
      declare("duration", Self.durationComment, [dialect.constant("duration", literal(duration))])
    }
    if let helper = code.helper {
      body.append("")
      declare(helper.name, helper.comment, write(helper))
    }
    body.append("")
    declare("value", motion.valueComment, write(code.value, named: "value", code.argument))
    body.append("")
    declare(slope, motion.slopeComment, write(code.slope, named: slope, code.argument))
    body.append("")
    declare("table", "\(code.argument), value and \(slope) as they were fitted.", table(motion))
    body.append("")
    declare(
      "largestError",
      "The largest difference from the table, as a share of its largest entry: rounding, below 1e-12.",
      dialect.check(slope))
    let documentation = motion.description.map { "\(dialect.documentation) \($0)" }
    let indented = body.map { $0.isEmpty ? "" : "  " + $0 }
    return documentation + [dialect.open(name)] + indented + dialect.close(names)
  }

  private func write(_ function: CurveCode.Function, named name: String, _ argument: String) -> [String] {
    [dialect.function(name, argument)] + statements(function).map { "  " + $0 } + [dialect.functionEnd]
  }

  private func write(_ helper: CurveCode.Helper) -> [String] {
    let isSmall = "\(translated("abs(\(helper.argument))")) < \(literal(helper.limit))"
    return [
      (dialect.helper ?? dialect.function)(helper.name, helper.argument), "  " + dialect.condition(isSmall),
    ]
      + statements(helper.small).map { "    " + $0 } + ["  }"]
      + statements(helper.large).map { "  " + $0 } + [dialect.functionEnd]
  }

  private func statements(_ function: CurveCode.Function) -> [String] {
    var lines: [String] = []
    if let condition = function.zeroWhere {
      lines += [dialect.condition(condition), "  " + dialect.result("0.0"), "}"]
    }
    lines += function.locals.map { dialect.local($0.name, translated($0.expression)) }
    return lines + [dialect.result(translated(function.result))]
  }

  private func translated(_ expression: String) -> String {
    CurveCode.replacing(expression) { CurveCode.functions.contains($0) ? dialect.call($0) : $0 }
  }

  private func table(_ motion: FittedMotion) -> [String] {
    let rows = motion.table.map { dialect.tableRow([$0.abscissa, $0.value, $0.slope].map(literal)) }
    let separated = rows.dropLast().map { $0 + dialect.tableSeparator } + rows.suffix(1)
    return [dialect.tableOpen] + separated.map { "  " + $0 } + [dialect.tableClose]
  }

  /// The shortest decimal that reads back to the same double, with a point or an exponent: every language takes it for
  /// one.
  private func literal(_ value: Double) -> String {
    value == .infinity ? dialect.infinity : value.description
  }

  private static let durationComment = "s: at rest, or so near to it as the fit's settling distance"
}
