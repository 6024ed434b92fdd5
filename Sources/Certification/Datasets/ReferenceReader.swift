extension ReferenceDataset {
  /// Reads a file of NIST's Statistical Reference Datasets, linear or nonlinear.
  ///
  /// The required parts: the lines `Dataset Name:` and `Procedure:`, which names the kind; the law under `Model:`; the table
  /// of certified values; the residual sum of squares; the last line `Data:` with the names of the columns, and a line
  /// of numbers for each observation. Counts in the header are checked where they stand. Lines end with LF or CR LF.
  ///
  /// - Parameter file: the name for errors and for ``file``.
  /// - Throws: ``ReferenceError`` with the line, and the byte in it, where there is one to name.
  package init(bytes: [UInt8], file: String) throws(ReferenceError) {
    let lines = TextLine.lines(of: bytes)
    let header = try ReferenceHeader(lines, file: file)
    let columns = try Self.columnNames(header.dataLine, file: file)
    let table = try header.parameters(file: file)
    let names = table.map(\.name)
    for (index, name) in names.enumerated() where columns.contains(name) || names[..<index].contains(name) {
      throw ReferenceError(file, line: header.tableLines[index].number, .repeatedName(name))
    }

    let formula = try FormulaText(
      header.formulaLines, constants: header.constants, parameters: names, columns: columns, file: file)
    var terms: [LinearTerm] = []
    if header.kind == .linear {
      guard formula.left.map(\.text) == [columns[0]] else {
        let position = formula.left[0]
        throw ReferenceError(
          file, line: position.line, column: position.column,
          .linearResponse(formula.left.map(\.text).joined(), expected: columns[0]))
      }
      terms = try LinearTerm.read(formula.right, parameters: names, columns: columns, file: file)
    }

    let data = try Self.data(lines[header.dataIndex...].dropFirst(), columns: columns, file: file)
    let count = data[0].count
    for (line, stated) in header.observationCounts where stated != count {
      throw ReferenceError(file, line: line, .observationCount(stated: stated, found: count))
    }
    if let (line, stated) = header.parameterCount, stated != table.count {
      throw ReferenceError(file, line: line, .parameterCount(stated: stated, found: table.count))
    }
    guard count > table.count else {
      throw ReferenceError(file, .tooFewObservations(count, parameters: table.count))
    }

    self.file = file
    name = header.name
    level = header.level
    kind = header.kind
    self.formula = header.formulaLines.map { String(decoding: $0.bytes, as: UTF8.self).trimmed }
      .joined(separator: " ")
    formulaText = formula.text
    formulaLine = header.formulaLines[0].number
    parameters = table
    self.terms = terms
    certifiedResidualSumOfSquares = try header.sumOfSquares(file: file)
    certifiedResidualStandardDeviation = try header.standardDeviation(file: file)
    printedDegreesOfFreedom = header.degreesOfFreedom
    self.columns = columns
    self.data = data
  }

  /// As ``init(bytes:file:)``.
  package init(text: String, file: String) throws(ReferenceError) {
    try self.init(bytes: Array(text.utf8), file: file)
  }

  private static func columnNames(_ line: TextLine, file: String) throws(ReferenceError) -> [String] {
    let fields = line.fields.dropFirst()
    guard fields.count > 1 else { throw ReferenceError(file, line: line.number, .missing(.data)) }
    var names: [String] = []
    for field in fields {
      guard field.text.isFormulaName else {
        throw ReferenceError(file, line: line.number, column: field.column, .malformedName(field.text))
      }
      guard !names.contains(field.text) else {
        throw ReferenceError(file, line: line.number, column: field.column, .repeatedName(field.text))
      }
      names.append(field.text)
    }
    return names
  }

  private static func data(
    _ lines: ArraySlice<TextLine>, columns: [String], file: String
  ) throws(ReferenceError) -> [[DecimalNumber]] {
    var data = [[DecimalNumber]](repeating: [], count: columns.count)
    for line in lines where !line.isBlank {
      guard line.fields.count == columns.count else {
        // The first field too many, or where the line ends too early.
        let extra = line.fields.dropFirst(columns.count).first?.column
        throw ReferenceError(
          file, line: line.number, column: extra ?? line.bytes.count + 1,
          .fieldCount(found: line.fields.count, expected: columns.count, columns: columns))
      }
      for (index, field) in line.fields.enumerated() { data[index].append(try field.number(in: file)) }
    }
    guard !data[0].isEmpty else {
      throw ReferenceError(file, line: lines.first.map { $0.number - 1 }, .noData)
    }
    return data
  }
}

extension String {
  /// A letter or `_`, then letters, digits and `_`.
  var isFormulaName: Bool {
    let line = TextLine.lines(of: Array(utf8))[0]
    guard let words = try? FormulaWord.words(of: line, file: ""), words.count == 1 else { return false }
    return words[0].isName && words[0].text == self
  }

  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

/// An error in a reference dataset, with its position.
package struct ReferenceError: Error, Equatable, Sendable {
  /// As it was named to the reader.
  package let file: String
  /// From 1; nil for what has no line, such as a section that is missing.
  package let line: Int?
  /// The byte in that line, from 1.
  package let column: Int?
  package let problem: Problem

  init(_ file: String, line: Int? = nil, column: Int? = nil, _ problem: Problem) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// The required parts of a dataset.
  package enum Section: String, Sendable {
    case name = "line 'Dataset Name:'"
    case procedure = "line 'Procedure:'"
    case model = "section 'Model:'"
    case formula = "formula under 'Model:'"
    case parameters = "table of certified parameters"
    case sumOfSquares = "certified residual sum of squares"
    case data = "line 'Data:' with the names of the columns"
  }

  package enum Problem: Equatable, Sendable {
    case missing(Section)
    /// Neither linear nor nonlinear.
    case unknownProcedure(String)
    case notANumber(String)
    /// `columns` names them where they have names.
    case fieldCount(found: Int, expected: Int, columns: [String])
    case noData
    case observationCount(stated: Int, found: Int)
    case parameterCount(stated: Int, found: Int)
    case startCount(found: Int, expected: Int)
    /// n ≤ p: no standard deviation can be certified.
    case tooFewObservations(Int, parameters: Int)
    case malformedName(String)
    case repeatedName(String)
    // The formula.
    case unexpectedCharacter(String)
    case unknownName(String, known: [String])
    /// A parameter of the table that the formula doesn't have.
    case unusedParameter(String)
    case secondEquals
    case missingResponse
    case ellipsis
    case linearTerm(String)
    case linearResponse(String, expected: String)
  }
}

/// The sentence, without the place: `file`, `line` and `column` stand before it.
extension ReferenceError: CustomStringConvertible {
  package var description: String {
    switch problem {
    case .missing(let section): "no \(section.rawValue)"
    case .unknownProcedure(let text): "the procedure is neither linear nor nonlinear: '\(Self.excerpt(text))'"
    case .notANumber(let text): "'\(Self.excerpt(text))' is not a number"
    case .fieldCount(let found, let expected, let columns):
      "\(found) field\(found == 1 ? "" : "s") where \(expected) are expected"
        + (columns.isEmpty ? "" : " (\(columns.map(Self.excerpt).joined(separator: ", ")))")
    case .noData: "no line of numbers after the names of the columns"
    case .observationCount(let stated, let found):
      "the file states \(stated) observation\(stated == 1 ? "" : "s") and has \(found)"
    case .parameterCount(let stated, let found):
      "the file states \(stated) parameter\(stated == 1 ? "" : "s") and certifies \(found)"
    case .startCount(let found, let expected):
      "\(found) starting value\(found == 1 ? "" : "s") where the parameter before has \(expected)"
    case .tooFewObservations(let count, let parameters):
      "\(count) observation\(count == 1 ? "" : "s") for \(parameters) parameter\(parameters == 1 ? "" : "s") "
        + "leave no degrees of freedom"
    case .malformedName(let name): "'\(Self.excerpt(name))' is not a name"
    case .repeatedName(let name): "the name '\(Self.excerpt(name))' is used twice"
    case .unexpectedCharacter(let character): "'\(Self.excerpt(character))' is not allowed in a formula"
    case .unknownName(let name, let known):
      "'\(Self.excerpt(name))' in the formula is neither a column nor a certified parameter nor a function "
        + "(known: \(known.prefix(40).map(Self.excerpt).joined(separator: ", ")))"
    case .unusedParameter(let name): "the formula has no parameter '\(Self.excerpt(name))'"
    case .secondEquals: "a formula has one '='; this is the second"
    case .missingResponse: "nothing precedes the formula's '='"
    case .ellipsis: "'...' needs a term before and after it that differ in one whole number"
    case .linearTerm(let text):
      "'\(Self.excerpt(text))' is not a parameter alone, or times a column or a whole power of one"
    case .linearResponse(let text, let expected):
      "the left side of a linear model is the response '\(Self.excerpt(expected))', not '\(Self.excerpt(text))'"
    }
  }

  /// One line of at most 60 characters, whatever the file holds.
  private static func excerpt(_ text: String) -> String {
    let clean = text.unicodeScalars.prefix(61).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    let shown = String(String.UnicodeScalarView(clean.prefix(60)))
    return clean.count > 60 ? shown + "…" : shown
  }
}

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
