import Kernels

/// One model's speed on one thread, its traces in memory: fits with standard errors and criteria, those that
/// the kernel leaves to the general solver included.
struct Measurement: Encodable {
  let model: String
  let traces: Int
  /// The median of the rounds.
  let fitsPerSecond: Double
  let rounds: [Double]
  /// The number of traces that the general solver fitted.
  let plain: Int

  /// Nil where there is no trace of the model.
  init?(_ model: Model, parts: [Part], path: KernelPath, rounds: Int) {
    guard let position = Model.allCases.firstIndex(of: model) else { return nil }
    let columns = parts.map { $0.traces[position] }.filter { $0.count > 0 }
    let count = columns.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    var fits = columns.map { KernelFits(model.scrollModel, count: $0.count) }
    let speeds = (0..<rounds).map { _ in
      let watch = Stopwatch()
      for (index, columns) in columns.enumerated() { Part.fit(columns, into: &fits[index], path: path) }
      return Double(count) / watch.seconds
    }
    self.model = model.rawValue
    traces = count
    self.rounds = speeds
    fitsPerSecond = speeds.sorted()[rounds / 2]
    plain = fits.reduce(0) { $0 + $1.left.count }
  }
}
