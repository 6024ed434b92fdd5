/// Finds the roles of a file's columns by their names and the user's options.
struct RoleFinder {
  let file: String
  let header: Header
  let options: ReadingOptions
  let names: [ColumnName]
  /// The meaning of each name.
  let meanings: [ColumnRole?]
  var claimed: Set<Int> = []
  var roles = ColumnRoles()

  static let roleNames = [
    "time", "frame", "x", "y", "offset", "finger", "finger_x", "finger_y", "rest", "rest_x", "rest_y",
  ]

  static func find(
    in header: Header, _ options: ReadingOptions, file: String
  ) throws(ReadingError) -> ColumnRoles {
    var finder = RoleFinder(file: file, header: header, options: options)
    try finder.findSeries()
    finder.findFormulaColumns()
    try finder.findTime()
    try finder.checkTimeUnit()
    try finder.findLengths()
    try finder.checkWheelUnits()
    for name in options.others { finder.roles.others.append(try finder.column(name, setting: "others")) }
    finder.findTouch()
    finder.keepUnknown()
    finder.findUnit()
    try finder.checkClocks()
    return finder.roles
  }

  private init(file: String, header: Header, options: ReadingOptions) {
    self.file = file
    self.header = header
    self.options = options
    names = header.names.map { ColumnName($0) }
    meanings = names.map { ColumnRole($0) }
  }

  /// The columns that a formula names as they are written; the others of its names are parameters.
  private mutating func findFormulaColumns() {
    for name in options.formulaNames {
      guard let index = header.names.firstIndex(of: name), header.isNumeric[index] else { continue }
      roles.others.append(index)
    }
  }

  /// The column a setting names: as written, by its number from 1, or by its name without unit.
  private func column(_ name: String, setting: String) throws(ReadingError) -> Int {
    if let index = header.names.firstIndex(of: name) { return index }
    if let number = Int(name), header.names.indices.contains(number - 1) { return number - 1 }
    if let index = names.firstIndex(where: { $0.base == ColumnName(name).base }) { return index }
    throw ReadingError(file, .unknownColumn(setting: setting, name: name, found: header.names))
  }

  /// The columns with a role, in the file's order. A field that is no number is an error of its line; a text
  /// in an object is not, as one key may have either.
  func candidates(_ isWanted: (ColumnRole) -> Bool) -> [Int] {
    names.indices.filter { index in
      guard !header.format.isObjects || (header.isNumeric[index] && isOfSamples(index)),
        !isClock(index), !claimed.contains(index),
        let role = meanings[index]
      else { return false }
      return isWanted(role)
    }
  }

  /// The user's column for a role; `.none` inside where the role is to stay empty.
  private mutating func override(_ role: String) throws(ReadingError) -> Int?? {
    guard let name = options.columns[role] else { return nil }
    if name == "none", !header.names.contains("none") { return .some(nil) }
    let index = try column(name, setting: "columns \(role)")
    claimed.insert(index)
    return index
  }

  private mutating func findSeries() throws(ReadingError) {
    for role in options.columns.keys.sorted() where !Self.roleNames.contains(role) {
      throw ReadingError(file, .unknownRole(role, known: Self.roleNames))
    }
    if let name = options.seriesColumn {
      roles.series = try column(name, setting: "seriesColumn")
      return
    }
    for name in ColumnRole.seriesNames {
      roles.series = names.indices.first {
        meanings[$0] == .series && names[$0].base.hasSuffix(name) && isOfSamples($0)
      }
      if roles.series != nil { return }
    }
  }

  private mutating func findTime() throws(ReadingError) {
    if options.interval != nil, options.frameRate != nil { throw ReadingError(file, .intervalAndFrameRate) }
    for (setting, value) in [("interval", options.interval), ("frameRate", options.frameRate)] {
      if let value, !(value > 0 && value.isFinite) {
        throw ReadingError(file, .notPositive(setting: setting, value: value))
      }
    }
    let interval = options.interval ?? options.frameRate.map { 1 / $0 }
    let given = try override("time")
    if let time = given ?? candidates({ $0 == .time }).first ?? clock ?? pathEnds({ $0 == .time }).first {
      if interval != nil {
        throw ReadingError(
          file,
          .intervalBesideTime(
            setting: options.interval == nil ? "frameRate" : "interval", column: header.names[time]))
      }
      use(time: time)
      if given == nil { noteOthers(candidates { $0 == .time }.filter { $0 != time }, than: time, "time") }
      return
    }
    let frame = try override("frame") ?? candidates { $0 == .frame }.first
    let frameRate = options.frameRate ?? (interval == nil ? options.defaultFrameRate : nil)
    guard let interval = interval ?? frameRate.map({ 1 / $0 }) else {
      if let frame { throw ReadingError(file, .frameWithoutInterval(column: header.names[frame])) }
      if given == nil, let time = unnamed.time(hasOffsets: hasOffsets) {
        use(time: time)
        note(time, "time", because: "it increases from row to row")
      } else {
        roles.basis = .rowNumber
      }
      return
    }
    roles.time = frame
    roles.unitsPerSecond = frameRate ?? 1
    roles.secondsPerUnit = options.interval ?? 1
    roles.basis = .frames(interval: interval)
  }

  private mutating func use(time: Int) {
    roles.time = time
    if isClock(time) {
      roles.unitsPerSecond = 1
    } else if case .time(let perSecond) = names[time].unit {
      roles.unitsPerSecond = perSecond
    } else {
      roles.isTimeUnitUnknown = header.format != .scrolltrace
    }
  }

  /// Refuses a unit for times that have none or another one for certain.
  private func checkTimeUnit() throws(ReadingError) {
    guard options.timesPerSecond != nil else { return }
    func refuse(_ reason: String) -> ReadingError {
      ReadingError(file, .inapplicable(setting: "timesPerSecond", reason: reason))
    }
    guard let time = roles.time, roles.basis == .recorded else { throw refuse("the file has no times") }
    let name = header.names[time]
    if isClock(time) { throw refuse("column '\(name)' holds dates or times of day") }
    if !header.format.isTable, name == InputFormat.timeColumn {
      throw refuse("the times of the format \(header.format.rawValue) have a known unit")
    }
  }

  /// Refuses the lengths of a wheel's lines and pages where nothing is in lines or pages.
  private func checkWheelUnits() throws(ReadingError) {
    guard roles.deltaMode == nil else { return }
    for (setting, value) in [("lineHeight", options.lineHeight), ("pageHeight", options.pageHeight)]
    where value != nil {
      throw ReadingError(
        file, .inapplicable(setting: setting, reason: "the file has no wheel deltas with a deltaMode"))
    }
  }

  /// The column of times that are texts, of objects without a time that is a number.
  private var clock: Int? {
    names.indices.first { isClock($0) && meanings[$0] == .time && isOfSamples($0) }
  }

  /// A date is a time and no other number.
  private func checkClocks() throws(ReadingError) {
    var numbers = roles
    numbers.time = nil
    guard let column = numbers.selection.numbers.first(where: isClock) else { return }
    throw ReadingError(file, .datesNotNumbers(column: header.names[column]))
  }

  /// Returns true if a column holds texts that are dates or times of day, and no number.
  func isClock(_ index: Int) -> Bool { header.clocks.contains(index) && !header.isNumeric[index] }

  private mutating func findLengths() throws(ReadingError) {
    let givenX = try override("x"), givenY = try override("y"), givenOffset = try override("offset")
    let givenFinger = try override("finger")
    for axis in Axis.allCases {
      let given = (axis == .x ? givenX : givenY) ?? (axis == .y ? givenOffset : nil)
      // One offset column without an axis is y.
      let found = candidates { $0 == .offset(axis) || (axis == .y && $0 == .offset(nil)) }
      roles.offsets[axis] = given ?? found.first
      if given == nil, let used = found.first {
        noteOthers(found.filter { $0 != used }, than: used, axis.rawValue)
      }
      if given == nil {
        roles.deltas[axis] = candidates { $0 == .delta(axis) }.first
      }
    }
    if !roles.offsets.isEmpty { roles.deltas = [:] }
    if givenX == nil, givenY == nil, givenOffset == nil, roles.deltas.isEmpty, roles.others.isEmpty {
      findOtherOffsets()
    }
    let hasFinger =
      header.format.mayLackOffsets && !candidates({ if case .finger = $0 { true } else { false } }).isEmpty
    guard !roles.offsets.isEmpty || !roles.deltas.isEmpty || !roles.others.isEmpty || hasFinger else {
      throw noOffset()
    }
    if !roles.deltas.isEmpty { roles.deltaMode = candidates { $0 == .deltaMode }.first }

    let moving = Set(roles.offsets.keys).union(roles.deltas.keys)
    let only: Axis = moving.contains(.y) ? .y : .x
    for axis in Axis.allCases {
      roles.fingers[axis] =
        try override("finger_\(axis.rawValue)") ?? candidates { $0 == .finger(axis) }.first
      roles.rests[axis] = try override("rest_\(axis.rawValue)") ?? candidates { $0 == .rest(axis) }.first
    }
    if let givenFinger {
      let axis = givenFinger.flatMap { index -> Axis? in
        if case .finger(let axis) = meanings[index] { axis } else { nil }
      }
      roles.fingers[axis ?? only] = givenFinger
    } else if roles.fingers[only] == nil {
      roles.fingers[only] = candidates { $0 == .finger(nil) }.first
    }
    if roles.rests[only] == nil {
      roles.rests[only] = try override("rest") ?? candidates { $0 == .rest(nil) }.first
    }
  }

  /// The columns that an object may lack: the finger while none is down, and the view's state.
  private mutating func findTouch() {
    guard header.format.isObjects else { return }
    roles.states = names.indices.first { names[$0].base == "state" && !header.isNumeric[$0] }
    let samples = sampleShapes
    roles.optional = Set(
      roles.fingers.values.filter { finger in samples.contains { !$0.contains(finger) } }
        + [roles.states].compactMap { $0 })
  }

  /// Returns true if a column is one of samples: where some objects are neither events nor headers, those are the samples.
  func isOfSamples(_ index: Int) -> Bool {
    let records = ["event", "format"].compactMap { header.names.firstIndex(of: $0) }
    let samples = header.shapes.filter { shape in !records.contains(where: shape.contains) }
    return samples.isEmpty || samples.contains { $0.contains(index) }
  }

  /// The kinds of objects that are samples.
  private var sampleShapes: [[Int]] {
    let needed = [roles.time].compactMap { $0 } + roles.offsets.values
    return header.shapes.filter { shape in needed.allSatisfy(shape.contains) }
  }

  /// scrolltrace: what samples hold beyond what is understood is kept where all of them hold it.
  private mutating func keepUnknown() {
    guard header.format == .scrolltrace else { return }
    let used = Set(roles.selection.numbers)
    let samples = sampleShapes
    for index in names.indices where header.isNumeric[index] && !used.contains(index) {
      let having = samples.count { $0.contains(index) }
      if having == samples.count {
        roles.others.append(index)
      } else if having > 0 {
        roles.notices.append(
          Notice(
            .ignoredColumn, "column '\(header.names[index])' is ignored: it lacks values in some samples"))
      }
    }
  }

  private func noOffset() -> ReadingError {
    if header.isHeaderless { return ReadingError(file, .noHeader(columns: header.names.count)) }
    if header.format.isTable, !header.format.isObjects, roles.time == nil, !header.isNumeric.contains(true) {
      return ReadingError(file, .otherKind("a text without columns of numbers"))
    }
    let isProjection = names.contains {
      $0.base.contains("release_velocity") || $0.base.contains("target_content_offset")
    }
    return ReadingError(file, .noUsableColumn(found: header.names, projection: isProjection))
  }

  /// A column's name; columns of one name are distinguished by their numbers.
  func title(_ index: Int) -> String {
    let isShared = header.names.count { $0 == header.names[index] } > 1
    return "'\(header.names[index])'" + (isShared ? " (column \(index + 1))" : "")
  }

  mutating func noteOthers(_ others: [Int], than used: Int, _ role: String) {
    guard !others.isEmpty else { return }
    let list = others.map(title).joined(separator: ", ")
    roles.notices.append(
      Notice(.columnChoice, "column \(title(used)) is used for \(role), not \(list)"))
  }

  private mutating func findUnit() {
    let lengths = Array(roles.offsets.values) + Array(roles.deltas.values)
    roles.isPixels =
      lengths.contains { names[$0].unit == .pixels } || header.metadata["unit"]?.lowercased() == "px"
  }
}
