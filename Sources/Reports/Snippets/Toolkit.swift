import Numerals
import ScrollModels

/// A toolkit whose code constants are written in.
package struct Toolkit: Equatable, Sendable {
  /// The name of the toolkit in tables of conversion: `Flutter`.
  package let name: String

  /// The names of the toolkits that there is code for.
  package static let names = [
    "UIKit", "SwiftUI", "Flutter", "Compose", "React Native", "Reanimated", "Framer Motion", "CSS", "GTK",
    "libadwaita", "Firefox", "Qt", "Swift", "JavaScript",
  ]

  /// Nil for a name of no toolkit; letters' case, spaces and hyphens are ignored.
  package init?(_ name: String) {
    func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "-" } }
    guard let known = Self.names.first(where: { plain($0) == plain(name) }) else { return nil }
    self.name = known
  }

  /// The code that sets the constants of a motion, numbers to six digits; nil where the toolkit has none.
  ///
  /// - Parameter constants: names and values as ``Conversion`` takes them.
  package func code(_ constants: [(name: String, value: Double)]) -> String? {
    let given = constants.map { NamedConstants.Given($0.name, $0.value) }
    guard let engines = try? Conversion(given).engines else { return nil }
    let form = engines.first { $0.engine == name } ?? engines.first { $0.engine.hasPrefix(name) }
    return form.map { Self.rounded($0.code) }
  }

  /// The code with every decimal of more than six digits rounded to six: a measured constant has no more.
  static func rounded(_ code: String) -> String {
    var result = ""
    var rest = code[...]
    while let start = rest.firstIndex(where: \.isNumber) {
      let number = rest[start...].prefix { $0.isNumber || $0 == "." }
      let digits = number.filter(\.isNumber).drop { $0 == "0" }.count
      let isLong = digits > 6 && number.contains(".")
      result += rest[..<start]
      result += isLong ? Double(number).map { Numerals.significant($0) } ?? String(number) : String(number)
      rest = rest[number.endIndex...]
    }
    return result + rest
  }
}
