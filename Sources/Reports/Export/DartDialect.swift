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
