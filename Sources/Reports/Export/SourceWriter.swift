import ScrollFitting

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
