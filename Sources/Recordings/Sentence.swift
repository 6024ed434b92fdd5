/// A sentence that may name settings: each reader knows them by another name.
///
/// A caller of the library knows a setting by its property (`repair`), a person at the command line by its option.
package struct Sentence: ExpressibleByStringInterpolation, Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case text(String)
    /// A setting by its property, with a value that may follow it: `frameRate 60`.
    case setting(String, value: String?)
  }

  private var parts: [Part]

  package init(stringLiteral text: String) { parts = [.text(text)] }

  package init(_ text: String) { parts = [.text(text)] }

  package init(stringInterpolation interpolation: Interpolation) { parts = interpolation.parts }

  /// The text.
  ///
  /// - Parameter name: gives the name of a setting by its property.
  package func text(naming name: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .setting(let setting, let value): name(setting) + (value.map { " " + $0 } ?? "")
      }
    }.joined()
  }

  package static func + (first: Sentence, second: Sentence) -> Sentence {
    var sum = first
    sum.parts += second.parts
    return sum
  }

  package struct Interpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    package mutating func appendInterpolation(_ value: some Any) {
      parts.append(.text("\(value)"))
    }

    /// - Parameter setting: the property, with a value behind a blank where one follows.
    package mutating func appendInterpolation(setting: String) {
      let words = setting.split(separator: " ", maxSplits: 1).map(String.init)
      parts.append(.setting(words.first ?? "", value: words.dropFirst().first))
    }
  }
}

extension [Sentence] {
  package func joined(separator: String) -> Sentence {
    dropFirst().reduce(first ?? "") { $0 + Sentence(separator) + $1 }
  }
}

/// An error whose sentence names settings.
package protocol Explained: Error, CustomStringConvertible {
  var sentence: Sentence { get }
}

extension Explained {
  /// The sentence for a caller of the library.
  package var libraryText: String { sentence.text { $0 } }
}
