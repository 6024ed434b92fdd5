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
