/// A change of the parameters that the samples do not feel, or nearly not.
package struct UndeterminedDirection: Equatable, Sendable, CustomStringConvertible {
  /// True if the samples feel it, but 10⁷ times less than other changes.
  package let isWeak: Bool
  /// The parameters that take part, in the model's order.
  package let components: [Component]
  /// Names of quantities that keep their value along this direction and every other one though they are made
  /// of its parameters.
  package private(set) var determined: [String] = []
  /// The change of every parameter, in its own unit.
  private let changes: [Double]

  /// The way a parameter changes along the direction.
  package struct Component: Equatable, Sendable {
    package let name: String
    /// In units of the parameter's natural size; the largest of a direction is ±1, the first is positive.
    package let change: Double
  }

  /// Parts that move the residuals by less than this of the largest part take no part.
  private static let resolution = 1e-6

  /// - Parameters:
  ///   - effect: the change of each parameter times the size of its column.
  ///   - scales: the sizes of the columns.
  init(effect: [Double], scales: [Double], names: [String], sizes: [Double], isWeak: Bool) {
    let largest = effect.reduce(0) { max($0, abs($1)) }
    let taking = effect.indices.filter { abs(effect[$0]) > Self.resolution * largest }
    let changes = effect.indices.map { taking.contains($0) ? effect[$0] / scales[$0] : 0 }
    let relative = zip(changes, sizes).map { $0 / $1 }
    let extent = relative.reduce(0) { max($0, abs($1)) }
    let sign = taking.first.map { relative[$0] < 0 ? -1.0 : 1 } ?? 1
    components = taking.map { Component(name: names[$0], change: sign * relative[$0] / extent) }
    self.changes = changes
    self.isWeak = isWeak
  }

  /// Returns true if a function of this gradient is made of the direction's parameters.
  func involves(_ gradient: [Double]) -> Bool { zip(gradient, changes).contains { $0 * $1 != 0 } }

  /// Returns true if it changes along the direction: whether its parts do not cancel.
  func moves(_ gradient: [Double]) -> Bool {
    let parts = zip(gradient, changes).map { $0 * $1 }
    return abs(parts.reduce(0, +)) > Self.resolution * parts.reduce(0) { $0 + abs($1) }
  }

  func determining(_ quantities: [Identifiability.Quantity]) -> UndeterminedDirection {
    var direction = self
    direction.determined = quantities.map(\.name)
    return direction
  }

  /// “A and φ trade off: only A·e^(−δφ) is determined”.
  package var description: String {
    let names = components.map(\.name)
    guard names.count > 1 else {
      return isWeak
        ? "the samples hardly feel \(listed(names))" : "the samples do not feel \(listed(names))"
    }
    let subject = determined.isEmpty ? "a combination of them" : listed(determined)
    let verb = determined.count > 1 ? "are" : "is"
    return isWeak
      ? "\(listed(names)) nearly trade off: only \(subject) \(verb) well determined"
      : "\(listed(names)) trade off: only \(subject) \(verb) determined"
  }

  /// “a, b and c”.
  private func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
