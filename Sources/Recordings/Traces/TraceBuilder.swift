/// Makes recordings of a table whose columns have roles.
///
/// A class, as every step is handed it: a copy of a value would retain each role.
final class TraceBuilder {
  private let roles: ColumnRoles
  let options: ReadingOptions
  private let selection: Selection
  private let slots: [Int: Int]

  /// - Parameters:
  ///   - roles: of the columns of a table.
  ///   - selection: that of the roles.
  init(_ table: borrowing Table, roles: ColumnRoles, selection: Selection, options: ReadingOptions) {
    var roles = roles
    if let time = roles.time, roles.basis == .recorded {
      TimeUnit.apply(
        to: &roles, times: table.columns[time], origin: table.origin, forced: options.timesPerSecond)
    }
    self.roles = roles
    self.options = options
    self.selection = selection
    slots = Dictionary(
      uniqueKeysWithValues: selection.numbers.enumerated().map { ($0.element, $0.offset) })
  }

  /// One trace for each series of the table that is selected, in order of appearance. Takes the columns out of it.
  func traces(_ table: inout Table) throws(ReadingError) -> [Trace] {
    let records = SessionRecords(table, roles: roles)
    // Last first, so that a piece can be taken from the end: no column exists twice.
    var groups = Array(RowGroup.split(&table, selection, at: records.starts()).reversed())
    let origin = Double(table.origin ?? 0)
    let order = SampleOrder(
      slot: roles.time.flatMap { slots[$0] }, repair: options.repair, file: table.source, lines: table.lines,
      origin: origin,
      seconds: { [roles] in ($0 + origin) * roles.secondsPerUnit / roles.unitsPerSecond })
    var traces: [Trace] = []
    var found = groups.reversed().compactMap(\.name)
    var matched: Set<String> = []
    while var group = groups.popLast() {
      let label = group.name
      guard mayBeSelected(label) else { continue }
      let swapped = swappedColumns(group, table)
      if let swapped, let time = column(roles.time, group), !time.isNondecreasing {
        throw ReadingError(table.source, .swapped(swapped))
      }
      var runs = Array(try order.runs(&group).reversed())
      while var run = runs.popLast() {
        let name = run.group.name
        if let name, name != label { found.append(name) }
        if !options.selected.isEmpty {
          let names = Set([label, name].compactMap { $0 }).intersection(options.selected)
          guard !names.isEmpty else { continue }
          matched.formUnion(names)
        }
        traces.append(try trace(&run, table, records, origin, swapped))
      }
    }
    for name in options.selected where !matched.contains(name) {
      throw ReadingError(table.source, .unknownSeries(name, found: found))
    }
    return traces
  }

  /// Returns true if a series or a restart inside it is selected: what is not is not even checked.
  private func mayBeSelected(_ label: String?) -> Bool {
    guard let label, !options.selected.isEmpty else { return true }
    return options.selected.contains { $0 == label || $0.hasPrefix(label + "/") }
  }

  private func trace(
    _ run: inout SampleOrder.Run, _ table: Table, _ records: SessionRecords, _ origin: Double,
    _ swapped: SwappedColumns?
  ) throws(ReadingError) -> Trace {
    var notices = roles.notices + (swapped.map { [Notice(.swappedColumns, $0.sentence.text { $0 })] } ?? [])
    let name = run.group.name
    let count = run.group.count
    var cleaning = table.cleaning + run.cleaning
    let pixels = try pixelsPerDelta(run.group, table)
    let rests = findRests(run.group, table, &notices)
    var samples = Samples(
      times: column(roles.time, run.group) ?? [],
      offsets: (roles.offsets.isEmpty ? roles.deltas : roles.offsets).compactMapValues {
        column($0, run.group)
      },
      fingers: roles.fingers.compactMapValues { column($0, run.group) },
      others: Dictionary(
        roles.others.map { (table.names[$0], column($0, run.group) ?? []) },
        uniquingKeysWith: { first, _ in first }),
      states: column(roles.states, run.group) ?? [])
    // From here each column exists once and is changed in place.
    run.group.columns = []

    if samples.offsets.isEmpty, !samples.fingers.isEmpty {
      notices.append(Notice(.missingOffsets, "the recording has finger travel but no offsets"))
    }
    var first = 0.0
    if roles.time == nil { samples.countRows(count, roles) } else { first = samples.startClock(roles) }
    if roles.offsets.isEmpty { samples.integrate(pixels) }
    if options.sign < 0 { samples.flip() }
    try checkRange(of: samples, run.group, table)
    let seconds = (origin + first) * roles.secondsPerUnit / roles.unitsPerSecond
    let group = run.group
    // Before samples are left out: an event is among the lines of all.
    let events = records.events(
      of: group, origin: origin, first: first, times: samples.times, sign: options.sign)
    var kept = group
    func list(_ dropped: [Int], as what: String) {
      guard !dropped.isEmpty else { return }
      cleaning.append(
        Trace.Cleaning(
          what: what, count: dropped.count, lines: dropped.prefix(10).map { table.lines[kept.row($0)] }))
      kept.drop(dropped)
    }
    let earlier = table.format.isUnordered ? samples.keepLastOfEqualTimes() : samples.keepLastOfFrames()
    list(earlier, as: "earlier sample of the same time left out")
    let repeated = try samples.dropRepeated { [kept] sample, time in
      ReadingError(
        table.source, line: table.lines[kept.row(sample)],
        swapped.map { .swapped($0) } ?? .equalTimes(seconds + time))
    }
    list(repeated, as: "repeated sample dropped")
    // A formula may be of any column.
    let glitches = options.formulaNames.isEmpty ? samples.dropGlitches() : []
    list(glitches, as: "sample far from both neighbors left out")
    // A formula may be of any table, and a unit that is given is meant.
    if roles.basis != .rowNumber, options.timesPerSecond == nil, options.formulaNames.isEmpty,
      let step = FrameStep.impossible(samples.times)
    {
      throw ReadingError(
        table.source,
        swapped.map { .swapped($0) } ?? .frameStep(step, isRecorded: roles.basis == .recorded))
    }
    if roles.basis == .recorded, options.formulaNames.isEmpty,
      let change = FrameStep.unitChange(samples.times)
    {
      throw ReadingError(
        table.source, line: table.lines[kept.row(change.sample)],
        .unitChange(sample: change.sample + 1, isLonger: change.isLonger))
    }
    var edges = findEdges(table.metadata, samples.offsets.keys, &notices)
    let header = try records.header(of: group)
    notices += header?.remarks ?? []
    for axis in Axis.allCases where samples.offsets[axis] != nil && edges[axis] == nil {
      edges[axis] = header?.edges(axis, events, &notices)
    }
    let isPixels = roles.isPixels || header?.isPixels(samples.offsets.keys) == true
    do {
      let trace = try Trace(
        Trace.FileOrigin(
          source: table.source, series: name, format: table.format.rawValue, metadata: table.metadata,
          header: header?.members ?? []),
        clock: Trace.SampleClock(
          samples.times, basis: roles.basis, origin: seconds + (header?.timeOrigin ?? 0)),
        columns: Trace.SampleColumns(
          offsets: samples.offsets, fingers: samples.fingers,
          states: samples.states.map { TouchState(code: $0) }, events: events, others: samples.others,
          unit: isPixels ? "px" : "pt"),
        positions: Trace.KnownPositions(rests: rests, edges: edges),
        remarks: Trace.Remarks(cleaning: cleaning, notices: notices))
      // A formula may be of any lengths and times, a scroll view's are points and those of the display's frames.
      guard options.formulaNames.isEmpty else { return trace }
      return options.clock == .recorded ? trace.inPoints() : trace.inPoints().onDisplayFrames()
    } catch {
      throw ReadingError(table.source, .recording(error))
    }
  }

  /// The columns of a table that are probably swapped; nil for none, for formulas and where no option names columns.
  private func swappedColumns(_ group: RowGroup, _ table: Table) -> SwappedColumns? {
    guard table.format.isTable, table.format != .scrolltrace, options.formulaNames.isEmpty else { return nil }
    return SwappedColumns.find(roles, names: table.names) { column($0, group) }
  }

  /// Refuses numbers that no later stage can compute with.
  private func checkRange(of samples: Samples, _ group: RowGroup, _ table: Table) throws(ReadingError) {
    func check(
      _ values: [Double], _ quantity: ReadingLimits.Quantity
    ) throws(ReadingError) {
      // A NaN is another check's.
      guard let sample = values.firstIndex(where: { $0.magnitude >= quantity.limit }) else { return }
      throw ReadingError(
        table.source, line: table.lines[group.row(sample)], .outOfRange(quantity, value: values[sample]))
    }
    if case .recorded = roles.basis {
      try check(samples.times, .time)
      if let first = samples.times.first, let last = samples.times.last, last > first,
        last - first < ReadingLimits.minimumDuration
      {
        throw ReadingError(table.source, .tooShort(duration: last - first))
      }
    }
    for axis in Axis.allCases {
      try check(samples.offsets[axis] ?? [], .offset)
      try check(samples.fingers[axis] ?? [], .offset)
    }
  }

  private func column(_ index: Int?, _ group: RowGroup) -> [Double]? {
    index.flatMap { slots[$0] }.map { group.columns[$0] }
  }

  /// The factors of each row's deltas, from their mode: 0 pixels, 1 lines, 2 pages; empty where all are in pixels.
  private func pixelsPerDelta(_ group: RowGroup, _ table: Table) throws(ReadingError) -> [Double] {
    guard let modes = column(roles.deltaMode, group), modes.contains(where: { $0 != 0 }) else { return [] }
    var factors: [Double] = []
    for (sample, mode) in modes.enumerated() {
      let factor: Double? =
        switch mode {
        case 0: 1
        case 1: options.lineHeight
        case 2: options.pageHeight
        default: nil
        }
      guard let factor else {
        throw ReadingError(table.source, line: table.lines[group.row(sample)], .deltaMode(mode))
      }
      factors.append(factor)
    }
    return factors
  }

  /// The baseline of each axis, where it is the same in every row.
  private func findRests(_ group: RowGroup, _ table: Table, _ notices: inout [Notice]) -> [Axis: Double] {
    var rests: [Axis: Double] = [:]
    for axis in Axis.allCases {
      guard let index = roles.rests[axis], let values = column(index, group), let rest = values.first else {
        continue
      }
      if values.allSatisfy({ $0 == rest }) {
        rests[axis] = options.sign < 0 ? 0 - rest : rest
      } else {
        notices.append(
          Notice(
            .unusedRest,
            "column '\(table.names[index])' is not constant: it is not used as the resting offset"))
      }
    }
    return rests
  }

  /// The content's edges in the metadata: `bounds`, `bounds_x`, `edge_y`, …: `LOW...HIGH`. Without an axis
  /// they are y's, or x's where there is no y.
  private func findEdges(
    _ metadata: [String: String], _ axes: Dictionary<Axis, [Double]>.Keys, _ notices: inout [Notice]
  ) -> [Axis: ClosedRange<Double>] {
    var edges: [Axis: ClosedRange<Double>] = [:]
    let names = ["bounds", "edge", "edges"]
    guard metadata.keys.contains(where: { names.contains(where: $0.hasPrefix) }) else { return edges }
    for axis in Axis.allCases where axes.contains(axis) {
      let isMain = axis == .y || !axes.contains(.y)
      for name in names {
        for key in ["\(name)_\(axis.rawValue)", "\(name) \(axis.rawValue)", "\(name).\(axis.rawValue)"]
          + (isMain ? [name] : [])
        {
          guard edges[axis] == nil, let text = metadata[key] else { continue }
          guard let range = Interval.parse(text) else {
            notices.append(
              Notice(.unusedEdges, "'# \(key): \(text)' is not a range LOW...HIGH: ignored"))
            continue
          }
          edges[axis] = options.sign < 0 ? (0 - range.upperBound)...(0 - range.lowerBound) : range
        }
      }
    }
    return edges
  }
}
