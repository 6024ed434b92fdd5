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
