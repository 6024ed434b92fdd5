import ArgumentParser
import Reports
import ResultStore

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Ask a store of results that batch has made.",
    discussion: """
      The views recordings, facts, phases, fits, constants, failures and summary answer the usual questions: \
      "SELECT name, avg(value) FROM constants GROUP BY name". The store is only read, also while a batch writes in it.
      --export writes everything, in the order of the inputs: ndjson view by view, csv one row an estimate.
      """)

  @Argument(help: ArgumentHelp("A store.", valueName: "store"))
  var store: String

  @Argument(help: ArgumentHelp("One statement in SQL.", valueName: "sql"))
  var statement: String?

  @Flag(help: "Write everything that the store has.")
  var export = false

  @Option(help: "How the answer is written (default: text; with --export ndjson).")
  var format: RowFormat?

  @OptionGroup
  var file: OutputArguments

  func validate() throws {
    guard export != (statement != nil) else {
      throw ValidationError("a query is either a statement or --export")
    }
    guard !export || format == nil || format == .csv || format == .ndjson else {
      throw ValidationError("--export writes csv or ndjson")
    }
  }

  func run() throws {
    let destination = file.destination
    try destination.check()
    try destination.stream { descriptor in
      do {
        let store = try ResultStore(reading: self.store)
        var answer = Answer(descriptor)
        if let statement {
          try answer.write(statement, of: store, format ?? .text)
        } else if format == .csv {
          try answer.write(ResultStore.estimates, of: store, .csv)
        } else {
          try answer.writeAll(of: store)
        }
        try answer.flush()
      } catch let error as StoreError {
        throw RunFailure(.partial, [Diagnostic(file: store, error.description)])
      }
    }
  }
}

/// The rows of an answer on their way out, in pieces of some size.
private struct Answer {
  private static let piece = 1 << 16

  private let descriptor: Int32
  private var text = ""

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ statement: String, of store: ResultStore, _ format: RowFormat) throws {
    var writer = RowWriter(format, columns: [])
    try store.ask(
      statement,
      columns: {
        writer = RowWriter(format, columns: $0)
        try append(writer.head)
      },
      row: { try append(writer.row($0.map(\.field))) })
    try append(writer.foot())
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
    }
  }
}
