import LinearAlgebra

/// A code made ready to be run: over doubles, dual numbers and double-doubles.
struct Program: Sendable {
  private let instructions: [Instruction]
  /// The height of the stack.
  let height: Int

  init(_ code: Code) {
    instructions = code.instructions
    var (height, highest) = (0, 0)
    for instruction in instructions {
      height += 1 - instruction.operandCount
      highest = max(highest, height)
    }
    self.height = highest
  }

  /// Room to run any of the programs in.
  static func stack<S: Scalar>(for programs: some Sequence<Program>) -> [S] {
    [S](repeating: S(0.0), count: programs.reduce(1) { max($0, $1.height) })
  }

  /// The value, given the values of parameters and variables by their indices.
  /// - Parameter stack: at least ``height`` numbers; what they are is not read.
  @inline(__always)
  func run<S: Scalar>(
    on stack: inout [S], parameter: (Int) -> S, variable: (Int) -> S
  ) -> S {
    var stack = stack.mutableSpan
    var top = -1
    for instruction in instructions {
      switch instruction {
      case .constant(let value):
        top += 1
        stack[top] = S(value)
      case .parameter(let index):
        top += 1
        stack[top] = parameter(index)
      case .variable(let index):
        top += 1
        stack[top] = variable(index)
      case .add:
        top -= 1
        stack[top] = stack[top] + stack[top + 1]
      case .subtract:
        top -= 1
        stack[top] = stack[top] - stack[top + 1]
      case .multiply:
        top -= 1
        stack[top] = stack[top] * stack[top + 1]
      case .divide:
        top -= 1
        stack[top] = stack[top] / stack[top + 1]
      case .power:
        top -= 1
        stack[top] = S.power(stack[top], stack[top + 1])
      case .minimum:
        top -= 1
        stack[top] = S.min(stack[top], stack[top + 1])
      case .maximum:
        top -= 1
        stack[top] = S.max(stack[top], stack[top + 1])
      case .negate: stack[top] = -stack[top]
      case .square: stack[top] = stack[top] * stack[top]
      case .expm1: stack[top] = S.expm1(stack[top])
      case .log1p: stack[top] = S.log1p(stack[top])
      case .function(let function): stack[top] = function(stack[top])
      }
    }
    return stack[0]
  }
}

extension Function {
  /// The function of one argument.
  @inline(__always)
  func callAsFunction<S: Scalar>(_ x: S) -> S {
    switch self {
    case .exp: S.exp(x)
    case .log: S.log(x)
    case .log10: S.log10(x)
    case .sqrt: S.sqrt(x)
    case .sin: S.sin(x)
    case .cos: S.cos(x)
    case .tan: S.tan(x)
    case .asin: S.asin(x)
    case .acos: S.acos(x)
    case .atan: S.atan(x)
    case .sinh: S.sinh(x)
    case .cosh: S.cosh(x)
    case .tanh: S.tanh(x)
    case .abs: S.abs(x)
    // Written as operations of two operands.
    case .min, .max: x
    }
  }
}

/// One step of a program on a stack of scalars.
enum Instruction: Equatable, Sendable {
  case constant(DoubleDouble)
  case parameter(Int)
  case variable(Int)
  case add, subtract, multiply, divide, power, minimum, maximum
  case negate, square, expm1, log1p
  case function(Function)
}

/// An expression as a flat program in postfix order: each instruction takes its operands from the stack and leaves its
/// value there.
///
/// Nothing here recurses, so an expression of any shape is safe to walk, rewrite and release.
struct Code: Equatable, Sendable {
  private(set) var instructions: [Instruction]

  init(_ instruction: Instruction) { instructions = [instruction] }

  /// The value, where the code is one constant.
  var constant: DoubleDouble? {
    guard instructions.count == 1, case .constant(let value) = instructions[0] else { return nil }
    return value
  }

  private func isConstant(_ number: Double) -> Bool { constant == DoubleDouble(number) }

  /// Puts an operation of one operand behind the code; computes it where the operand is a constant.
  mutating func apply(_ operation: Instruction) {
    let isKnown = constant != nil
    instructions.append(operation)
    if isKnown { fold() }
  }

  mutating func apply(_ function: Function) {
    // ln(1 + u) loses the digits of a small u, and so does the difference of e^u and 1 below.
    if function == .log, instructions.last == .add, let rest = withoutLeadingOne {
      self = rest
      instructions.append(.log1p)
    } else {
      apply(.function(function))
    }
  }

  /// Puts a second operand and an operation of two behind the code.
  mutating func apply(_ operation: Instruction, _ right: Code) {
    switch operation {
    case .multiply where isConstant(1): self = right
    case .multiply where right.isConstant(1), .divide where right.isConstant(1),
      .power where right.isConstant(1):
      break
    case .power where right.isConstant(2): apply(.square)
    case .subtract where isConstant(1) && right.endsInExponential:
      self = right
      instructions[instructions.count - 1] = .expm1
      instructions.append(.negate)
    case .subtract where right.isConstant(1) && endsInExponential:
      instructions[instructions.count - 1] = .expm1
    default:
      let isKnown = constant != nil && right.constant != nil
      instructions += right.instructions
      instructions.append(operation)
      if isKnown { fold() }
    }
  }

  private var endsInExponential: Bool { instructions.last == .function(.exp) }

  /// u, where the code is 1 + u.
  private var withoutLeadingOne: Code? {
    guard instructions.first == .constant(DoubleDouble(1)) else { return nil }
    // The operand after the 1 has to be all of the rest.
    var rest = self
    rest.instructions.removeFirst()
    rest.instructions.removeLast()
    return rest.isOneOperand ? rest : nil
  }

  private var isOneOperand: Bool {
    var height = 0
    for instruction in instructions {
      height += 1 - instruction.operandCount
      if height < 1 { return false }
    }
    return height == 1
  }

  /// Replaces an operation on constants by its value, to more digits than a double has.
  private mutating func fold() {
    let program = Program(self)
    var extended: [DoubleDouble] = Program.stack(for: [program])
    let undefined = DoubleDouble(.nan)
    var value = program.run(on: &extended, parameter: { _ in undefined }, variable: { _ in undefined })
    if value.high.isNaN {
      // At the ends of the range a double may have a value where its error term has none.
      var stack: [Double] = Program.stack(for: [program])
      value = DoubleDouble(program.run(on: &stack, parameter: { _ in .nan }, variable: { _ in .nan }))
    }
    instructions = [.constant(value)]
  }
}

extension Instruction {
  var operandCount: Int {
    switch self {
    case .constant, .parameter, .variable: 0
    case .negate, .square, .expm1, .log1p, .function: 1
    case .add, .subtract, .multiply, .divide, .power, .minimum, .maximum: 2
    }
  }
}

extension Code {
  /// The code with every parameter replaced by a code, and everything that became constant computed.
  func replacingParameters(_ replacement: (Int) -> Code) -> Code {
    var stack: [Code] = []
    for instruction in instructions {
      switch instruction {
      case .parameter(let index): stack.append(replacement(index))
      case .function(let function): stack[stack.count - 1].apply(function)
      default:
        switch instruction.operandCount {
        case 0: stack.append(Code(instruction))
        case 1: stack[stack.count - 1].apply(instruction)
        default:
          let right = stack.removeLast()
          stack[stack.count - 1].apply(instruction, right)
        }
      }
    }
    return stack[0]
  }

  var parameters: Set<Int> {
    instructions.reduce(into: []) { if case .parameter(let index) = $1 { $0.insert(index) } }
  }
}
