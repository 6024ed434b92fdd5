import LeastSquares
import ScrollFitting
import ScrollModels

extension Candidate {
  /// The ways of compass search, gradient descent, Levenberg–Marquardt and variable projection to the least
  /// sum of squares, all samples alike and all from one start.
  ///
  /// - Parameter abscissas: of the curves on the way.
  /// - Returns: nil for a model without free nonlinear parameters or not moved in its own, and where no start
  ///   is found that is far from the minimum and leads there.
  func estimatorPaths(abscissas: [Double], options: FitOptions) -> EstimatorPaths? {
    guard options.bounds.isEmpty, options.ties.isEmpty, scrollModel.model != .formula else { return nil }
    return estimatorPaths(of: scrollModel, abscissas: abscissas)
  }

  private func estimatorPaths(of scrollModel: some ScrollModel, abscissas: [Double]) -> EstimatorPaths? {
    guard let coordinates = try? Coordinates(scrollModel, fixed: fixed, bounds: [:]), coordinates.isDirect
    else {
      return nil
    }
    let given = coordinates.fixedModelValues
    let linear = scrollModel.linear.indices.filter { given[$0] == nil }
    let nonlinear = scrollModel.nonlinear.indices.map { scrollModel.linear.count + $0 }.filter {
      given[$0] == nil
    }
    let axes = Array((nonlinear + linear.reversed()).prefix(2).sorted())
    let names = scrollModel.linear + scrollModel.nonlinear
    let best = coordinates.modelParameters(estimation.point)
    let samples = phase.samples
    let projected = samples.projected(scrollModel, fixed: given)
    guard !nonlinear.isEmpty, axes.count == 2,
      let start = farStart(projected, best: nonlinear.map { (names[$0], best[$0]) })
    else { return nil }

    let plane = PathPlane(
      horizontal: names[axes[0]], vertical: names[axes[1]], position: { ($0[axes[0]], $0[axes[1]]) },
      cost: { x, y in
        // Two nonlinear parameters, or the only one and a coefficient: the rest is linear, but for a third
        // one.
        var held = given.merging([axes[0]: x, axes[1]: y]) { $1 }
        for index in nonlinear where held[index] == nil { held[index] = best[index] }
        return samples.projected(scrollModel, fixed: held).linearized(at: []).residuals.reduce(0) {
          $0 + $1 * $1
        }
      },
      curve: { scrollModel.values(at: abscissas, model: $0) })
    let model = projected.modelParameters(start)
    let point = coordinates.point(reported: scrollModel.reported(model), model: model)
    let largest = samples.observations.reduce(0) { max($0, abs($1)) }
    let full = Self.runs(
      of: samples.full(scrollModel, map: coordinates), from: point, residualFloor: 1e-9 * largest
    ).map { EstimatorRun(name: $0.rawValue, minimum: $1.mapped(coordinates.modelParameters)) }
    let last = EstimatorRun(
      name: Estimator.variableProjection.rawValue,
      minimum: Self.marquardt.minimize(projected, from: start).mapped(projected.modelParameters))
    return plane.paths(of: full + [last], abscissas: abscissas, samples: samples.observations.count)
  }

  /// The nonlinear parameters of a start from which there is a way to see, and which leads to the minimum:
  /// every rate that of a motion which lasts as long as the samples, or else a multiple of what is best.
  private func farStart(
    _ problem: some LeastSquaresProblem, best: [(parameter: Parameter, value: Double)]
  ) -> [Double]? {
    let abscissas = phase.samples.abscissas
    let span = (abscissas.max() ?? 1) - (abscissas.min() ?? 0)
    let slow = best.map { $0.parameter.unit.hasPrefix("1/") ? 1 / span : $0.value }
    let starts = [slow] + [0.25, 4, 0.5, 2, 0.8, 1.25].map { factor in best.map { factor * $0.value } }
    return starts.lazy.map { best.map(\.parameter.domain).nearest(to: $0) }.first { start in
      let end = Self.marquardt.minimize(problem, from: start)
      return end.termination.converged && end.sumOfSquares <= estimation.sumOfSquares * (1 + 1e-6)
    }
  }

  private static var marquardt: LevenbergMarquardt {
    var solver = LevenbergMarquardt()
    solver.keepPath = true
    return solver
  }

  private static func runs(
    of problem: some LeastSquaresProblem, from start: [Double], residualFloor: Double
  ) -> [(Estimator, Minimum)] {
    var compass = ShrinkingCompassSearch()
    compass.keepPath = true
    compass.residualFloor = residualFloor
    // A picture of a search that crawls is no better for a hundred thousand steps.
    compass.evaluationLimit = 20_000
    var descent = GradientDescent()
    descent.keepPath = true
    descent.evaluationLimit = 20_000
    return [
      (.compassSearch, compass.minimize(problem, from: start)),
      (.gradientDescent, descent.minimize(problem, from: start)),
      (.levenbergMarquardt, marquardt.minimize(problem, from: start)),
    ]
  }
}

extension ScrollModel {
  /// The model's values at abscissas, for its own (c, α).
  func values(at abscissas: [Double], model: [Double]) -> [Double] {
    var basis = [Double](repeating: 0, count: abscissas.count * linear.count)
    var none: [Double] = []
    evaluate(Array(model[linear.count...]), at: abscissas, basis: &basis, derivatives: &none)
    return abscissas.indices.map { i in
      linear.indices.reduce(0) { $0 + basis[$1 * abscissas.count + i] * model[$1] }
    }
  }
}

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

/// A surface known at the points of a grid.
struct GridSurface {
  /// Increasing.
  let x: [Double]
  let y: [Double]
  /// The height at (x[i], y[j]) at `[j · x.count + i]`; what is not finite has no line beside it.
  let heights: [Double]

  init(x: [Double], y: [Double], height: (Double, Double) -> Double) {
    self.x = x
    self.y = y
    heights = y.flatMap { y in x.map { x in height(x, y) } }
  }

  /// The lines at one height, by marching squares: straight in each cell, crossings interpolated along the
  /// grid's edges; a saddle is decided by the mean of its corners.
  func lines(at level: Double) -> [PlaneCurve] {
    var links: [Int: [Int]] = [:]
    for row in 0..<(y.count - 1) {
      for column in 0..<(x.count - 1) {
        for (first, second) in segments(column, row, level) {
          links[first, default: []].append(second)
          links[second, default: []].append(first)
        }
      }
    }
    return chains(&links).map { chain in
      let points = chain.map { crossing($0, level) }
      return PlaneCurve(x: points.map(\.x), y: points.map(\.y))
    }
  }

  /// Edges are numbered: twice the index of their lower left point, and one more for those that go up.
  private func segments(_ column: Int, _ row: Int, _ level: Double) -> [(Int, Int)] {
    let corner = row * x.count + column
    let corners = [corner, corner + 1, corner + x.count + 1, corner + x.count]
    let values = corners.map { heights[$0] }
    guard values.allSatisfy(\.isFinite) else { return [] }
    let edges = [2 * corner, 2 * (corner + 1) + 1, 2 * (corner + x.count), 2 * corner + 1]
    let above = values.map { $0 > level }
    // Edge k lies between corners k and k + 1.
    let crossed = (0..<4).filter { above[$0] != above[($0 + 1) % 4] }
    if crossed.count == 2 { return [(edges[crossed[0]], edges[crossed[1]])] }
    guard crossed.count == 4 else { return [] }
    let isHigh = values.reduce(0, +) / 4 > level
    return above[0] == isHigh
      ? [(edges[0], edges[1]), (edges[2], edges[3])] : [(edges[3], edges[0]), (edges[1], edges[2])]
  }

  private func crossing(_ edge: Int, _ level: Double) -> (x: Double, y: Double) {
    let start = edge / 2
    let (row, column) = start.quotientAndRemainder(dividingBy: x.count)
    let goesUp = edge % 2 == 1
    let (low, high) = (heights[start], heights[goesUp ? start + x.count : start + 1])
    let share = (level - low) / (high - low)
    return goesUp
      ? (x[column], y[row] + share * (y[row + 1] - y[row]))
      : (x[column] + share * (x[column + 1] - x[column]), y[row])
  }

  /// Takes the links apart into lines: first those with two ends, then the closed ones, in the order of their
  /// edges.
  private func chains(_ links: inout [Int: [Int]]) -> [[Int]] {
    var chains: [[Int]] = []
    let order = links.keys.sorted { first, second in
      let (one, other) = (links[first]?.count ?? 0, links[second]?.count ?? 0)
      return one == other ? first < second : one < other
    }
    for start in order {
      var chain = [start]
      while let next = links[chain[chain.count - 1]]?.first {
        let last = chain[chain.count - 1]
        links[last]?.removeFirst()
        if let back = links[next]?.firstIndex(of: last) { links[next]?.remove(at: back) }
        chain.append(next)
      }
      if chain.count > 1 { chains.append(chain) }
    }
    return chains
  }
}
