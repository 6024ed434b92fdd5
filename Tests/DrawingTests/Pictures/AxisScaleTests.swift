import Testing

@testable import Drawing

struct AxisScaleTests {
  private func labels(_ range: ClosedRange<Double>, about count: Int, log: Bool = false) -> [String] {
    AxisScale(Picture.Axis("x", unit: "", scale: log ? .logarithmic : .linear, range: range), values: [])
      .ticks(about: count).map(\.label)
  }

  @Test func ticksAtOneTwoAndFive() {
    #expect(labels(0...10, about: 5) == ["0", "2", "4", "6", "8", "10"])
    #expect(
      labels(0...1, about: 10) == [
        "0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0",
      ])
    #expect(labels(-0.3...0.3, about: 3) == ["−0.2", "0.0", "0.2"])
    #expect(labels(1203...1777, about: 6) == ["1300", "1400", "1500", "1600", "1700"])
    #expect(labels(0...40, about: 9) == ["0", "5", "10", "15", "20", "25", "30", "35", "40"])
    #expect(labels(2e-7...6e-7, about: 4) == ["2e-7", "3e-7", "4e-7", "5e-7", "6e-7"])
  }

  @Test("Ticks have the digits in which they differ")
  func ticksOfANarrowRange() {
    #expect(
      labels(14.0790001...14.0790005, about: 4).count == Set(labels(14.0790001...14.0790005, about: 4)).count)
    #expect(labels(14.0790001...14.0790005, about: 4).contains("14.0790003"))
    let equal = AxisScale(Picture.Axis("x", unit: ""), values: [14.079, 14.079000000000002])
    #expect(equal.low < 13.5 && equal.high > 14.7)
  }

  @Test func ticksAreExactDecimals() {
    let scale = AxisScale(Picture.Axis("x", unit: "", range: 0...1), values: [])
    #expect(scale.ticks(about: 10).map(\.value) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
  }

  @Test("Logarithmic axes have ticks at round numbers") func logarithmicTicks() {
    #expect(labels(1...1000, about: 6, log: true) == ["1", "10", "100", "1000"])
    #expect(labels(0.03...0.6, about: 6, log: true) == ["0.05", "0.1", "0.2", "0.5"])
    #expect(labels(1e-8...1e8, about: 6, log: true) == ["10⁻⁶", "0.001", "1", "1000", "10⁶"])
    #expect(labels(2e6...4e7, about: 6, log: true) == ["2·10⁶", "5·10⁶", "10⁷", "2·10⁷"])
  }

  @Test func placesOfNumbers() {
    let linear = AxisScale(Picture.Axis("x", unit: "", range: -2...6), values: [])
    #expect(linear.position(of: 0) == 0.25)
    let log = AxisScale(Picture.Axis("x", unit: "", scale: .logarithmic, range: 0.01...100), values: [])
    #expect(abs(log.position(of: 0.1) - 0.25) < 1e-15)
    #expect(log.position(of: 0).isNaN)
    #expect(log.position(of: -1).isNaN)
  }

  @Test func rangesHoldEveryNumberWithAMargin() {
    let axis = Picture.Axis("x", unit: "")
    let scale = AxisScale(axis, values: [10, .nan, 60, .infinity])
    #expect(scale.low == 8)
    #expect(scale.high == 62)
    let single = AxisScale(axis, values: [200])
    #expect(single.low == 190)
    #expect(single.high == 210)
    let empty = AxisScale(axis, values: [])
    #expect(empty.low < empty.high)
    let logarithmic = AxisScale(Picture.Axis("x", unit: "", scale: .logarithmic), values: [0, -3, 10, 1000])
    #expect(logarithmic.low > 0)
    #expect(logarithmic.low < 10)
    #expect(logarithmic.high > 1000)
  }

  @Test func coordinatesHaveTwoDecimals() {
    #expect(
      [1, 0.5, 0.05, -0.125, -3.999, 1e300].map(coordinate) == ["1", "0.5", "0.05", "-0.13", "-4", "1000000"])
  }
}
