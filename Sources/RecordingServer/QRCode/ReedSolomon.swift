/// Error correction codewords of ISO/IEC 18004: Reed and Solomon's code over GF(256) with the polynomial 0x11D.
enum ReedSolomon {
  /// The remainder of the data by the generator ∏ (x − αⁱ), i < count.
  static func codewords(of data: [UInt8], count: Int) -> [UInt8] {
    let generator = generator(degree: count)
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder[0]
      remainder.removeFirst()
      remainder.append(0)
      for index in remainder.indices { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  /// Coefficients from the second highest power down; the highest is 1.
  private static func generator(degree: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: degree)
    coefficients[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in coefficients.indices {
        coefficients[index] = product(coefficients[index], root)
        if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for bit in (0..<8).reversed() {
      product = (product << 1) ^ (product & 0x80 == 0 ? 0 : 0x1D)
      if second >> UInt8(bit) & 1 == 1 { product ^= first }
    }
    return product
  }
}
