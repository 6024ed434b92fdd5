import Testing

@testable import Formula

/// Every way to be no formula, with the column it is found at.
struct ErrorTests {
  @Test(
    arguments: [
      ("", .empty, 1), ("   ", .empty, 4),
      ("y = a$x", .unexpectedCharacter("$"), 6), ("y = a − x", .unexpectedCharacter("−"), 7),
      ("y = 👩‍👩‍👧*x & 1", .unexpectedCharacter("👩‍👩‍👧"), 5), ("é = α*x & 1", .unexpectedCharacter("&"), 9),
      ("y = a*1.2.3", .malformedNumber("1.2.3"), 7), ("y = 1e-", .malformedNumber("1e-"), 5),
      ("y = 2e*x", .malformedNumber("2e"), 5), ("y = a + 1..5", .malformedNumber("1..5"), 9),
      ("y = 1e999", .numberOutOfRange("1e999"), 5), ("y = 1e-999", .numberOutOfRange("1e-999"), 5),
      ("y = a + ", .unexpectedEnd(expected: "a number, a name or a bracket"), 9),
      ("y =", .unexpectedEnd(expected: "a number, a name or a bracket"), 4),
      ("= a*x", .unexpected(found: "=", expected: "a number, a name or a bracket"), 1),
      ("y = a + * x", .unexpected(found: "*", expected: "a number, a name or a bracket"), 9),
      ("y = a, b", .unexpected(found: ",", expected: "an operator or the end"), 6),
      ("y, z = a", .unexpected(found: ",", expected: "an operator or '='"), 2),
      ("y = exp(a,)", .unexpected(found: ")", expected: "a number, a name or a bracket"), 11),
      ("y = (a, b)", .unexpected(found: ",", expected: "an operator or ')'"), 7),
      ("y = 2*foo(x)", .unknownFunction("foo", known: Function.names), 7),
      ("y = k(x + 1)", .unknownFunction("k", known: Function.names), 5),
      ("y = a*exp", .functionWithoutArguments("exp"), 7),
      ("y", .missingEquals, 2), ("a + b*x  ", .missingEquals, 10),
      ("y = a = b", .secondEquals, 7), ("y == a", .secondEquals, 4), ("y = a*x +=", .secondEquals, 10),
      ("y = exp()", .argumentCount(function: "exp", found: 0, expected: 1, orMore: false), 5),
      ("y = a + sin(a, b)", .argumentCount(function: "sin", found: 2, expected: 1, orMore: false), 9),
      ("y = max(a)", .argumentCount(function: "max", found: 1, expected: 2, orMore: true), 5),
      ("y = (a + b", .unclosedBracket("("), 5), ("y = a*exp[b*x", .unclosedBracket("["), 10),
      ("y = ((a)", .unclosedBracket("("), 5), ("log(y = a*x", .unclosedBracket("("), 4),
      ("y = (", .unclosedBracket("("), 5),
      ("y = a + b)", .unopenedBracket(")"), 10), ("y = ]", .unopenedBracket("]"), 5),
      ("y) = a", .unopenedBracket(")"), 2),
      ("y = [a + b)", .mismatchedBracket(found: ")", open: "[", openColumn: 5), 11),
      ("y = 2x", .impliedProduct(left: "2", right: "x"), 6),
      ("y = a x", .impliedProduct(left: "a", right: "x"), 7),
      ("y = (a)(b)", .impliedProduct(left: ")", right: "("), 8),
      ("y = 2(x)", .impliedProduct(left: "2", right: "("), 6),
      ("y = exp(a)b", .impliedProduct(left: ")", right: "b"), 11),
      ("y = x.5", .impliedProduct(left: "x", right: ".5"), 6),
      ("y = a pi", .impliedProduct(left: "a", right: "pi"), 7),
      ("y = pi(2)", .unknownFunction("pi", known: Function.names), 5),
    ] as [(String, FormulaError.Problem, Int)])
  func cannotBeRead(_ text: String, _ problem: FormulaError.Problem, _ column: Int) throws {
    let error = try #require(failure { () throws(FormulaError) in try Formula(text) })
    #expect(error.problem == problem)
    #expect(error.column == column)
    #expect(error.text == text)
    #expect(error.description.hasPrefix("column \(column) of the "))
  }

  @Test(
    "The sentence of a formula's error names the column and the problem",
    arguments: [
      (
        "y = 1 + foo(x)",
        "column 9 of the formula: unknown function 'foo' (known: exp, log, log10, sqrt, sin, cos, "
          + "tan, asin, acos, atan, sinh, cosh, tanh, abs, min, max); write products with '*'"
      ),
      ("y = 2 x", "column 7 of the formula: a product needs a '*': '2*x', not '2 x'"),
      ("y = \u{1b}[31m", "column 5 of the formula: '\\u{1B}' is not allowed in a formula"),
      ("y = max(a)", "column 5 of the formula: 'max' takes 2 arguments or more, not 1"),
    ])
  func sentences(_ text: String, _ sentence: String) throws {
    #expect(failure { () throws(FormulaError) in try Formula(text) }?.description == sentence)
  }

  @Test(arguments: ["(", "[", "2^", "exp(", "-(", "sin[(", "((((a+", "1/("])
  func deepNestingIsAnError(_ opening: String) throws {
    let text = "y = " + String(repeating: opening, count: 10_000)
    let error = try #require(failure { () throws(FormulaError) in try Formula(text) })
    #expect(error.problem == .tooDeep(limit: 200) || "\(error.problem)".contains("unexpected"))
    let closed = "y = " + String(repeating: "(", count: 10_000) + "a" + String(repeating: ")", count: 10_000)
    #expect(failure { () throws(FormulaError) in try Formula(closed) }?.problem == .tooDeep(limit: 200))
  }

  @Test func endlessFormulasAreAnError() throws {
    let text = "y = a" + String(repeating: "+a", count: 10_000)
    #expect(failure { () throws(FormulaError) in try Formula(text) }?.problem == .tooLong(limit: 10_000))
  }

  @Test(
    arguments: [
      ("y = a + b*x", ["t", "x"], .responseWithoutColumn, 1),
      ("y - c = a*x", ["x", "y"], .parameterInResponse("c"), 5),
      ("log(2) = a*x", ["x"], .responseWithoutColumn, nil), ("y = 2*x", ["x", "y"], .noParameter, nil),
      ("y = 2", ["x", "y"], .noParameter, nil),
      ("y = a*exp(x)", ["x", "y", "exp"], .reservedColumn("exp"), nil),
      ("y = a*pi", ["pi", "y"], .reservedColumn("pi"), nil),
      ("log(y) = a*x", ["x", "y", "log"], .reservedColumn("log"), nil),
    ] as [(String, [String], FormulaError.Problem, Int?)])
  func doesNotFitTheColumns(
    _ text: String, _ names: [String], _ problem: FormulaError.Problem, _ column: Int?
  ) throws {
    let formula = try Formula(text)
    let error = try #require(failure { () throws(FormulaError) in try formula.parameters(columns: names) })
    #expect(error.problem == problem)
    #expect(error.column == column)
    let data = Columns(names.map { ($0, [1, 2]) })
    #expect(failure { () throws(FormulaError) in try formula.bound(to: data) } == error)
  }

  @Test func responseHasToBeDefined() throws {
    let data = Columns([("x", [1, 2, 3]), ("y", [1, 2, -3])])
    let error = try #require(
      failure { () throws(FormulaError) in try Formula("log(y) = a*x").bound(to: data) })
    #expect(error.problem == .undefinedResponse(row: 2))
    #expect(error.description == "the left side has no finite value in row 3 of the data")
  }

  /// Ten thousand texts of the grammar's own pieces and of any characters: values or errors.
  @Test func anyTextIsSafe() {
    var generator = Xorshift(state: 20_251_121)
    let pieces = [
      "y", "=", " = ", "a", "b1", "x", "1", ".5", "1e-3", "1e", "+", "-", "*", "/", "^", "**", "(", ")", "[",
      "]", ",",
      "exp(", "log", "min(", "max(", "pi", "sqrt(", "abs(", " ", "é", "👩‍👩‍👧", "\u{0301}", "\u{0}", "\r\n", "−",
      "²", "٣", "½", "&", ".",
      "_", "1.2.3", "1e999", "\u{202e}",
    ]
    for _ in 0..<10_000 {
      let count = Int(generator.next() % 24)
      var text = generator.next() % 2 == 0 ? "y = " : ""
      for _ in 0..<count { text += pieces[Int(generator.next() % UInt64(pieces.count))] }
      if generator.next() % 8 == 0, let scalar = Unicode.Scalar(UInt32(generator.next() % 0x11_0000)) {
        text.unicodeScalars.append(scalar)
      }
      do throws(FormulaError) {
        let formula = try Formula(text)
        let data = Columns([("x", [1, 2, -3]), ("y", [1, 2, 0.5])])
        let bound = try formula.bound(to: data)
        let model = FormulaModel(bound)
        #expect(Set(model.order).count == bound.parameters.count)
        _ = FormulaProblem(bound).linearized(at: bound.parameters.map { _ in 0.5 })
      } catch {
        #expect(!error.description.isEmpty)
        if let column = error.column { #expect(column >= 1 && column <= text.count + 1, "\(text)") }
      }
    }
  }
}

/// A generator of numbers for tests: xorshift64*.
struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
