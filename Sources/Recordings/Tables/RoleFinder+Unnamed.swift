/// The roles of columns whose names as a whole are none's.
extension RoleFinder {
  /// True if a name is an offset's, or the user names one.
  var hasOffsets: Bool {
    func isOffset(_ role: ColumnRole) -> Bool {
      switch role {
      case .offset, .delta: true
      case .time, .frame, .finger, .rest, .deltaMode, .series: false
      }
    }
    return ["x", "y", "offset"].contains { options.columns[$0] != nil }
      || !candidates(isOffset).isEmpty || !pathEnds(isOffset).isEmpty
  }

  /// The columns without a role by their names, and none of a formula's.
  var unnamed: UnnamedColumns {
    UnnamedColumns(header, names: names) {
      meanings[$0] == nil && !claimed.contains($0) && !roles.others.contains($0) && !isClock($0)
        && isOfSamples($0)
    }
  }

  /// The columns that have a role by the end of their path alone.
  func pathEnds(_ isWanted: (ColumnRole) -> Bool) -> [Int] {
    guard header.format.mayBeUnnamed else { return [] }
    return names.indices.filter { index in
      guard header.isNumeric[index], meanings[index] == nil, isOfSamples(index), !claimed.contains(index),
        let role = ColumnRole(endOf: names[index])
      else { return false }
      return isWanted(role)
    }
  }

  /// Finds the offsets where no name as a whole is one's: by the ends of paths, else by the first rows.
  mutating func findOtherOffsets() {
    guard roles.offsets.isEmpty else { return }
    for axis in Axis.allCases {
      let found = pathEnds { $0 == .offset(axis) || (axis == .y && $0 == .offset(nil)) }
      roles.offsets[axis] = found.first
      if let used = found.first { noteOthers(Array(found.dropFirst()), than: used, axis.rawValue) }
    }
    // Numbers without times may be anything.
    guard roles.offsets.isEmpty, roles.basis != .rowNumber, let offset = unnamed.offset(beside: roles.time)
    else { return }
    let axis: Axis = names[offset].base.hasSuffix("_x") ? .x : .y
    roles.offsets[axis] = offset
    note(offset, axis.rawValue, because: "no other column can be an offset")
  }

  /// Notes a column whose name does not say what it is.
  mutating func note(_ used: Int, _ role: String, because reason: String) {
    roles.notices.append(
      Notice(
        .columnChoice, "column \(title(used)) is used for \(role): no name says what it is, and \(reason)"))
  }
}
