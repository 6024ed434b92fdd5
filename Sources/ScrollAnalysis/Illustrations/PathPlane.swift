import LeastSquares
import ScrollFitting

/// One estimator's way, its points in a model's own parameters.
struct EstimatorRun {
  let name: String
  let minimum: Minimum
}

/// The plane of two parameters over which the paths of several estimators are drawn.
struct PathPlane {
  let horizontal: Parameter
  let vertical: Parameter
  /// The point of a path.
  let position: ([Double]) -> (x: Double, y: Double)
  /// The sum of squares at a place in the parameters' domains, the other parameters at their best there.
  let cost: (_ x: Double, _ y: Double) -> Double
  /// The model at the abscissas of the curves, for a point of a path.
  let curve: ([Double]) -> [Double]

  /// The steps of the runs that are drawn: at most 48 each, more of them near the start, where most happens.
  func paths(of runs: [EstimatorRun], abscissas: [Double], samples: Int) -> EstimatorPaths {
    let paths = runs.map { run in
      EstimatorPaths.Path(
        estimator: run.name, iterations: run.minimum.iterations, evaluations: run.minimum.evaluations,
        termination: run.minimum.termination,
        steps: Self.chosen(of: run.minimum.path.count).map { index in
          let point = run.minimum.path[index]
          let position = position(point.parameters)
          return EstimatorPaths.Step(
            iteration: index, rms: (point.cost / Double(samples)).squareRoot(), x: position.x, y: position.y,
            curve: curve(point.parameters))
        })
    }
    let x = Self.axis(paths.map { $0.steps.map(\.x) }, domain: horizontal.domain)
    let y = Self.axis(paths.map { $0.steps.map(\.y) }, domain: vertical.domain)
    return EstimatorPaths(
      horizontal: .init(horizontal.name, unit: horizontal.unit, range: x[0]...x[x.count - 1]),
      vertical: .init(vertical.name, unit: vertical.unit, range: y[0]...y[y.count - 1]),
      contours: contours(x, y, samples: samples), abscissas: abscissas, paths: paths)
  }

  static func chosen(of count: Int, limit: Int = 48) -> [Int] {
    guard count > limit else { return Array(0..<count) }
    var chosen: [Int] = []
    for step in 0..<limit {
      let share = Double(step) / Double(limit - 1)
      let index = Int((Double(count - 1) * share * share).rounded())
      if index != chosen.last { chosen.append(index) }
    }
    return chosen
  }

  private static let resolution = 64

  private func contours(_ x: [Double], _ y: [Double], samples: Int) -> [EstimatorPaths.Contour] {
    let surface = GridSurface(x: x, y: y) { (cost($0, $1) / Double(samples)).squareRoot() }
    let finite = surface.heights.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max(), low < high else { return [] }
    var contours: [EstimatorPaths.Contour] = []
    var level = high / 2
    // A line around a few points of the grid would have their shape, not the local minimum's.
    while level > low, contours.count < 12, finite.count(where: { $0 < level }) > 12 {
      contours.append(EstimatorPaths.Contour(rms: level, lines: surface.lines(at: level)))
      level /= 2
    }
    return contours
  }

  /// From the start to the ends and half as far beyond, and as much of the ways between as lies within twice
  /// that.
  private static func axis(_ ways: [[Double]], domain: ClosedRange<Double>) -> [Double] {
    let ends = ways.flatMap { [$0.first, $0.last].compactMap(\.self) }.filter(\.isFinite)
    let (first, last) = (ends.min() ?? 0, ends.max() ?? 1)
    let span = last > first ? last - first : max(abs(last), 1e-9)
    let allowed = (first - 2 * span)...(last + 2 * span)
    let seen = ways.flatMap(\.self).filter(allowed.contains)
    let low = max(domain.lowerBound, min(first, seen.min() ?? first) - 0.3 * span)
    let high = min(domain.upperBound, max(last, seen.max() ?? last) + 0.3 * span)
    return (0...resolution).map { low + (high - low) * Double($0) / Double(resolution) }
  }
}
