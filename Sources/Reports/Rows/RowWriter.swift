import FitJSON
import Recordings

/// The format of the rows of an answer.
package enum RowFormat: String, CaseIterable, Sendable {
  case text, csv, json, ndjson
}

/// A field of a row.
package enum RowField: Equatable, Sendable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
}

/// Writes rows of named columns one after the other; `text`, whose columns are as wide as their widest field, keeps the
/// first thousand for their widths. A wider field after them shifts its own row.
///
/// Numbers are written in the shortest text that reads back to them. CSV follows RFC 4180 and leaves a field without
/// value empty; JSON is an array of objects, NDJSON an object a line.
package struct RowWriter {
  private let format: RowFormat
  private let columns: [String]
  /// Members that every object of JSON begins with.
  private let label: [(name: String, text: String)]
  private var count = 0
  private var kept: [[String]] = []
  /// The columns' widths, once they are known.
  private var widths: [Int]?
  private static let maximumKept = 1000

  package init(_ format: RowFormat, columns: [String], label: [(name: String, text: String)] = []) {
    self.format = format
    self.columns = format == .json || format == .ndjson ? Self.distinct(columns) : columns
    self.label = label
  }

  /// The text before the rows.
  package var head: String {
    switch format {
    case .csv: columns.map(CSVField.quoted).joined(separator: ",") + "\n"
    case .json: "["
    case .text, .ndjson: ""
    }
  }

  /// A row's text.
  package mutating func row(_ fields: [RowField]) -> String {
    defer { count += 1 }
    switch format {
    case .text:
      guard widths == nil else { return line(fields.map(\.text.visible)) }
      kept.append(fields.map(\.text.visible))
      return kept.count < Self.maximumKept ? "" : align()
    case .csv: return fields.map { CSVField.quoted($0.text) }.joined(separator: ",") + "\n"
    case .json: return (count == 0 ? "\n  " : ",\n  ") + object(fields)
    case .ndjson: return object(fields) + "\n"
    }
  }

  /// The text after the rows.
  package mutating func foot() -> String {
    switch format {
    case .json: count == 0 ? "]\n" : "\n]\n"
    case .csv, .ndjson: ""
    case .text: widths == nil ? align() : ""
    }
  }

  private func object(_ fields: [RowField]) -> String {
    let members =
      label.map { JSONMember($0.name, .string($0.text)) }
      + zip(columns, fields).map { JSONMember($0, $1.json) }
    return JSONWriter.line(.object(members))
  }

  /// The rows that were kept, under the columns' names.
  private mutating func align() -> String {
    let rows = [columns.map(\.visible)] + kept
    widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    kept = []
    return rows.map(line).joined()
  }

  private func line(_ row: [String]) -> String {
    var line = zip(row, widths ?? []).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
      .joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// The names with a number behind each that came before: a key stands once in an object.
  private static func distinct(_ names: [String]) -> [String] {
    var taken = Set<String>()
    return names.map { name in
      var distinct = name, number = 2
      while !taken.insert(distinct).inserted {
        distinct = "\(name)_\(number)"
        number += 1
      }
      return distinct
    }
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
