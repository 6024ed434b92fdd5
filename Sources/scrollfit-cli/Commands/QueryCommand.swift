import ArgumentParser
import Reports
import ResultStore

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "query",
    abstract: "Run an SQL query on a results database.",
    examples: [
      "results.sqlite \"SELECT * FROM summary\"",
      "results.sqlite \"SELECT count(*) FROM failures\"",
      "results.sqlite --export --format csv --output results.csv",
    ],
    discussion: """
      The views are recordings, facts, phases, fits, constants, failures and summary (docs/store.md). The database is \
      opened read-only, also while a batch writes to it.
      --export writes all results in the order of the inputs: ndjson by view, csv with one row per estimate.
      """)

  @Argument(help: ArgumentHelp("Results database of batch --store.", valueName: "store"))
  var store: String

  @Argument(help: ArgumentHelp("One SQL statement.", valueName: "sql"))
  var statement: String?

  @Flag(help: "Write all results.")
  var export = false

  @Option(help: "Output format (default: text; with --export ndjson).")
  var format: RowFormat?

  @OptionGroup
  var file: OutputArguments

  func validate() throws {
    guard export != (statement != nil) else {
      throw ValidationError("give either an SQL statement or --export")
    }
    guard !export || format == nil || format == .csv || format == .ndjson else {
      throw ValidationError("--export supports --format csv and ndjson")
    }
  }

  func run() throws {
    let destination = file.destination
    try WrittenFiles([("--output", file.output)]).check(keeping: [store])
    try destination.check()
    try destination.stream { descriptor in
      let store = try opened()
      var answer = QueryOutput(descriptor)
      do {
        if let statement {
          try answer.write(statement, of: store, format ?? .text)
        } else if format == .csv {
          try answer.write(ResultStore.estimates, of: store, .csv)
        } else {
          try answer.writeAll(of: store)
        }
      } catch let error as StoreError {
        // The answer of a query that ends because its reader has left cannot be written: this throws too.
        try answer.flush()
        throw RunFailure(.partial, [Diagnostic(file: self.store, error.description)])
      }
      try answer.flush()
    }
  }

  /// The store, the one input of a query.
  private func opened() throws(RunFailure) -> ResultStore {
    do { return try ResultStore(reading: store) } catch {
      throw RunFailure(.noInput, [Diagnostic(file: store, error.description)])
    }
  }
}

/// The rows of a query on their way out, in pieces of some size.
private struct QueryOutput {
  private static let piece = 1 << 16

  private let descriptor: Int32
  private var text = ""

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ statement: String, of store: ResultStore, _ format: RowFormat) throws {
    var writer: RowWriter?
    // Rows that came before an error are whole: also in JSON.
    defer { text += writer?.foot() ?? "" }
    try store.ask(
      statement, while: { FileDescriptor.hasReader(descriptor) },
      columns: {
        let started = RowWriter(format, columns: $0)
        writer = started
        try append(started.head)
      },
      row: { try append(writer?.row($0.map(\.field)) ?? "") })
  }

  mutating func writeAll(of store: ResultStore) throws {
    var writer = RowWriter(.ndjson, columns: [])
    try store.export(
      columns: { writer = RowWriter(.ndjson, columns: $1, label: [(name: "view", text: $0)]) },
      row: { try append(writer.row($0.map(\.field))) })
  }

  mutating func flush() throws {
    try FileDescriptor.write(text, to: descriptor)
    text = ""
  }

  private mutating func append(_ more: String) throws {
    text += more
    if text.utf8.count > Self.piece { try flush() }
  }
}

extension StoredValue {
  fileprivate var field: RowField {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .bytes(let bytes):
      .text(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    }
  }
}
