import CKernels
import Testing

@testable import ScreenRecordings

/// The kernels of row signatures on every instruction set of the processor against one level after the other.
struct RowKernelTests {
  @Test(
    "Rows are reduced to the means of their bands and the sums of their blocks",
    arguments: [32, 33, 47, 64, 511, 512, 585, 640, 1170, 4097, 32_768], [false, true])
  func sums(width: Int, isWhite: Bool) {
    let height = 3
    let picture = levels(width * height, seed: 1, isWhite: isWhite)
    for path in paths {
      var means = [UInt8](repeating: 0, count: height * 32)
      var sums = [scrollfit_level_sums](repeating: scrollfit_level_sums(), count: height * 16)
      scrollfit_sum_rows(path, picture, width, height, &means, &sums)
      for row in 0..<height {
        let line = picture[row * width..<(row + 1) * width].map(Int.init)
        let bands = (0..<32).map { line[$0 * width / 32..<($0 + 1) * width / 32] }
        let columns = (0..<16).map { line[$0 * width / 16..<($0 + 1) * width / 16] }
        let found = sums[row * 16..<(row + 1) * 16]
        #expect(
          means[row * 32..<(row + 1) * 32].map(Int.init) == bands.map { $0.reduce(0, +) / $0.count },
          "\(path)")
        #expect(found.map { Int($0.levels) } == columns.map { $0.reduce(0, +) }, "\(path)")
        #expect(found.map { Int($0.squares) } == columns.map { $0.reduce(0) { $0 + $1 * $1 } }, "\(path)")
      }
    }
  }

  @Test(
    "Rows differ by the sum of the absolute differences of their bands",
    arguments: [0..<32, 0..<1, 31..<32, 15..<17, 2..<14, 16..<32, 6..<26], [false, true])
  func difference(bands: Range<Int>, isLargest: Bool) {
    let count = 600
    let frame = levels(count * 32, seed: 1, isWhite: isLargest)
    let key = isLargest ? [UInt8](repeating: 0, count: count * 32) : levels(count * 32, seed: 2)
    let mask: [UInt8] = (0..<32).map { bands.contains($0) ? 255 : 0 }
    for step in [1, 7] {
      let compared = stride(from: 0, to: count, by: step)
      var expected = 0
      for row in compared {
        for index in bands.map({ row * 32 + $0 }) { expected += abs(Int(frame[index]) - Int(key[index])) }
      }
      let rows = Array(compared).count
      for path in paths {
        let found = scrollfit_row_difference(path, frame, key, mask, rows, step * 32)
        #expect(Int(found) == expected, "\(path) \(step)")
      }
      let found = BandMask(bands).difference(frame, key, count: rows, stride: step * 32)
      #expect(found == expected, "\(step)")
    }
  }

  @Test("Differences are correlated exactly at every lag", arguments: [1, 31, 32, 33, 581], [false, true])
  func correlations(lags: Int, isLargest: Bool) {
    let count = isLargest ? 16_000 : 100
    let differences = levels(4 * count, seed: 3).map { isLargest ? Int16(255) : Int16($0) - 128 }
    let places = isLargest ? 50 : count
    let key = levels(2 * (places + lags + 32), seed: 4).map { isLargest ? Int16(-255) : Int16($0) - 128 }
    let points = (0..<count).map {
      scrollfit_row_point(
        place: Int32($0 % places), differences: (differences[2 * $0], differences[2 * $0 + 1]))
    }
    for path in paths {
      var products = [Int32](repeating: 0, count: lags + 32)
      var energies = products
      scrollfit_correlate_rows(path, points, points.count, key, lags, &products, &energies)
      for lag in [0, lags / 2, lags - 1] {
        var product = 0
        var energy = 0
        for point in points {
          let place = 2 * (Int(point.place) + lag)
          let (one, other) = (Int(key[place]), Int(key[place + 1]))
          product += Int(point.differences.0) * one + Int(point.differences.1) * other
          energy += one * one + other * other
        }
        #expect(Int(products[lag]) == product, "\(path) \(lag)")
        #expect(Int(energies[lag]) == energy, "\(path) \(lag)")
      }
    }
  }
}
