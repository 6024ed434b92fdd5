import Testing

@testable import ScreenRecordings

struct AnnotationTests {
  private static let color = AnnotationCanvas.Color(red: 200, green: 100, blue: 50)

  /// The values of the planes at a pixel: green, blue, red, alpha.
  private func values(_ canvas: AnnotationCanvas, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { canvas.planes[($0 * canvas.height + y) * canvas.width + x] }
  }

  @Test("A line covers pixels by half its thickness and a half less their distance")
  func coverage() {
    var canvas = AnnotationCanvas(width: 20, height: 12)
    canvas.fill(.init(red: 0, green: 0, blue: 0, alpha: 100))
    canvas.stroke([.init(x: 4, y: 5), .init(x: 12, y: 5)], thickness: 2.5, Self.color)
    #expect(values(canvas, 8, 5) == [100, 50, 200, 255])
    #expect(values(canvas, 8, 6) == [75, 38, 150, 216])
    #expect(values(canvas, 8, 7) == [0, 0, 0, 100])
    // Round ends: √2 away from the end, 0.336 of a pixel is covered.
    #expect(values(canvas, 13, 6) == [34, 17, 67, 152])
    #expect(values(canvas, 15, 5) == [0, 0, 0, 100])
  }

  @Test("What lies outside of the picture is cut off")
  func outside() {
    var canvas = AnnotationCanvas(width: 8, height: 8)
    canvas.stroke([.init(x: -50, y: 20), .init(x: 60, y: -10)], thickness: 3, Self.color)
    canvas.stroke([.init(x: -5, y: -5)], thickness: 3, Self.color)
    canvas.stroke([], thickness: 3, Self.color)
    #expect(values(canvas, 0, 0) == [0, 0, 0, 0])
  }

  @Test(
    "Every character of a number and its unit has lines within its width",
    arguments: ["-0123456789.? px", "fit pts"])
  func text(_ text: String) {
    for (index, character) in text.enumerated() {
      let points = StrokeText.strokes(String(character), at: .init(x: 0, y: 0), height: 6).flatMap(\.self)
      #expect(points.isEmpty == (character == " "))
      #expect(points.allSatisfy { (0...4).contains($0.x) && (0...8).contains($0.y) }, "\(index)")
    }
    let all = StrokeText.strokes(text, at: .init(x: 0, y: 0), height: 12).flatMap(\.self)
    #expect(all.allSatisfy { $0.x <= StrokeText.width(text, height: 12) })
  }

  @Test(
    "A curve is drawn from one point before a range of time to one after, and has values between its points")
  func curve() {
    let curve = FittedCurve(times: [1, 2, 4, 5], offsets: [10, 20, 0, 6])
    #expect(curve.points(in: 2.5...3).map(\.time) == [2, 4])
    #expect(curve.points(in: 0...1.5).map(\.time) == [1, 2])
    #expect(curve.points(in: 4.5...9).map(\.time) == [4, 5])
    #expect(curve.points(in: 0...0.5).isEmpty && curve.points(in: 6...7).isEmpty)
    #expect(curve.offset(at: 1) == 10 && curve.offset(at: 3) == 10 && curve.offset(at: 5) == 6)
    #expect(curve.offset(at: 0.9) == nil && curve.offset(at: 5.1) == nil)
  }

  @Test("Lines of the scale stand at 1, 2 and 5 times a power of ten")
  func steps() {
    let steps = [8, 10, 11, 20, 21, 50, 51, 333].map { AnnotationPanel.roundStep(above: $0) }
    #expect(steps == [10, 10, 20, 20, 50, 50, 100, 500])
  }
}
