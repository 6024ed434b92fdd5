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
  private var pairCount = 0

  /// Beyond so many pairs the right one of two factors counts as nonlinear: their number grows with the formula's square.
  private static let pairLimit = 100_000

  /// The largest set of parameters that the code is jointly affine in; of several, the one whose members come first.
  /// - Parameter excluded: parameters that are to stay among the others.
  static func of(_ code: Code, excluding excluded: Set<Int> = []) -> [Int] {
    var analysis = LinearParameters()
    let present = analysis.walk(code)
    let candidates = present.subtracting(analysis.nonlinear).subtracting(excluded)
    let contested = candidates.filter { !analysis.partners[$0, default: []].isDisjoint(with: candidates) }
    return (candidates.subtracting(contested) + analysis.choice(contested.sorted())).sorted()
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
          analysis.pair(left, right)
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

  private mutating func pair(_ left: Set<Int>, _ right: Set<Int>) {
    guard !left.isEmpty, !right.isEmpty else { return }
    pairCount += left.count * right.count
    guard pairCount <= Self.pairLimit else {
      nonlinear.formUnion(right)
      return
    }
    for index in left { partners[index, default: []].formUnion(right) }
    for index in right { partners[index, default: []].formUnion(left) }
  }

  /// A set without partners: the first ones while many are left, then the largest of the rest.
  private func choice(_ contested: [Int]) -> [Int] {
    var chosen: [Int] = []
    var rest = contested[...]
    while rest.count > 16, let first = rest.popFirst() {
      chosen.append(first)
      rest = without(partners(of: first), in: rest)
    }
    return chosen + largestChoice(rest)
  }

  /// The largest set without partners, by trying the first with and without.
  private func largestChoice(_ contested: ArraySlice<Int>) -> [Int] {
    guard let first = contested.first else { return [] }
    let rest = contested.dropFirst()
    let allowed = without(partners(of: first), in: rest)
    let with = [first] + largestChoice(allowed)
    if allowed.count == rest.count { return with }
    let without = largestChoice(rest)
    return without.count > with.count ? without : with
  }

  private func partners(of index: Int) -> Set<Int> { partners[index] ?? [] }

  private func without(_ excluded: Set<Int>, in indices: ArraySlice<Int>) -> ArraySlice<Int> {
    indices.filter { !excluded.contains($0) }[...]
  }
}

/// An expression taken apart: rest + Σ cⱼ·coefficientⱼ, each part free of the parameters c.
struct AffineParts {
  /// The parts by the index of their parameter; nil is the rest. A part that is missing is 0.
  private(set) var parts: [Int?: Code]

  /// Instructions of all parts: each of many parts has a copy of what multiplies them all.
  private static let lengthLimit = 100_000

  /// - Parameter linear: parameters that the code is jointly affine in.
  /// - Returns: nil where the parts would be far longer than the code.
  init?(_ code: Code, linear: Set<Int>) {
    var stack: [AffineParts] = []
    for instruction in code.instructions {
      switch instruction {
      case .parameter(let index) where linear.contains(index):
        stack.append(AffineParts([index: Code(.constant(.init(1)))]))
      case .add, .subtract:
        let right = stack.removeLast()
        stack[stack.count - 1].combine(instruction, right)
      case .multiply, .divide, .power, .minimum, .maximum:
        let right = stack.removeLast()
        stack[stack.count - 1].scale(instruction, right)
        guard stack[stack.count - 1].length <= Self.lengthLimit else { return nil }
      case .constant, .parameter, .variable: stack.append(AffineParts([nil: Code(instruction)]))
      case .negate, .square, .expm1, .log1p, .function:
        stack[stack.count - 1].changeEach { $0.apply(instruction) }
      }
    }
    self = stack[0]
  }

  private init(_ parts: [Int?: Code]) { self.parts = parts }

  private var length: Int { parts.values.reduce(0) { $0 + $1.instructions.count } }

  private mutating func combine(_ operation: Instruction, _ right: AffineParts) {
    for (index, code) in right.parts {
      if parts[index] != nil {
        parts[index]?.apply(operation, code)
      } else {
        parts[index] = code
        if operation == .subtract { parts[index]?.apply(.negate) }
      }
    }
  }

  /// An operation of which one operand, the right one but for products, is free of the parameters c.
  private mutating func scale(_ operation: Instruction, _ right: AffineParts) {
    if let factor = right.parts[nil], right.parts.count == 1 {
      changeEach { $0.apply(operation, factor) }
    } else if let factor = parts[nil] {
      parts = right.parts
      changeEach { code in
        var product = factor
        product.apply(operation, code)
        code = product
      }
    }
  }

  private mutating func changeEach(_ change: (inout Code) -> Void) {
    for index in Array(parts.keys) {
      // Taken out, a code is changed in place.
      guard var code = parts.removeValue(forKey: index) else { continue }
      change(&code)
      parts[index] = code
    }
  }
}
