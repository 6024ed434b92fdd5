/// A curve as code in the notation that Swift, Kotlin, Dart and JavaScript share: names, decimal numbers, + - * / and
/// calls of exp, expm1, log1p, sin, cos, abs and min. A ``SourceDialect`` writes it out.
struct CurveCode: Equatable {
  struct Constant: Equatable {
    let name: String
    let value: Double
    /// The description in a few words.
    let comment: String

    init(_ name: String, _ value: Double, _ comment: String) {
      self.name = name
      self.value = value
      self.comment = comment
    }
  }

  /// A function of one number.
  struct Function: Equatable {
    /// The condition under which the function is 0 and nothing else is computed; nil for never.
    var zeroWhere: String?
    /// Named once, in their order.
    var locals: [Local] = []
    let result: String
  }

  struct Local: Equatable {
    let name: String
    let expression: String

    init(_ name: String, _ expression: String) {
      self.name = name
      self.expression = expression
    }
  }

  var constants: [Constant]
  var value: Function
  /// The value's derivative.
  var slope: Function
  /// The argument of the functions: `time`, `travel` or `x`.
  var argument = "time"
  /// A function that these need beside those of the language.
  var helper: Helper?

  /// A function of one number with one formula for small ones and another for the rest.
  struct Helper: Equatable {
    let name: String
    let comment: String
    let argument: String
    /// The limit of |argument| below which `small` is computed, else `large`.
    let limit: Double
    let small: Function
    let large: Function
  }

  /// The functions that the notation can call.
  static let functions: Set<String> = ["exp", "expm1", "log1p", "sin", "cos", "abs", "min"]

  /// The names of the functions called anywhere.
  var calls: Set<String> {
    let functions = [value, slope] + (helper.map { [$0.small, $0.large] } ?? [])
    let expressions = functions.flatMap { [$0.zeroWhere ?? "", $0.result] + $0.locals.map(\.expression) }
    return Set(expressions.flatMap(Self.words)).intersection(Self.functions)
      .union(helper == nil ? [] : ["abs"])
  }

  /// An expression with each name replaced.
  static func replacing(_ expression: String, by name: (String) -> String) -> String {
    var text = ""
    var word = ""
    for character in expression + " " {
      if character.isLetter || (character.isNumber && !word.isEmpty) {
        word.append(character)
      } else {
        text += word.isEmpty ? "" : name(word)
        word = ""
        text.append(character)
      }
    }
    return String(text.dropLast())
  }

  private static func words(_ expression: String) -> [String] {
    var words: [String] = []
    _ = replacing(expression) {
      words.append($0)
      return $0
    }
    return words
  }
}
