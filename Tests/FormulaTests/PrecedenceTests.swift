import Testing

@testable import Formula

/// The values of formulas. They are Python's for the same text with `**` and `math.` names.
struct PrecedenceTests {
  @Test(
    "Constant expressions have Python's values",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 - 3 - 4", -5), ("2 / 4 / 8", 0.0625), ("2 / 4 * 8", 4),
      ("2 ** 3 ** 2", 512), ("2 ^ 3 ^ 2", 512), ("(2 ^ 3) ^ 2", 64), ("-3 ^ 2", -9), ("(-3) ^ 2", 9),
      ("2 ^ -1", 0.5), ("2 ** -2 ** 2", 0.0625), ("-2 ^ -2", -0.25), ("3 * -2", -6), ("3 - -2", 5),
      ("--2", 2),
      ("-+-2", 2), ("2 * 3 ^ 2", 18), ("-2 * 3", -6), ("18 / 3 ^ 2", 2), ("1 - 2 ^ 2 * 3 + 4", -7),
      ("[1 + 2] * (3 - [4])", -3), (".5 + 1e-3 + 1E2 + 2.", 102.501), ("1e3", 1000),
      ("exp[-0.5]", 0.6065306597126334),
      ("log(10)", 2.302585092994046), ("log10(1000)", 3), ("sqrt(2)", 1.4142135623730951),
      ("sin(1)", 0.8414709848078965), ("cos(1)", 0.5403023058681398), ("tan(1)", 1.5574077246549023),
      ("asin(0.5)", 0.5235987755982989), ("acos(0.5)", 1.0471975511965979), ("atan(2)", 1.1071487177940904),
      ("sinh(1)", 1.1752011936438014), ("cosh(1)", 1.5430806348152437), ("tanh(1)", 0.7615941559557649),
      ("abs(-2.5)", 2.5), ("min(3, 1, 2)", 1), ("max(3, 1, 2, 7)", 7), ("min(2, -1) ^ 2", 1),
      ("2 * pi", 6.283185307179586), ("-pi ^ 2", -9.869604401089358), ("1\u{a0}+\n2\t", 3),
      ("exp (1)", 2.718281828459045),
    ])
  func constants(_ text: String, _ expected: Double) throws {
    #expect(try relativeError(value(text), expected) <= 3e-16)
    // The same with numbers behind names, where nothing is computed beforehand.
    #expect(try relativeError(value("(\(text)) + 0 * x", ["x": 1]), expected) <= 3e-16)
  }

  @Test(
    "Expressions with names have Python's values",
    arguments: [
      ("-x^2", -6.25), ("x^-1", 0.4), ("-x**2*k + k/x", -17.55), ("2^x^k", 50535.1643269674),
      ("1 - exp(-k*x)", 0.9994469156298522), ("exp(k*x) - 1", 1807.0424144560632),
      ("log(1 + x/k)", 0.6061358035703156),
      ("log(x + 1)", 1.252762968495368), ("x*(1)*k/1", 7.5), ("x^1", 2.5), ("abs(x - k)", 0.5),
      ("min(x, k) - max(x, k)", -0.5),
      ("sqrt(x*k)/pi", 0.8717275246988209),
    ])
  func names(_ text: String, _ expected: Double) throws {
    #expect(try relativeError(value(text, ["x": 2.5, "k": 3]), expected) <= 5e-16)
  }

  @Test func differencesWithOneKeepTheirDigits() throws {
    #expect(try value("1 - exp(-u)", ["u": 1e-12]) == 9.999999999995e-13)
    #expect(try value("exp(u) - 1", ["u": -1e-12]) == -9.999999999995e-13)
    #expect(try value("log(1 + u)", ["u": 1e-12]) == 9.999999999995e-13)
    #expect(try relativeError(value("log(1 + u*(2 + 1))", ["u": 1e-12]), 2.9999999999955e-12) < 1e-15)
    #expect(try value("a*(1 - exp(-u))", ["u": 1e-12, "a": 2]) == 1.999999999999e-12)
  }

  @Test func undefinedIsNotANumber() throws {
    for text in [
      "log(-1)", "sqrt(-x)", "(-x)^0.5", "asin(2*x)", "0/0", "0*(1/0)", "min(log(-1), x)", "max(x, log(-1))",
    ] {
      #expect(try value(text, ["x": 1]).isNaN, "\(text)")
    }
    #expect(try value("1/0 + x", ["x": 1]) == .infinity)
  }

  @Test func namesInOrderOfFirstAppearance() throws {
    let names = try Expression("b2*x + b10*contentOffset.y - b2/δ_1 + pi").names
    #expect(names == ["b2", "x", "b10", "contentOffset.y", "δ_1"])
  }

  @Test("Deep and long inputs are values or errors, never crashes")
  func longFormulas() throws {
    let sum = Array(repeating: "x", count: 9_999).joined(separator: " + ")
    #expect(try value(sum, ["x": 1]) == 9_999)
    #expect(try value(String(repeating: "-", count: 100_000) + "x", ["x": 1]) == 1)
    #expect(
      try value(String(repeating: "(", count: 199) + "x" + String(repeating: ")", count: 199), ["x": 4]) == 4)
  }
}
