/// The part of a reference dataset before its data, found by the words its lines begin with.
struct ReferenceHeader {
  let name: String
  let kind: ReferenceDataset.Kind
  let level: ReferenceDataset.Level?
  /// The constants that the lines above the model define: names and their digits.
  let constants: [String: String]
  /// The model; never empty.
  let formulaLines: [TextLine]
  /// One line a parameter; never empty.
  let tableLines: [TextLine]
  /// The index of ``dataLine`` among the file's lines.
  let dataIndex: Int
  /// `Data:` and the names of the columns.
  let dataLine: TextLine
  /// The lines between the model and the data.
  private let certified: ArraySlice<TextLine>
  private let beforeData: ArraySlice<TextLine>

  init(_ lines: [TextLine], file: String) throws(ReferenceError) {
    func missing(_ section: ReferenceError.Section) -> ReferenceError {
      ReferenceError(file, .missing(section))
    }
    func field(_ label: String, _ section: ReferenceError.Section) throws(ReferenceError) -> TextLine.Field {
      guard let field = lines.lazy.compactMap({ $0.fields(after: label)?.first }).first else {
        throw missing(section)
      }
      return field
    }
    name = try field("Dataset Name:", .name).text
    let procedure = try field("Procedure:", .procedure)
    guard let kind = ReferenceDataset.Kind(rawValue: procedure.text.lowercased()) else {
      throw ReferenceError(
        file, line: procedure.line, column: procedure.column, .unknownProcedure(procedure.text))
    }
    self.kind = kind

    guard let model = lines.firstIndex(where: { $0.fields(after: "Model:") != nil }) else {
      throw missing(.model)
    }
    guard let last = lines.lastIndex(where: { $0.fields(after: "Data:") != nil }), last > model else {
      throw missing(.data)
    }
    dataIndex = last
    dataLine = lines[last]
    beforeData = lines[..<last]
    level =
      beforeData.lazy.compactMap { line in
        line.fields.dropFirst().map(\.text) == ["Level", "of", "Difficulty"]
          ? ReferenceDataset.Level(rawValue: line.fields[0].text) : nil
      }.first

    let formulaText = try Self.formulaText(lines[(model + 1)..<last], file: file)
    (constants, formulaLines) = (formulaText.constants, Array(formulaText.lines))
    certified = lines[formulaText.lines.endIndex..<last]
    tableLines = Array(Self.table(certified, kind: kind))
    guard !tableLines.isEmpty else { throw missing(.parameters) }
  }

  /// The law begins with the first line that has a `=`, definitions of constants ignored, and ends at a blank line.
  private static func formulaText(
    _ section: ArraySlice<TextLine>, file: String
  ) throws(ReferenceError) -> (constants: [String: String], lines: ArraySlice<TextLine>) {
    var constants: [String: String] = [:]
    var rest = section
    // The table's rows have a '=' too.
    if let table = rest.firstIndex(where: isTableHeading) { rest = rest[..<table] }
    while let start = rest.firstIndex(where: { $0.bytes.contains(UInt8(ascii: "=")) }) {
      rest = rest[start...]
      guard let constant = FormulaText.constant(rest[start], file: file) else {
        return (constants, rest.prefix { !$0.isBlank })
      }
      constants[constant.name] = constant.text
      rest.removeFirst()
    }
    throw ReferenceError(file, line: section.first.map { $0.number - 1 }, .missing(.formula))
  }

  /// `Starting values  Certified Values` or `Certified Regression Statistics`.
  private static func isTableHeading(_ line: TextLine) -> Bool {
    line.contains("Certified") || line.contains("Starting")
  }

  /// The rows under the table's heading line with `Parameter`, up to a blank line.
  private static func table(_ lines: ArraySlice<TextLine>, kind: ReferenceDataset.Kind) -> ArraySlice<
    TextLine
  > {
    guard let heading = lines.firstIndex(where: { $0.contains("Parameter") }) else { return [] }
    return lines[(heading + 1)...].drop(while: \.isBlank).prefix { !$0.isBlank }
  }
}

extension ReferenceHeader {
  /// The certified table: `b1 = start … value deviation` or, for a linear model, `B0 value deviation`.
  func parameters(file: String) throws(ReferenceError) -> [ReferenceDataset.Parameter] {
    var parameters: [ReferenceDataset.Parameter] = []
    for line in tableLines {
      var fields = line.fields[...]
      let name = fields.removeFirst()
      guard name.text.isFormulaName else {
        throw ReferenceError(file, line: line.number, column: name.column, .malformedName(name.text))
      }
      if kind == .nonlinear, fields.first?.text == "=" { fields.removeFirst() }
      let fewest = kind == .nonlinear ? 3 : 2
      guard kind == .nonlinear ? fields.count >= fewest : fields.count == fewest else {
        throw ReferenceError(
          file, line: line.number, column: fields.dropFirst(fewest).first?.column ?? line.bytes.count + 1,
          .fieldCount(found: fields.count, expected: fewest, columns: []))
      }
      var numbers: [Double] = []
      for field in fields { numbers.append(try field.number(in: file).value) }
      let starts = Array(numbers.dropLast(2))
      if let expected = parameters.first?.starts.count, expected != starts.count {
        throw ReferenceError(file, line: line.number, .startCount(found: starts.count, expected: expected))
      }
      parameters.append(
        ReferenceDataset.Parameter(
          name: name.text, starts: starts, certified: numbers[numbers.count - 2],
          certifiedStandardDeviation: numbers[numbers.count - 1]))
    }
    return parameters
  }

  /// `Residual Sum of Squares:`, or the second number of a linear model's line `Residual` in the analysis of variance.
  func sumOfSquares(file: String) throws(ReferenceError) -> Double {
    let field =
      kind == .nonlinear
      ? first("Residual Sum of Squares:")?.first : variance.flatMap { $0.dropFirst().first }
    guard let field else { throw ReferenceError(file, .missing(.sumOfSquares)) }
    return try field.number(in: file).value
  }

  func standardDeviation(file: String) throws(ReferenceError) -> Double? {
    let label = kind == .nonlinear ? "Residual Standard Deviation:" : "Standard Deviation"
    return try first(label)?.first?.number(in: file).value
  }

  var degreesOfFreedom: Int? {
    let field = kind == .nonlinear ? first("Degrees of Freedom:")?.first : variance?.first
    return field.flatMap { Int($0.text) }
  }

  /// The line `Residual` of the analysis of variance; another line of that one word stands before it.
  private var variance: ArraySlice<TextLine.Field>? {
    certified.lazy.compactMap { $0.fields(after: "Residual") }.first { $0.count > 1 }
  }

  /// The fields after a label that anything follows.
  private func first(_ label: String) -> ArraySlice<TextLine.Field>? {
    certified.lazy.compactMap { $0.fields(after: label) }.first { !$0.isEmpty && $0.first?.text != "of" }
  }

  /// Every `14 Observations` and `Number of Observations: 14`.
  var observationCounts: [(line: Int, count: Int)] {
    beforeData.compactMap { line in
      let labelled = line.fields(after: "Number of Observations:")?.first
      let isCount = line.fields.count == 2 && ["Observation", "Observations"].contains(line.fields[1].text)
      return (labelled ?? (isCount ? line.fields[0] : nil)).flatMap { Int($0.text) }.map { (line.number, $0) }
    }
  }

  /// `7 Parameters (b1 to b7)`.
  var parameterCount: (line: Int, count: Int)? {
    beforeData.lazy.compactMap { line -> (line: Int, count: Int)? in
      guard line.fields.count > 1, ["Parameter", "Parameters"].contains(line.fields[1].text) else {
        return nil
      }
      return Int(line.fields[0].text).map { (line.number, $0) }
    }.first
  }
}
