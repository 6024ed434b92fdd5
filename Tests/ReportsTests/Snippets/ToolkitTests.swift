import ScrollModels
import Testing

@testable import Reports

struct ToolkitTests {
  @Test("Every toolkit has code for a constant", arguments: Toolkit.names)
  func everyToolkitHasCode(_ name: String) throws {
    let toolkit = try #require(Toolkit(name))
    let motions: [[(name: String, value: Double)]] = [
      [("decayConstant", 2.002)], [("naturalFrequency", 12), ("dampingRatio", 0.8)], [("coefficient", 0.55)],
    ]
    #expect(motions.contains { toolkit.code($0) != nil })
  }

  @Test("Names are found whatever their case, spaces and hyphens")
  func names() {
    #expect(Toolkit("react-native")?.name == "React Native")
    #expect(Toolkit("FRAMERMOTION")?.name == "Framer Motion")
    #expect(Toolkit("flut") == nil)
  }

  /// ω₀ = 10.9: k = 118.81, c = 2 · 10.9 = 21.8.
  @Test("The constants of a spring make one line of code")
  func spring() throws {
    let flutter = try #require(Toolkit("flutter"))
    #expect(
      flutter.code([("damping", 10.9)]) == "SpringDescription(mass: 1, stiffness: 118.81, damping: 21.8)")
    #expect(flutter.code([("drift", 3)]) == nil)
  }

  @Test("Decimals are rounded to six digits, whole numbers are kept")
  func rounding() {
    #expect(Toolkit.rounded("f(0.135335283237, 12345678, a1.25)") == "f(0.135335, 12345678, a1.25)")
    #expect(Toolkit.rounded("") == "")
  }
}
