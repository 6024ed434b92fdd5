/// Reads recordings, packed by gzip or not: tables whose columns are known by name, and the logs of others.
///
/// A table is read in one pass through a buffer of fixed size; only columns with a role are kept. A foreign format is read whole.
package struct RecordingReader: Sendable {
  package let options: ReadingOptions

  package init(options: ReadingOptions = ReadingOptions()) {
    self.options = options
  }

  /// The recordings of a file, one for each series; `-` is standard input.
  package func traces(at path: String) throws(ReadingError) -> [Trace] {
    try traces(ByteSource(path: path))
  }

  /// The recordings of bytes in memory.
  ///
  /// - Parameter source: the name that errors and traces carry.
  package func traces(bytes: [UInt8], source: String) throws(ReadingError) -> [Trace] {
    try traces(ByteSource(bytes: bytes, name: source))
  }

  /// A file's bytes as they are stored, packed or not.
  package static func bytes(of path: String) throws(ReadingError) -> [UInt8] {
    try ByteSource.bytes(of: path)
  }

  /// Every column of numbers of a file, whatever it means: those whose first row holds a number, and those
  /// that a later row of an NDJSON file brings within the first MiB. An object without all of them is left
  /// out.
  package func table(at path: String) throws(ReadingError) -> Table {
    try table(ByteSource(path: path))
  }

  /// Every column of numbers of bytes in memory.
  package func table(bytes: [UInt8], source: String) throws(ReadingError) -> Table {
    try table(ByteSource(bytes: bytes, name: source))
  }

  /// The names of the columns that a table's times, offsets and finger travel are in, by role: `time`, `x`, `y`, `finger`.
  /// Empty for formats whose columns are known, and without `time` for frame numbers.
  package func columnNames(at path: String) throws(ReadingError) -> [String: String] {
    var source = try ByteSource(path: path)
    let format = try format(&source)
    guard format?.isTable ?? true, format != .scrolltrace else { return [:] }
    var names: [String: String] = [:]
    _ = try reader(format).read(source) { header throws(ReadingError) in
      let roles = try RoleFinder.find(in: header, options, file: path)
      if header.format != .scrolltrace {
        names["time"] = roles.basis == .recorded ? roles.time.map { header.names[$0] } : nil
        for (axis, index) in roles.offsets { names[axis.rawValue] = header.names[index] }
        names["finger"] = Axis.allCases.compactMap { roles.fingers[$0] }.last.map { header.names[$0] }
      }
      return roles.selection
    }
    return names
  }

  /// Columns named by numbers make sense without a header.
  private var mayBeHeaderless: Bool {
    (Array(options.columns.values) + options.others + [options.seriesColumn].compactMap { $0 })
      .contains { Int($0) != nil }
  }

  private func traces(_ source: consuming ByteSource) throws(ReadingError) -> [Trace] {
    let file = source.name
    guard abs(options.sign) == 1 else { throw ReadingError(file, .sign(options.sign)) }
    let format = try format(&source)
    guard format?.isTable == false, let format else {
      var found = ColumnRoles()
      var table = try reader(format).read(source) { header throws(ReadingError) in
        found = try RoleFinder.find(in: header, options, file: file)
        return found.selection
      }
      let builder = TraceBuilder(table, roles: found, selection: found.selection, options: options)
      return try builder.traces(&table)
    }
    let text = ForeignText(file: file, bytes: try source.readAll())
    let records = try format.records(text)
    if let excess = records.excess { throw ReadingError(file, .tooMany(excess)) }
    guard !records.isEmpty else { throw ReadingError(file, .notOfFormat(format)) }
    let header = records.header
    var roles = try RoleFinder.find(in: header, options, file: file)
    roles.notices += records.notices
    let selection = roles.selection
    var table = try records.table(header, selection, file: file)
    if let cut = TableReader.note(of: source.defect, line: 0) { table.cleaning.append(cut) }
    let builder = TraceBuilder(table, roles: roles, selection: selection, options: options)
    return try builder.traces(&table)
  }

  /// The format asked for, or the one that the beginning shows; nil for a table.
  private func format(_ source: inout ByteSource) throws(ReadingError) -> InputFormat? {
    if let format = FormatDetector.wrapped(in: try source.peek(FormatDetector.length)),
      options.inputFormat ?? format == format
    {
      return format
    }
    let beginning = try beginning(&source)
    if let format = options.inputFormat { return format }
    // A file whose columns are named by numbers is a table.
    return mayBeHeaderless ? nil : try FormatDetector.format(of: beginning, file: source.name)
  }

  /// Returns the beginning of a source, unless it is no text. Looking at it also shows whether it is packed, and how it is encoded.
  private func beginning(_ source: inout ByteSource) throws(ReadingError) -> [UInt8] {
    try source.decodeText(try source.peek(FormatDetector.length))
    let beginning = try source.peek(FormatDetector.length)
    if let kind = FileKind.name(beginning) { throw ReadingError(source.name, .otherKind(kind)) }
    return beginning
  }

  private func reader(_ format: InputFormat?) -> TableReader {
    TableReader(format: format)
  }

  private func table(_ source: consuming ByteSource) throws(ReadingError) -> Table {
    let file = source.name
    var source = source
    _ = try beginning(&source)
    return try reader(nil).read(source) { header throws(ReadingError) in
      guard !header.isHeaderless || mayBeHeaderless else {
        throw ReadingError(file, .noHeader(columns: header.names.count))
      }
      let numbers = header.names.indices.filter { header.isNumeric[$0] }
      guard !numbers.isEmpty else {
        throw ReadingError(file, .noUsableColumn(found: header.names, projection: false))
      }
      var label: Int?
      if let name = options.seriesColumn {
        label = header.names.firstIndex(of: name)
        guard label != nil else {
          throw ReadingError(file, .unknownColumn(setting: "seriesColumn", name: name, found: header.names))
        }
      }
      return Selection(numbers: numbers, label: label, stamps: nil)
    }
  }
}
