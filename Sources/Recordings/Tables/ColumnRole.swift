/// The meaning of a column.
enum ColumnRole: Equatable {
  case time
  case frame
  case offset(Axis?)
  case finger(Axis?)
  case rest(Axis?)
  /// The change of the offset by one event of a wheel.
  case delta(Axis)
  case deltaMode
  case series

  /// The role of a name; nil for one that means nothing here.
  init?(_ name: ColumnName) {
    var base = name.base
    for container in ["native_event_", "event_", "data_", "payload_"] where base.hasPrefix(container) {
      base.removeFirst(container.count)
    }
    let isTime: Bool
    switch name.unit {
    case .time: isTime = true
    case .velocity: return nil
    case .points, .pixels: isTime = false
    case nil:
      isTime = true
      if let role = Self.unitless[base] {
        self = role
        return
      }
    }
    if isTime, Self.times.contains(base) {
      self = .time
      return
    }
    if case .time = name.unit { return nil }
    guard let role = Self.length(base) else { return nil }
    self = role
  }

  /// The role of the last words of a path that means nothing as a whole: `window.scrollY`, `performance.now()`,
  /// `scrollView.contentOffset.y`. A letter alone (`velocity.y`) tells nothing of what it is a part of.
  init?(endOf name: ColumnName) {
    var path = name.written[...]
    while let point = path.firstIndex(of: ".") {
      path = path[path.index(after: point)...]
      let end = ColumnName(String(path))
      guard end.base.count > 2 else { return nil }
      if let role = ColumnRole(end) {
        self = role
        return
      }
    }
    return nil
  }

  /// True if a name is that of a time, an offset or another number of a sample.
  static func isOfSample(_ name: String) -> Bool {
    let role = ColumnRole(ColumnName(name))
    return role != nil && role != .series
  }

  private static let times: Set = [
    "t", "time", "timestamp", "time_stamp", "elapsed", "elapsed_time", "ts", "now", "date", "datetime",
    "date_time", "current_time", "nano_time", "event_time", "frame_time", "media_time", "uptime",
    "elapsed_realtime",
    "performance_now",
  ]

  private static let unitless: [String: ColumnRole] = {
    var roles: [String: ColumnRole] = [
      "frame": .frame, "frame_number": .frame, "frame_index": .frame, "delta_mode": .deltaMode,
    ]
    for name in seriesNames { roles[name] = .series }
    return roles
  }()

  /// The columns that split a file by themselves, the first one found wins.
  static let seriesNames = ["series", "gesture", "set", "fixture", "id"]

  private static func length(_ base: String) -> ColumnRole? {
    let axis: Axis? = base.hasSuffix("_x") ? .x : base.hasSuffix("_y") ? .y : nil
    switch axis == nil ? base : String(base.dropLast(2)) {
    case "offset", "content_offset", "minus_content_offset", "scroll_offset", "scroll", "overscroll",
      "generated_offset", "scroll_position", "scroll_pos",
      "偏移":
      return .offset(axis)
    case "finger", "translation", "pan_translation", "finger_translation": return .finger(axis)
    case "rest", "baseline", "rest_baseline": return .rest(axis)
    case "delta": return axis.map { .delta($0) }
    default: break
    }
    switch base {
    case "x", "scroll_left", "page_x_offset": return .offset(.x)
    case "y", "scroll_top", "page_y_offset": return .offset(.y)
    case "pixels": return .offset(nil)
    case "px": return .finger(.x)
    case "py": return .finger(.y)
    default: return nil
    }
  }
}

/// The roles of the columns of a file.
struct ColumnRoles: Equatable {
  /// The column of times, or of frame numbers where the options give a frame interval.
  var time: Int?
  /// Seconds are raw · secondsPerUnit / unitsPerSecond, one of them 1: n / 60 is rounded once, n · (1/60)
  /// twice.
  var unitsPerSecond = 1.0
  var secondsPerUnit = 1.0
  /// True if nothing names the unit of the times.
  var isTimeUnitUnknown = false
  var basis = TimeBasis.recorded
  var offsets: [Axis: Int] = [:]
  /// Wheel deltas, where there is no offset: summed up they are one.
  var deltas: [Axis: Int] = [:]
  var deltaMode: Int?
  var fingers: [Axis: Int] = [:]
  var rests: [Axis: Int] = [:]
  var others: [Int] = []
  /// The column of words for a ``TouchState``.
  var states: Int?
  /// Columns that a row may lack: there the finger is where it was, and the state is not known.
  var optional: Set<Int> = []
  var series: Int?
  var isPixels = false
  var notices: [Notice] = []

  /// Every column of numbers that is needed, each once.
  ///
  /// Of integer stamps only the differences are kept, but where a column among ``others`` is asked for as it is.
  var selection: Selection {
    var numbers: [Int] = []
    let wanted =
      [time, deltaMode].compactMap { $0 }
      + Axis.allCases.flatMap { [offsets[$0], deltas[$0], fingers[$0], rests[$0]].compactMap { $0 } } + others
      + [states].compactMap { $0 }
    for index in wanted where !numbers.contains(index) { numbers.append(index) }
    return Selection(
      numbers: numbers, optional: optional, states: states, label: series, time: time,
      stamps: time.flatMap { others.contains($0) ? nil : $0 })
  }
}

/// A column's name taken apart: what it is and the unit behind it.
package struct ColumnName: Equatable, Sendable {
  /// The name as written in the file.
  package let written: String
  /// Lower case, words joined with `_`, without the unit: `content_offset_y` of `contentOffset.y (pt)`.
  package let base: String
  /// The unit at its end; nil where it names none.
  package let unit: Unit?

  package enum Unit: Equatable, Sendable {
    /// The number of the unit in a second: 1000 for `ms`.
    case time(perSecond: Double)
    /// Points.
    case points
    /// Pixels, physical or logical.
    case pixels
    /// The number of times a length a second: 1000 for `pt_per_ms`.
    case velocity(perSecond: Double)
  }

  package init(_ written: String) {
    self.written = written
    var words = written
    var unit: Unit?
    if let last = written.last, last == ")" || last == "]",
      let opening = written.lastIndex(of: last == ")" ? "(" : "[")
    {
      let inside = written[written.index(after: opening)...].dropLast()
      unit = Self.units[Self.snake(inside.map { $0 == "/" ? "_per_" : String($0) }.joined())]
      if unit != nil { words = String(written[..<opening]) }
    }
    var base = Self.snake(words)
    if unit == nil, base.utf8.contains(UInt8(ascii: "_")),
      let suffix = Self.units.keys.filter({ base.hasSuffix("_" + $0) }).max(by: { $0.count < $1.count })
    {
      unit = Self.units[suffix]
      base.removeLast(suffix.count + 1)
    }
    // A unit of time alone is a time.
    if unit == nil, case .time? = Self.units[base] { (base, unit) = ("time", Self.units[base]) }
    self.base = base
    self.unit = unit
  }

  private static let units: [String: Unit] = {
    var units: [String: Unit] = ["pt": .points, "points": .points]
    for name in ["px", "lpx", "pixels"] { units[name] = .pixels }
    let times: [(perSecond: Double, names: [String])] = [
      (1, ["s", "sec", "secs", "seconds"]), (1e3, ["ms", "msec", "millis", "milliseconds"]),
      (1e6, ["us", "µs", "usec", "micros", "microseconds"]), (1e9, ["ns", "nsec", "nanos", "nanoseconds"]),
    ]
    for time in times {
      for name in time.names { units[name] = .time(perSecond: time.perSecond) }
    }
    for length in ["pt", "px", "lpx"] {
      units[length + "_per_s"] = .velocity(perSecond: 1)
      units[length + "_per_ms"] = .velocity(perSecond: 1000)
    }
    return units
  }()

  /// `contentOffset.y`, `Content Offset-Y` and `content_offset_y` all become `content_offset_y`.
  private static func snake(_ name: String) -> String {
    let characters = Array(name)
    var result = ""
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !result.isEmpty, result.last != "_" { result.append("_") }
        continue
      }
      if character.isUppercase, index > 0 {
        let previous = characters[index - 1]
        let isNextLower = index + 1 < characters.count && characters[index + 1].isLowercase
        let begins = previous.isLowercase || previous.isNumber || (previous.isUppercase && isNextLower)
        if begins, result.last != "_" { result.append("_") }
      }
      result += character.lowercased()
    }
    while result.last == "_" { result.removeLast() }
    return result
  }
}
