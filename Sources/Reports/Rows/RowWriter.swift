/// The format of the rows of an answer.
public enum RowFormat: String, CaseIterable, Sendable {
  case text, csv, json, ndjson
}

/// A field of a row.
public enum RowField: Equatable, Sendable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
}

/// Writes rows of named columns one after the other; only `text`, whose columns are as wide as their widest field,
/// keeps them until the end.
///
/// Numbers are written in the shortest text that reads back to them. CSV follows RFC 4180 and leaves a field without
/// value empty; JSON is an array of objects, NDJSON an object a line.
public struct RowWriter {
  private let format: RowFormat
  private let columns: [String]
  /// Members that every object of JSON begins with.
  private let label: [(name: String, text: String)]
  private var count = 0
  private var kept: [[String]] = []

  public init(_ format: RowFormat, columns: [String], label: [(name: String, text: String)] = []) {
    self.format = format
    self.columns = columns
    self.label = label
  }

  /// The text before the rows.
  public var head: String {
    switch format {
    case .csv: columns.map(CSVField.quoted).joined(separator: ",") + "\n"
    case .json: "["
    case .text, .ndjson: ""
    }
  }

  /// A row's text.
  public mutating func row(_ fields: [RowField]) -> String {
    defer { count += 1 }
    switch format {
    case .text:
      kept.append(fields.map(\.text))
      return ""
    case .csv: return fields.map { CSVField.quoted($0.text) }.joined(separator: ",") + "\n"
    case .json: return (count == 0 ? "\n  " : ",\n  ") + object(fields)
    case .ndjson: return object(fields) + "\n"
    }
  }

  /// The text after the rows.
  public var foot: String {
    switch format {
    case .json: count == 0 ? "]\n" : "\n]\n"
    case .csv, .ndjson: ""
    case .text: aligned
    }
  }

  private func object(_ fields: [RowField]) -> String {
    let members =
      label.map { JSONValue.Member(name: $0.name, value: .string($0.text)) }
      + zip(columns, fields).map { JSONValue.Member(name: $0, value: $1.json) }
    return JSONWriter.line(.object(members))
  }

  private var aligned: String {
    let rows = [columns.map(\.visible)] + kept.map { $0.map(\.visible) }
    let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension RowField {
  fileprivate var text: String {
    switch self {
    case .null: ""
    case .integer(let integer): "\(integer)"
    case .number(let number): number.isFinite ? number.description : ""
    case .text(let text): text
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(Int(integer))
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }
}
