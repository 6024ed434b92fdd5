import LinearAlgebra

/// Reads a formula by recursive descent:
///
///     sum     = product { ("+" | "-") product }
///     product = signed { ("*" | "/") signed }
///     signed  = { "+" | "-" } power
///     power   = primary [ ("^" | "**") signed ]
///     primary = number | "pi" | name | function bracket | bracket
///
/// so that powers bind tighter than the sign before them and group from the right.
struct Parser {
  /// Deep enough for any formula that a person writes, shallow enough for any thread's stack.
  static let depthLimit = 200
  static let lengthLimit = 10_000

  private var scanner: Scanner
  private var token: Token
  private var previous: Token
  private var depth = 0
  private var length = 0
  private var hasEquals = false
  /// Names by the index they have in the code, and the columns of their first appearance.
  private(set) var names = Names()

  init(_ text: String) throws(FormulaError) {
    scanner = Scanner(text)
    token = try scanner.next()
    previous = token
    if token.kind == .end { throw error(.empty) }
  }

  /// A whole text that is one expression.
  mutating func expression() throws(FormulaError) -> Code {
    let code = try sum()
    if token.kind != .end { throw unexpected("an operator or the end") }
    return code
  }

  /// The text up to its `=`, which is taken off; the rest is then an ``expression()``.
  mutating func leftSide() throws(FormulaError) -> Code {
    let code = try sum()
    if token.kind == .end { throw error(.missingEquals) }
    if token.kind != .equals { throw unexpected("an operator or '='") }
    hasEquals = true
    try advance()
    return code
  }

  /// Forgets the names read so far: the sides of an equation count their own.
  mutating func takeNames() -> Names {
    defer { names = Names() }
    return names
  }

  private mutating func sum() throws(FormulaError) -> Code {
    var code = try product()
    while let operation = token.kind.sumOperation {
      try advance()
      code.apply(operation, try product())
    }
    return code
  }

  private mutating func product() throws(FormulaError) -> Code {
    var code = try signed()
    while let operation = token.kind.productOperation {
      try advance()
      code.apply(operation, try signed())
    }
    return code
  }

  private mutating func signed() throws(FormulaError) -> Code {
    var isNegative = false
    while token.kind == .minus || token.kind == .plus {
      if token.kind == .minus { isNegative.toggle() }
      try advance()
    }
    var code = try power()
    if isNegative { code.apply(.negate) }
    return code
  }

  private mutating func power() throws(FormulaError) -> Code {
    var code = try primary()
    guard token.kind == .power else { return code }
    try descend()
    try advance()
    code.apply(.power, try signed())
    depth -= 1
    return code
  }

  private mutating func primary() throws(FormulaError) -> Code {
    let first = token
    var code: Code
    switch first.kind {
    case .number(let value):
      try advance()
      code = Code(.constant(value))
    case .name:
      try advance()
      if token.kind == .open {
        code = try call(first)
      } else if first.text == "pi" {
        code = Code(.constant(.pi))
      } else if Function(rawValue: first.text) != nil {
        throw error(.functionWithoutArguments(first.text), at: first)
      } else {
        code = Code(.parameter(names.index(of: first.text, column: first.column)))
      }
    case .open:
      code = try bracket { parser throws(FormulaError) in [try parser.sum()] }[0]
    default: throw unexpected("a number, a name or a bracket")
    }
    length += 1
    if length > Self.lengthLimit { throw error(.tooLong(limit: Self.lengthLimit), at: first) }
    if token.kind.startsOperand { throw error(.impliedProduct(left: previous.text, right: token.text)) }
    return code
  }

  private mutating func call(_ name: Token) throws(FormulaError) -> Code {
    guard let function = Function(rawValue: name.text) else {
      throw error(.unknownFunction(name.text, known: Function.names), at: name)
    }
    let arguments = try bracket { parser throws(FormulaError) in try parser.arguments() }
    let expected = function.argumentCount
    guard arguments.count == expected || (function.takesMore && arguments.count > expected) else {
      throw error(
        .argumentCount(
          function: name.text, found: arguments.count, expected: expected, orMore: function.takesMore),
        at: name)
    }
    var code = arguments[0]
    switch function {
    case .min: for argument in arguments.dropFirst() { code.apply(.minimum, argument) }
    case .max: for argument in arguments.dropFirst() { code.apply(.maximum, argument) }
    default: code.apply(function)
    }
    return code
  }

  private mutating func arguments() throws(FormulaError) -> [Code] {
    if token.kind == .close { return [] }
    var arguments = [try sum()]
    while token.kind == .comma {
      try advance()
      arguments.append(try sum())
    }
    return arguments
  }

  private mutating func bracket(
    _ content: (inout Parser) throws(FormulaError) -> [Code]
  ) throws(FormulaError) -> [Code] {
    let open = token
    try descend()
    try advance()
    if token.kind == .end { throw error(.unclosedBracket(Character(open.text)), at: open) }
    let codes = try content(&self)
    switch token.kind {
    case .close:
      guard (open.text == "(") == (token.text == ")") else {
        throw error(
          .mismatchedBracket(
            found: Character(token.text), open: Character(open.text), openColumn: open.column))
      }
    case .end, .equals: throw error(.unclosedBracket(Character(open.text)), at: open)
    default: throw unexpected("an operator or '\(open.text == "(" ? ")" : "]")'")
    }
    try advance()
    depth -= 1
    return codes
  }

  private mutating func descend() throws(FormulaError) {
    depth += 1
    if depth > Self.depthLimit { throw error(.tooDeep(limit: Self.depthLimit)) }
  }

  private mutating func advance() throws(FormulaError) {
    previous = token
    token = try scanner.next()
  }

  private func unexpected(_ expected: String) -> FormulaError {
    switch token.kind {
    case .end: error(.unexpectedEnd(expected: expected))
    case .close where depth == 0: error(.unopenedBracket(Character(token.text)))
    case .equals where hasEquals: error(.secondEquals)
    default: error(.unexpected(found: token.text, expected: expected))
    }
  }

  private func error(_ problem: FormulaError.Problem, at position: Token? = nil) -> FormulaError {
    FormulaError(problem, text: scanner.text, column: (position ?? token).column)
  }
}

extension Token.Kind {
  fileprivate var sumOperation: Instruction? {
    switch self {
    case .plus: .add
    case .minus: .subtract
    default: nil
    }
  }

  fileprivate var productOperation: Instruction? {
    switch self {
    case .times: .multiply
    case .over: .divide
    default: nil
    }
  }

  fileprivate var startsOperand: Bool {
    switch self {
    case .number, .name, .open: true
    default: false
    }
  }
}

/// The names of an expression in the order of their first appearance.
struct Names: Equatable, Sendable {
  private(set) var all: [String] = []
  private(set) var columns: [Int] = []
  private var indices: [String: Int] = [:]

  /// The index of a name, which is added where it is new.
  mutating func index(of name: String, column: Int) -> Int {
    if let index = indices[name] { return index }
    indices[name] = all.count
    all.append(name)
    columns.append(column)
    return all.count - 1
  }
}
