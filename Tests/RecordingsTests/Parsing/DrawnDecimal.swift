/// Texts of decimals of every shape, drawn at random.
struct DrawnDecimal {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(state: seed) }

  mutating func next(_ trial: Int) -> String {
    let bits = generator.next()
    let sign = ["", "", "-", "+"][Int(bits % 4)]
    switch trial % 10 {
    case 0: return sign + String(Double(bits >> 11) * 0x1p-53 * 4000)
    case 1:
      // Any double as it is printed: of every size, subnormal ones too, and ±0.
      let value = Double(bitPattern: trial % 3 == 0 ? bits & ~(0x7FF << 52) : bits)
      return value.isFinite ? String(value) : "-0.0"
    case 2: return sign + digits(1 + Int(bits >> 32) % 24, pointed: true)
    case 3: return sign + digits(1 + Int(bits >> 32) % 800, pointed: true) + exponent(400)
    case 4: return sign + "\(bits)" + exponent(22)
    case 5: return sign + digits(1 + Int(bits >> 32) % 20, pointed: true) + exponent(400)
    case 6:
      return sign
        + "0.\(String(repeating: "0", count: Int(bits >> 32 % 20)))\(generator.next() % 1_000_000_000)"
    case 7:
      // As logs have them.
      return sign + "\(bits >> 32 % 5000).\(digits(1 + Int(bits >> 48) % 9, pointed: false))"
    case 8:
      // Half-way between two doubles that are integers, or a little off.
      return "\((bits >> 10) | 1 << 53 | 1)" + [".5", ".0", "", ".000000001"][Int(generator.next() % 4)]
    default:
      return sign + (trial % 100 == 9 ? halfway(bits) : digits(15 + Int(bits >> 32) % 5, pointed: true))
    }
  }

  private mutating func digits(_ count: Int, pointed: Bool) -> String {
    var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: 0x30 + generator.next() % 10) }
    if pointed { bytes.insert(0x2E, at: Int(generator.next() % UInt64(count + 1))) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func exponent(_ limit: UInt64) -> String {
    let size = generator.next()
    return ["e", "E"][Int(size >> 40 % 2)] + ["", "-", "+"][Int(size >> 32 % 3)] + "\(size % (limit + 1))"
  }

  /// The middle between a double and the next larger one, written out whole, or with one more digit at its
  /// end.
  private mutating func halfway(_ bits: UInt64) -> String {
    let double = Double(bitPattern: bits & ~(1 << 63) & ~(bits % 3 == 0 ? 0x7FF << 52 : 0))
    guard double.isFinite, double < 1e300, double > 0 else { return "0" }
    // (2m + 1) · 2^(e − 1), for negative e with 5^k in place of 2^−k and the point k places on.
    let ulp = Int(double.ulp.exponent)
    let odd = UInt64(double / double.ulp) * 2 + 1
    var whole = DecimalInteger(odd)
    for _ in 0..<abs(ulp - 1) { whole.multiply(by: ulp > 0 ? 2 : 5) }
    let text = whole.text + ["", "1", "0"][Int(generator.next() % 3)]
    let extra = text.utf8.count - whole.text.utf8.count
    return text + "e\((ulp > 0 ? 0 : ulp - 1) - extra)"
  }
}

/// A positive integer of any size.
private struct DecimalInteger {
  /// Nine digits each, the lowest first.
  private var limbs: [UInt64] = []

  init(_ value: UInt64) {
    limbs = [value % 1_000_000_000, value / 1_000_000_000 % 1_000_000_000, value / 1_000_000_000_000_000_000]
  }

  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = limbs[index] * factor + carry
      limbs[index] = product % 1_000_000_000
      carry = product / 1_000_000_000
    }
    if carry > 0 { limbs.append(carry) }
  }

  var text: String {
    limbs.reversed().map { limb in
      let digits = String(limb)
      return String(repeating: "0", count: 9 - digits.count) + digits
    }.joined()
  }
}
