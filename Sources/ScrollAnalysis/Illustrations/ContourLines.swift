import ScrollFitting

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
