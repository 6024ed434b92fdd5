import ScrollFitting

/// A column of a CSV report: its name and how its field follows from a row.
struct CSVColumn<Row> {
  let name: String
  let field: (Row) -> String

  /// A column of text; empty where there is none.
  static func text(_ name: String, _ text: @escaping (Row) -> String?) -> CSVColumn {
    CSVColumn(name: name) { text($0) ?? "" }
  }

  /// A column of numbers, in the shortest text that reads back to the same double; empty for none and for a number
  /// that is not finite.
  static func number(_ name: String, _ number: @escaping (Row) -> Double?) -> CSVColumn {
    CSVColumn(name: name) { digits(number($0)) }
  }

  private static func digits(_ number: Double?) -> String {
    number.flatMap { $0.isFinite ? $0.description : nil } ?? ""
  }

  /// The column of an estimate's value: a number, or the word it has in place of one.
  static func value(_ estimate: @escaping (Row) -> Estimate) -> CSVColumn {
    CSVColumn(name: "value") { row in estimate(row).label ?? digits(estimate(row).value) }
  }
}

/// A header and a line for each row, fields quoted where RFC 4180 asks for it; lines end with a line feed.
struct CSVTable<Row> {
  let columns: [CSVColumn<Row>]

  func write(_ rows: [Row]) -> String {
    let header = columns.map { CSVField.quoted($0.name) }
    let lines = [header] + rows.map { row in columns.map { CSVField.quoted($0.field(row)) } }
    return lines.map { $0.joined(separator: ",") + "\n" }.joined()
  }
}

/// A field of CSV.
enum CSVField {
  /// The field, in quotes where it has a comma, a quote or a space at an end. What a terminal would obey is written out,
  /// and an apostrophe stands before a text that a spreadsheet would take for a formula.
  static func quoted(_ field: String) -> String {
    let field = isFormula(field) ? "'" + field.visible : field.visible
    let scalars = field.unicodeScalars
    let special: [Unicode.Scalar] = [",", "\""]
    guard scalars.contains(where: special.contains) || scalars.first == " " || scalars.last == " " else {
      return field
    }
    var doubled = ""
    for scalar in scalars {
      if scalar == "\"" { doubled.unicodeScalars.append(scalar) }
      doubled.unicodeScalars.append(scalar)
    }
    return "\"\(doubled)\""
  }

  /// Returns true if a text begins as a formula and is not a number.
  private static func isFormula(_ field: String) -> Bool {
    guard let first = field.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
      return false
    }
    return Double(field) == nil
  }
}
