/// Several strategies of ``LevenbergMarquardt`` from one start, raced until one stands at a proven minimum.
///
/// Where one way of scaling and damping runs onto a plateau or creeps along a bent valley, another does not. The
/// strategies take turns in a fixed order, each with as many evaluations as it has not yet used of 100, 400, 1600 … in
/// a round. The race ends
/// - at the first minimum inside the domains that ``Diagnosis/isMinimum`` proves, or whose residuals are zero;
/// - at the second strategy that proves the same minimum at the edge of a domain, since a strategy that ran against
///   an edge shows little of the inside;
/// - where all have ended, or ``evaluationLimit`` evaluations are used up.
///
/// The answer is the lowest proven minimum; where there is none, the lowest point, which then never claims to be one.
/// A proven minimum may still have a lower one elsewhere: ``MultiStart`` looks for it. On problems that plain
/// Levenberg–Marquardt solves well, this costs about twice its evaluations, the proof included.
///
/// (B. Huberman, R. Lukose and T. Hogg, *An economics approach to hard computational problems*, 1997, for portfolios.)
package struct Portfolio: Sendable {
  /// In the order of their turns. Their own ``LevenbergMarquardt/evaluationLimit`` is not read.
  package var strategies: [LevenbergMarquardt]
  /// For all strategies together, proofs not counted.
  package var evaluationLimit = 100_000

  package init(_ strategies: [LevenbergMarquardt] = Portfolio.standard) { self.strategies = strategies }

  /// Six strategies that fail in different places.
  package static let standard: [LevenbergMarquardt] = [
    strategy(.startingSizes, accelerates: true, damping: 1e-6),
    strategy(.columnNorms, accelerates: true, damping: 1),
    strategy(.startingSizes, accelerates: false, damping: 1),
    strategy(.columnNorms, accelerates: false, damping: 1),
    strategy(.startingSizes, accelerates: true, damping: 1),
    strategy(.columnNorms, accelerates: false, damping: 1e-3),
  ]

  private static func strategy(_ scaling: LevenbergMarquardt.Scaling, accelerates: Bool, damping: Double)
    -> LevenbergMarquardt
  {
    var strategy = LevenbergMarquardt()
    strategy.scaling = scaling
    strategy.accelerates = accelerates
    strategy.initialDamping = damping
    return strategy
  }

  /// - Parameter start: moved into the parameters' domains where it is outside.
  /// - Returns: the minimum; a termination that is ``Termination/converged`` is a proven one. Iterations and path are
  ///   those of the strategy that found it, evaluations those of all strategies and proofs.
  package func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    precondition(!strategies.isEmpty, "a portfolio without strategies")
    return EvaluationBudget.charging(limit: evaluationLimit) { limit in
      var race = Race(problem, start: start, strategies: strategies)
      // What is left of a budget may be nothing: one evaluation shows at least how high the start is.
      return race.run(limit: max(1, limit))
    }
  }
}

private struct Race<Problem: LeastSquaresProblem> {
  private let problem: Problem
  private let start: [Double]
  private let strategies: [LevenbergMarquardt]
  /// Begun at their first turn.
  private var runs: [LevenbergMarquardtRun<Problem>?]
  /// The minimum that each strategy has reached, in their order.
  private var reached: [Minimum?]
  /// True if a strategy has ended and its end is a proven minimum; nil while it runs.
  private var isProven: [Bool?]
  private var proofs = 0

  init(_ problem: Problem, start: [Double], strategies: [LevenbergMarquardt]) {
    self.problem = problem
    self.start = start
    self.strategies = strategies
    runs = strategies.map { _ in nil }
    reached = strategies.map { _ in nil }
    isProven = strategies.map { _ in nil }
  }

  mutating func run(limit: Int) -> Minimum {
    var turn = 100
    while isProven.contains(nil), used < limit {
      for index in runs.indices where isProven[index] == nil && used < limit {
        let own = reached[index]?.evaluations ?? 0
        // Out of the array while it runs, so that its buffers are not copied.
        var run = runs[index] ?? LevenbergMarquardtRun(problem, start: start, settings: strategies[index])
        runs[index] = nil
        let minimum = run.resume(limit: min(turn, own + limit - used))
        runs[index] = run
        reached[index] = minimum
        guard minimum.termination != .evaluationLimit else { continue }
        // What has no value at the start has none for any strategy.
        if minimum.termination == .undefined { return minimum }
        isProven[index] = prove(minimum)
        if isProven[index] == true, ends(with: minimum) { return answer() }
      }
      turn = min(4 * turn, max(turn, limit))
    }
    return answer()
  }

  private var used: Int { reached.reduce(0) { $0 + ($1?.evaluations ?? 0) } }

  private mutating func prove(_ minimum: Minimum) -> Bool {
    switch minimum.termination {
    case .exact: return true
    case .gradient, .step, .bound:
      if proven.contains(where: { $0.isSame(as: minimum) }) { return true }
      let diagnosis = Diagnosis(of: problem, at: minimum.parameters)
      proofs += diagnosis.evaluations
      return diagnosis.isMinimum
    case .linear, .kink, .noDescent, .evaluationLimit, .budget, .undefined: return false
    }
  }

  private var proven: [Minimum] {
    zip(reached, isProven).compactMap { minimum, isProven in isProven == true ? minimum : nil }
  }

  private func ends(with minimum: Minimum) -> Bool {
    minimum.termination.converged || proven.count { $0.isSame(as: minimum) } > 1
  }

  private func answer() -> Minimum {
    let all = reached.compactMap { $0 }
    let evaluations = used + proofs
    if let best = proven.min(by: { $0.sumOfSquares < $1.sumOfSquares }) {
      return best.with(best.termination, evaluations: evaluations)
    }
    let best = all.min { $0.sumOfSquares < $1.sumOfSquares } ?? all[0]
    return best.with(best.termination.converged ? .noDescent : best.termination, evaluations: evaluations)
  }
}

extension Minimum {
  fileprivate func with(_ termination: Termination, evaluations: Int) -> Minimum {
    Minimum(
      parameters: parameters, sumOfSquares: sumOfSquares, termination: termination, iterations: iterations,
      evaluations: evaluations, path: path)
  }
}
