import Testing

@testable import Elementary

/// The functions are the ones their names say: one value each, to 25 digits by mpmath, at arguments that
/// are doubles.
struct ElementaryTests {
  private static let values: [(value: Double, expected: Double)] = [
    (exponential(-1.75), 0.1737739434504451266807173),
    (exponentialMinusOne(0x1p-28), 3.725290305400807975023693e-9),
    (logarithm(0.75), -0.287682072451780927439219),
    (logarithmOfOnePlus(-0x1p-36), -1.455191522847273092504844e-11),
    (decimalLogarithm(0.75), -0.1249387366082999531324499),
    (power(0.75, -2.5), 2.052800957118669384921418),
    (power(-3, 3), -27),
    (sine(2.25), 0.7780731968879212414109667),
    (cosine(2.25), -0.6281736227227390889133891),
    (tangent(2.25), -1.238627616224096475286573),
    (arcSine(-0.75), -0.8480620789814810080529443),
    (arcCosine(-0.75), 2.418858405776377627284266),
    (arcTangent(2.25), 1.15257199721566751804015),
    (hyperbolicSine(-0.75), -0.8223167319358299807036616),
    (hyperbolicCosine(-0.75), 1.294683284676844687841708),
    (hyperbolicTangent(-0.75), -0.6351489523872873192144344),
    (angle(y: -3, x: -2), -2.158798930342464170476933),
    (complementaryError(2.5), 0.0004069520174449589395642157),
    (length(0x3p600, 0x4p600), 0x5p600),
  ]

  @Test(arguments: values)
  func isTheFunction(_ value: Double, _ expected: Double) {
    #expect(abs(value - expected) <= 4 * expected.ulp.magnitude)
  }

  @Test("Exponentials of many numbers are those of each", arguments: [0, 1, 7, 8, 33])
  func manyExponentials(count: Int) {
    var numbers = (0..<count).map { -700 + 1400 * Double($0 * 37 % 101) / 100 }
    let expected = numbers.map(exponential)
    numbers.withUnsafeMutableBufferPointer { replaceByExponentials($0) }
    for (own, value) in zip(numbers, expected) { #expect(abs(own - value) <= 2 * value.ulp) }
  }

  /// (1 − e^(−kt))/k and its derivative by k, by mpmath in 60 digits: on both sides of kt = ½, where series take over.
  private static let decays: [(k: Double, t: Double, travel: Double, slope: Double)] = [
    (2.37, 0.001, 0.000998815935595594, -4.99210701668984e-07),
    (2.37, 0.2109, 0.16597807645947552, -0.01605037820693862),
    (2.37, 0.2111, 0.16609937410142153, -0.016075972008430976),
    (17.1, 3.0, 0.05847953216374269, -0.0034198556820902153),
    (-0.71, 0.4, 0.46258159260957005, -0.09688954886133501),
    (-0.71, 0.9, 1.2599793610564576, -0.6269682403642518),
    (0.0, 1.5, 1.5, -1.125),
    (1e-09, 2.0, 1.999999998, -1.9999999973333333),
    (1.0, 690.0, 1.0, -1.0),
  ]

  @Test("Decayed times of many numbers are those of each", arguments: decays, [1, 7, 16, 37])
  func decayedTimes(of value: (k: Double, t: Double, travel: Double, slope: Double), count: Int) {
    let times = [Double](repeating: value.t, count: count)
    var travels = [Double](repeating: .nan, count: count), slopes = travels
    var none: [Double] = []
    times.withUnsafeBufferPointer { times in
      travels.withUnsafeMutableBufferPointer { travels in
        slopes.withUnsafeMutableBufferPointer {
          fillDecayedTimes(decayConstant: value.k, times: times, travels: travels, slopes: $0)
        }
      }
    }
    for travel in travels { #expect(abs(travel - value.travel) <= 4 * value.travel.ulp) }
    // Beyond ½ the slope is a difference of two terms up to eight times as large.
    for slope in slopes { #expect(abs(slope - value.slope) <= 16 * value.slope.ulp) }
    let both = travels
    times.withUnsafeBufferPointer { times in
      travels.withUnsafeMutableBufferPointer { travels in
        none.withUnsafeMutableBufferPointer {
          fillDecayedTimes(decayConstant: value.k, times: times, travels: travels, slopes: $0)
        }
      }
    }
    #expect(travels == both)
  }
}
