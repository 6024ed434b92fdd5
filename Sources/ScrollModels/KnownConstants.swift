/// A constant that a fitted parameter may be compared with.
public struct KnownConstant: Equatable, Sendable {
  /// As reports print it: `UIScrollView normal`.
  public let name: String
  /// The parameter or derived quantity it is a value of, by its reported name.
  public let parameter: String
  public let value: Double
  public let unit: String
  /// The laws in which that parameter means the same.
  public let laws: [String]
  public let source: String
}

/// The one table of constants that reports compare with.
public enum KnownConstants {
  public static let all = [
    KnownConstant(
      name: "UIScrollView normal", parameter: "decelerationRate", value: DecelerationRate.normal,
      unit: "1/ms",
      laws: ["deceleration", "deceleration-stop"], source: "UIKit, UIScrollView.DecelerationRate.normal"),
    KnownConstant(
      name: "UIScrollView fast", parameter: "decelerationRate", value: DecelerationRate.fast, unit: "1/ms",
      laws: ["deceleration", "deceleration-stop"], source: "UIKit, UIScrollView.DecelerationRate.fast"),
    KnownConstant(
      name: "UIScrollView bounce", parameter: "damping", value: 10.9, unit: "1/s", laws: ["bounce"],
      source: "measured by the article 深度剖析UIScrollView与阻尼动画"),
    KnownConstant(
      name: "UIScrollView rubber band", parameter: "coefficient", value: 0.55, unit: "",
      laws: ["rubber-band"],
      source: "super-ultra/ScrollMechanics, RubberBand.swift"),
  ]

  /// The constants that parameters of a law may be compared with, in the table's order.
  public static func of(law: String) -> [KnownConstant] { all.filter { $0.laws.contains(law) } }
}
