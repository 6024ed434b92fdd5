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

  private static let times: Set = ["t", "time", "timestamp", "time_stamp", "elapsed", "elapsed_time"]

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
      "generated_offset",
      "偏移":
      return .offset(axis)
    case "finger", "translation", "pan_translation", "finger_translation": return .finger(axis)
    case "rest", "baseline", "rest_baseline": return .rest(axis)
    case "delta": return axis.map { .delta($0) }
    default: break
    }
    switch base {
    case "x", "scroll_left": return .offset(.x)
    case "y", "scroll_top": return .offset(.y)
    case "px": return .finger(.x)
    case "py": return .finger(.y)
    default: return nil
    }
  }
}
