/// The linear parameters of a code, decided on the expression.
///
/// An expression is jointly affine in a set of parameters where each is affine by itself and no two of the set are
/// multiplied: so the code is walked once, with the set of parameters every part depends on. Terms that cancel, as in
/// b·b − b·b, are not looked for.
struct LinearParameters {
  /// Parameters under a function, a divisor or a power, or multiplied by themselves.
  private var nonlinear: Set<Int> = []
  /// Pairs that are multiplied by each other, both ways.
  private var partners: [Int: Set<Int>] = [:]

  /// The largest set of parameters that the code is jointly affine in; of several, the one whose members come first.
  /// - Parameter excluded: parameters that are to stay among the others.
  static func of(_ code: Code, excluding excluded: Set<Int> = []) -> [Int] {
    var analysis = LinearParameters()
    let present = analysis.walk(code)
    let candidates = present.subtracting(analysis.nonlinear).subtracting(excluded).sorted()
    let free = candidates.filter { analysis.partnersIn(candidates, of: $0).isEmpty }
    let contested = candidates.filter { !analysis.partnersIn(candidates, of: $0).isEmpty }
    return (free + analysis.largestChoice(contested[...])).sorted()
  }

  private mutating func walk(_ code: Code) -> Set<Int> {
    var stack: [Set<Int>] = []
    for instruction in code.instructions {
      switch instruction {
      case .constant, .variable: stack.append([])
      case .parameter(let index): stack.append([index])
      case .negate: break
      case .square, .expm1, .log1p, .function: nonlinear.formUnion(stack[stack.count - 1])
      case .add, .subtract: merge(&stack) { _, _, _ in }
      case .multiply:
        merge(&stack) { analysis, left, right in
          analysis.nonlinear.formUnion(left.intersection(right))
          guard !right.isEmpty else { return }
          for index in left { analysis.partners[index, default: []].formUnion(right) }
          for index in right { analysis.partners[index, default: []].formUnion(left) }
        }
      // Of a quotient the numerator may be linear, whatever divides it.
      case .divide: merge(&stack) { analysis, _, right in analysis.nonlinear.formUnion(right) }
      case .power, .minimum, .maximum:
        merge(&stack) { analysis, left, right in analysis.nonlinear.formUnion(left.union(right)) }
      }
    }
    return stack.last ?? []
  }

  private mutating func merge(
    _ stack: inout [Set<Int>], _ note: (inout LinearParameters, _ left: Set<Int>, _ right: Set<Int>) -> Void
  ) {
    let right = stack.removeLast()
    note(&self, stack[stack.count - 1], right)
    stack[stack.count - 1].formUnion(right)
  }

  private func partnersIn(_ candidates: some Sequence<Int>, of index: Int) -> [Int] {
    guard let all = partners[index] else { return [] }
    return candidates.filter { $0 != index && all.contains($0) }
  }

  /// The largest set without partners, by trying the first with and without; greedily where that would take long.
  private func largestChoice(_ contested: ArraySlice<Int>) -> [Int] {
    guard let first = contested.first else { return [] }
    let rest = contested.dropFirst()
    let taken = partners[first] ?? []
    let with = [first] + largestChoice(rest.filter { !taken.contains($0) }[...])
    if contested.count > 16 || partnersIn(rest, of: first).isEmpty { return with }
    let without = largestChoice(rest)
    return without.count > with.count ? without : with
  }
}

/// An expression taken apart: rest + Σ cⱼ·coefficientⱼ, each part free of the parameters c.
struct AffineParts {
  /// The parts by the index of their parameter; nil is the rest. A part that is missing is 0.
  private(set) var parts: [Int?: Code]

  /// - Parameter linear: parameters that the code is jointly affine in.
  init(_ code: Code, linear: Set<Int>) {
    var stack: [AffineParts] = []
    for instruction in code.instructions {
      switch instruction {
      case .parameter(let index) where linear.contains(index):
        stack.append(AffineParts([index: Code(.constant(.init(1)))]))
      case .negate:
        stack[stack.count - 1].parts = stack[stack.count - 1].parts.mapValues { $0.applying(.negate) }
      case .add, .subtract:
        let right = stack.removeLast()
        stack[stack.count - 1].combine(instruction, right)
      case .multiply, .divide, .power, .minimum, .maximum:
        let right = stack.removeLast()
        stack[stack.count - 1].scale(instruction, right)
      case .constant, .parameter, .variable: stack.append(AffineParts([nil: Code(instruction)]))
      case .square, .expm1, .log1p, .function:
        stack[stack.count - 1].parts = stack[stack.count - 1].parts.mapValues { $0.applying(instruction) }
      }
    }
    self = stack[0]
  }

  private init(_ parts: [Int?: Code]) { self.parts = parts }

  private mutating func combine(_ operation: Instruction, _ right: AffineParts) {
    for (index, code) in right.parts {
      if parts[index] != nil {
        parts[index]?.apply(operation, code)
      } else {
        parts[index] = operation == .subtract ? code.applying(.negate) : code
      }
    }
  }

  /// An operation of which one operand, the right one but for products, is free of the parameters c.
  private mutating func scale(_ operation: Instruction, _ right: AffineParts) {
    if let factor = right.parts[nil], right.parts.count == 1 {
      parts = parts.mapValues { $0.applying(operation, factor) }
    } else if let factor = parts[nil] {
      parts = right.parts.mapValues { factor.applying(operation, $0) }
    }
  }
}

extension Code {
  fileprivate func applying(_ operation: Instruction) -> Code {
    var code = self
    code.apply(operation)
    return code
  }

  fileprivate func applying(_ operation: Instruction, _ right: Code) -> Code {
    var code = self
    code.apply(operation, right)
    return code
  }
}
