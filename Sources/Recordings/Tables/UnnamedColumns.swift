/// The columns of numbers whose names mean nothing, or that have none: what they are is told by the first rows.
struct UnnamedColumns {
  private let header: Header
  private let names: [ColumnName]
  /// The columns without a role that are no other quantity by their names.
  private let free: [Int]

  /// The number of rows that are looked at.
  static let rowLimit = 100

  /// - Parameter isFree: whether a column has no role yet.
  init(_ header: Header, names: [ColumnName], where isFree: (Int) -> Bool) {
    self.header = header
    self.names = names
    free =
      header.format.mayBeUnnamed
      ? names.indices.filter {
        header.isNumeric[$0] && header.beginning.indices.contains($0) && isFree($0)
          && !Self.isOther(names[$0])
      } : []
  }

  /// The column of the times: the one whose numbers increase from row to row, beside offsets; of several the one with the most even steps.
  ///
  /// - Parameter hasOffsets: whether names tell the offsets; else another column has to be there for them, and where it stands still
  ///   the steps of the times must be even: offsets may increase too.
  func time(hasOffsets: Bool) -> Int? {
    let rising = free.filter { column in
      let mayBeTime =
        switch names[column].unit {
        case nil, .time: true
        case .points, .pixels, .velocity: false
        }
      guard mayBeTime, header.beginning[column].count > 1, header.beginning[column].isIncreasing,
        !isCount(column)
      else { return false }
      let others = offsets(beside: column)
      return hasOffsets || others.contains(where: changes) || !others.isEmpty && isClock(column)
    }
    return rising.min { unevenness($0) < unevenness($1) }
  }

  /// True if a column increases by even steps.
  private func isClock(_ column: Int) -> Bool {
    header.beginning[column].count > 1 && header.beginning[column].isIncreasing && unevenness(column) < 0.2
  }

  /// The column of the offsets: the only one besides the times and counts, or the only one of them that changes otherwise than a clock.
  ///
  /// - Parameter time: the column of the times.
  func offset(beside time: Int?) -> Int? {
    let others = offsets(beside: time)
    if others.count < 2 { return others.first }
    let moving = others.filter { changes($0) && !isClock($0) }
    return moving.count == 1 ? moving.first : nil
  }

  /// The columns that may be offsets.
  private func offsets(beside time: Int?) -> [Int] {
    free.filter { column in
      switch names[column].unit {
      case nil, .points, .pixels: column != time && !isCount(column)
      case .time, .velocity: false
      }
    }
  }

  /// True if a column counts rows: it increases by one.
  private func isCount(_ column: Int) -> Bool {
    let numbers = header.beginning[column]
    return numbers.count > 1 && zip(numbers.dropFirst(), numbers).allSatisfy { $0 - $1 == 1 }
  }

  /// The usual distance of the steps from their median, as a share of it.
  private func unevenness(_ column: Int) -> Double {
    let (median, deviation) = header.beginning[column].typicalStep
    return deviation / median
  }

  private func changes(_ column: Int) -> Bool {
    header.beginning[column].contains { $0 != header.beginning[column].first }
  }

  /// Returns true if a word of a name says that it is neither a time nor an offset.
  private static func isOther(_ name: ColumnName) -> Bool {
    name.base.split(separator: "_").contains { otherQuantities.contains(String($0)) }
  }

  private static let otherQuantities: Set = [
    "acceleration", "angle", "battery", "change", "count", "cpu", "delta", "dt", "duration", "dx", "dy",
    "error", "event", "extent", "finger", "force", "fps", "frame", "height", "hz", "id", "identifier",
    "index", "inset", "interval", "length", "level", "limit", "line", "max", "maximum", "memory", "min",
    "minimum", "number", "phase", "pointer", "pressure", "radius", "rate", "ratio", "release", "row",
    "scale", "size", "speed", "start", "state", "step", "target", "thread", "touch", "velocity", "version",
    "viewport", "visible", "width", "zoom",
  ]
}

extension InputFormat {
  /// True if the columns are anyone's, under names of any language or none.
  var mayBeUnnamed: Bool {
    switch self {
    case .csv, .tsv, .semicolon, .spaces, .ndjson, .log, .browser: true
    case .scrolltrace, .oslog, .webkit, .reactNative, .flutter, .chrome, .rrweb, .wheel, .getevent,
      .scrollReverser, .libinput, .eventTap, .playwright, .xctrace, .perfetto:
      false
    }
  }
}
