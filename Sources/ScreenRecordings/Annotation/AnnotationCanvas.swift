/// A picture of four planes, one byte a pixel, one below the other: green, blue, red and alpha, FFmpeg's `gbrap`.
struct AnnotationCanvas {
  struct Color: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
    var alpha: UInt8 = 255
  }

  struct Point: Equatable {
    /// Pixels from the left and from the top, to the middle of a pixel.
    var x: Double
    var y: Double
  }

  let width: Int
  let height: Int
  private(set) var planes: [UInt8]

  /// A transparent picture.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    planes = [UInt8](repeating: 0, count: 4 * width * height)
  }

  mutating func fill(_ color: Color) {
    let count = width * height
    planes.withUnsafeMutableBufferPointer { planes in
      for (plane, value) in Self.components(color).enumerated() {
        planes[plane * count..<(plane + 1) * count].update(repeating: value)
      }
    }
  }

  /// Draws a line through points with round ends and smooth edges; a dot for a single one.
  ///
  /// - Parameter thickness: in pixels.
  mutating func stroke(_ points: [Point], thickness: Double, _ color: Color) {
    guard let first = points.first else { return }
    if points.count == 1 { segment(first, first, thickness / 2, color) }
    for (start, end) in zip(points, points.dropFirst()) { segment(start, end, thickness / 2, color) }
  }

  /// Covers each pixel by radius + ½ − its distance from the segment, from 0 to 1.
  ///
  /// - Complexity: O(pixels of the rectangle around it).
  private mutating func segment(_ start: Point, _ end: Point, _ radius: Double, _ color: Color) {
    let reach = radius + 0.5
    guard let columns = Self.pixels(start.x, end.x, reach, width),
      let rows = Self.pixels(start.y, end.y, reach, height)
    else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let values = Self.components(Color(red: color.red, green: color.green, blue: color.blue))
    let count = width * height
    for row in rows {
      for column in columns {
        let (x, y) = (Double(column) - start.x, Double(row) - start.y)
        let part = square > 0 ? min(1, max(0, (x * dx + y * dy) / square)) : 0
        let (awayX, awayY) = (x - part * dx, y - part * dy)
        let coverage = min(1, reach - (awayX * awayX + awayY * awayY).squareRoot())
        guard coverage > 0 else { continue }
        for (plane, value) in values.enumerated() {
          let index = plane * count + row * width + column
          let below = Double(planes[index])
          planes[index] = UInt8((below + coverage * (Double(value) - below)).rounded())
        }
      }
    }
  }

  /// The pixels of a row or column between two positions and `reach` around them; nil where none is in the picture.
  private static func pixels(_ a: Double, _ b: Double, _ reach: Double, _ size: Int) -> ClosedRange<Int>? {
    let low = max(0, min(a, b) - reach), high = min(Double(size - 1), max(a, b) + reach)
    guard low <= high else { return nil }
    return Int(low.rounded(.up))...max(Int(low.rounded(.up)), Int(high))
  }

  /// The values of a color in the order of the planes.
  private static func components(_ color: Color) -> [UInt8] {
    [color.green, color.blue, color.red, color.alpha]
  }
}
