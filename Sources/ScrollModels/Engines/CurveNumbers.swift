/// The numbers that make an engine's curve through samples: the model's state and constants, and the time from its start to the
/// first sample. An estimator moves one of them after the other in place.
package struct CurveNumbers: Sendable {
  package private(set) var state: [Double]
  package private(set) var constants: [Double]
  /// s.
  package var start: Double

  /// - Parameter numbers: the state, the constants and, last, the start.
  package init(_ numbers: [Double], of model: some EngineModel) {
    let count = model.state.count
    state = Array(numbers[..<count])
    constants = Array(numbers[count..<(numbers.count - 1)])
    start = numbers[numbers.count - 1]
  }

  /// The number at a position in the order of ``init(_:of:)``.
  package subscript(position: Int) -> Double {
    get {
      if position < state.count { return state[position] }
      return isStart(position) ? start : constants[position - state.count]
    }
    set {
      if position < state.count {
        state[position] = newValue
      } else if isStart(position) {
        start = newValue
      } else {
        constants[position - state.count] = newValue
      }
    }
  }

  /// Returns true for the position of the start.
  func isStart(_ position: Int) -> Bool { position == state.count + constants.count }
}

/// One of a curve's numbers at two values, for a difference.
package struct ParameterStep {
  /// The position in ``CurveNumbers``.
  package let index: Int
  package let behind: Double
  package let ahead: Double

  package init(index: Int, behind: Double, ahead: Double) {
    (self.index, self.behind, self.ahead) = (index, behind, ahead)
  }
}

extension EngineModel {
  /// The curve of numbers, whose start it does not see.
  func curve(of numbers: CurveNumbers, context: EngineContext) -> Curve {
    curve(state: numbers.state, constants: numbers.constants, context: context)
  }

  package func fill(
    _ values: inout [Double], with numbers: CurveNumbers, at abscissas: [Double], context: EngineContext
  ) {
    let curve = curve(of: numbers, context: context)
    let start = numbers.start
    values.withUnsafeMutableBufferPointer { values in
      for i in abscissas.indices { values[i] = curve.value(at: abscissas[i] + start) }
    }
  }

  package func fillDifferences(
    _ column: UnsafeMutableBufferPointer<Double>, along step: ParameterStep, of numbers: inout CurveNumbers,
    at abscissas: [Double], context: EngineContext
  ) {
    let own = numbers[step.index]
    numbers[step.index] = step.ahead
    let (ahead, later) = (curve(of: numbers, context: context), numbers.start)
    numbers[step.index] = step.behind
    let behind = numbers.isStart(step.index) ? ahead : curve(of: numbers, context: context)
    let earlier = numbers.start
    numbers[step.index] = own
    let width = step.ahead - step.behind
    for i in abscissas.indices {
      let difference = ahead.value(at: abscissas[i] + later) - behind.value(at: abscissas[i] + earlier)
      column[i] = difference / width
    }
  }
}
