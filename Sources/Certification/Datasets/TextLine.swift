/// A line of a file, cut into fields at blanks and tabs.
struct TextLine: Equatable {
  /// From 1.
  let number: Int
  /// Without its line feed or carriage return.
  let bytes: ArraySlice<UInt8>
  let fields: [Field]

  struct Field: Equatable {
    let text: String
    let line: Int
    /// The byte in the line, from 1.
    let column: Int
  }

  /// The lines of a file; they end with LF or CR LF.
  static func lines(of bytes: [UInt8]) -> [TextLine] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().map {
      TextLine(number: $0 + 1, $1)
    }
  }

  private init(number: Int, _ bytes: ArraySlice<UInt8>) {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    self.number = number
    self.bytes = bytes
    fields = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map {
      Field(
        text: String(decoding: $0, as: UTF8.self), line: number, column: $0.startIndex - bytes.startIndex + 1)
    }
  }

  var isBlank: Bool { fields.isEmpty }

  /// The fields after these words, where the line begins with them.
  func fields(after label: String) -> ArraySlice<Field>? {
    let words = label.split(separator: " ")
    guard fields.count >= words.count, zip(fields, words).allSatisfy({ $0.text == $1 }) else { return nil }
    return fields.dropFirst(words.count)
  }

  func contains(_ word: String) -> Bool { fields.contains { $0.text == word } }
}

extension TextLine.Field {
  func number(in file: String) throws(ReferenceError) -> DecimalNumber {
    guard let number = DecimalNumber(text) else {
      throw ReferenceError(file, line: line, column: column, .notANumber(text))
    }
    return number
  }
}
