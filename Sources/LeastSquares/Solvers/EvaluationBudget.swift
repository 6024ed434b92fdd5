internal import Synchronization

/// The number of evaluations that several runs of solvers may make together: from all starts of a search, or along all
/// profiles of a fit.
///
/// A run inside of ``limiting(to:_:)`` that the budget stops ends with ``Termination/budget``, and so does every later
/// one. Threads that the body starts are not part of it.
package final class EvaluationBudget: Sendable {
  /// The budget that runs are charged to.
  @TaskLocal private static var current: EvaluationBudget?

  private let total: Int
  private let used = Atomic(0)
  private let isOverdrawn = Atomic(false)

  private init(_ total: Int) { self.total = total }

  /// Calls a body whose runs share a budget; an outer budget does not count there.
  package static func limiting<Value, Failure: Error>(
    to total: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = $current.withValue(EvaluationBudget(total)) {
      Result { () throws(Failure) in try body() }
    }
    return try result.get()
  }

  /// True if a run of the current budget was stopped by it.
  package static var isSpent: Bool { current?.isOverdrawn.load(ordering: .relaxed) ?? false }

  /// The evaluations that the current budget was charged with.
  package static var spent: Int { current?.used.load(ordering: .relaxed) ?? 0 }

  /// Runs a solver with its own limit or what is left of the budget, whichever is less.
  static func charging(limit: Int, _ run: (_ limit: Int) -> Minimum) -> Minimum {
    guard let current else { return run(limit) }
    let left = max(0, current.total - current.used.load(ordering: .relaxed))
    let minimum = run(min(limit, left))
    current.used.add(minimum.evaluations, ordering: .relaxed)
    guard minimum.termination == .evaluationLimit, left < limit else { return minimum }
    current.isOverdrawn.store(true, ordering: .relaxed)
    return minimum.stopped(.budget)
  }
}
