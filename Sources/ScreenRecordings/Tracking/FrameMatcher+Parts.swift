/// Pictures in which two parts scroll, each by itself.
extension FrameMatcher {
  /// The changed blocks that the last alignment leaves unexplained: some that were fixed, or that disagree.
  var unexplainedBlocks: Int {
    isLive.indices.count { block in
      unmoved.mismatches[block] * unmoved.energies[block] > Self.changed
        && (isLive[block] ? best.mismatches[block] > Self.disagreeing : region.votes[block] < 0)
    }
  }

  /// True if the last alignment leaves as many blocks unexplained as a part has.
  var leavesPart: Bool { unexplainedBlocks >= grid.minimumPart }

  /// The blocks of two parts that have been displaced since a key frame, each by a shift of its own; nil where there are none.
  ///
  /// The one part are the blocks that agree at the shift of the last alignment, without one the largest number of changed blocks that agree at
  /// one shift. The other part are those of the remaining changed blocks that agree at another shift, where they outnumber those among them that disagree by two
  /// to one: the blocks of a video that plays agree at none. A part's blocks that show what it has not shown before belong to it as well.
  ///
  /// - Parameter isAligned: the last alignment is that of these pictures.
  /// - Complexity: O(shifts · rows + candidates · compared pixels).
  mutating func parts(
    of frame: Picture, key: KeyFrame, isAligned: Bool
  ) -> (one: [Int], other: [Int])? {
    if !isAligned { unmoved.compare(frame, with: key.picture, shift: 0, in: all) }
    var changed = isLive.indices.filter { unmoved.mismatches[$0] * unmoved.energies[$0] > Self.changed }
    let one =
      isAligned
      ? (best.shift, live.numbers.filter { best.mismatches[$0] < Self.agreeing }, 0)
      : part(of: changed, frame, key.picture)
    guard let one else { return nil }
    changed.removeAll(where: Set(one.blocks).contains)
    guard let other = part(of: changed, beside: one.blocks, frame, key.picture),
      2 * other.opposed <= other.blocks.count,
      abs(one.shift - other.shift) >= ScrollingRegion.minimumShift
    else { return nil }
    let rest = Set(changed).subtracting(other.blocks)
    let (entered, enteredOther) = (entered(one, among: rest), entered(other, among: rest))
    return (
      one.blocks + entered.subtracting(enteredOther), other.blocks + enteredOther.subtracting(entered)
    )
  }

  /// Those of some changed blocks that show what a part has not shown before: they lie behind it, in as many rows as it has been displaced by.
  private func entered(
    _ part: (shift: Int, blocks: [Int], opposed: Int), among changed: Set<Int>
  ) -> Set<Int> {
    guard let extent = grid.extent(of: part.blocks) else { return [] }
    let count = (abs(part.shift) + BlockGrid.rowsPerBlock - 1) / BlockGrid.rowsPerBlock
    let rows =
      part.shift > 0
      ? extent.rows.upperBound + 1..<extent.rows.upperBound + 1 + count
      : extent.rows.lowerBound - count..<extent.rows.lowerBound
    return changed.filter {
      rows.contains($0 / BlockGrid.columns) && extent.columns.contains($0 % BlockGrid.columns)
    }
  }

  /// The largest number of some blocks that have been displaced by one shift, and the number of those among them that disagree with it.
  ///
  /// - Parameters:
  ///   - others: the blocks of another part.
  ///   - shifts: the shifts to search; nil for all.
  mutating func part(
    of blocks: [Int], beside others: [Int] = [], shifts: ClosedRange<Int>? = nil, _ frame: Picture,
    _ key: Picture
  ) -> (shift: Int, blocks: [Int], opposed: Int)? {
    guard blocks.count >= grid.minimumPart else { return nil }
    var selection = BlockSelection()
    grid.select(blocks, into: &selection)
    // Without a twentieth on each side: a few blocks of the other part would put all of it into the window.
    let strays = blocks.count / 20
    let byColumn = blocks.sorted { ($0 % BlockGrid.columns, $0) < ($1 % BlockGrid.columns, $1) }
    let window = ShiftSearch.Window(
      rows: grid.window(of: blocks.dropFirst(strays).dropLast(strays)).rows,
      bands: grid.window(of: byColumn.dropFirst(strays).dropLast(strays)).bands)
    // Bars that let a page shine through enclose it: what lies around a part is none.
    guard others.count(where: { grid.isInside(window, $0) }) < blocks.count else { return nil }
    let shifts = search.candidates(
      of: frame.rows, in: key.rows, window: window, shifts: shifts ?? -grid.height...grid.height,
      count: Self.verifiedCandidates
    ).map(\.shift)
    var found: (shift: Int, blocks: [Int], opposed: Int)?
    for shift in shifts where abs(shift) >= ScrollingRegion.minimumShift {
      trial.compare(frame, with: key, shift: shift, in: selection)
      let displaced = blocks.filter {
        trial.mismatches[$0] < Self.agreeing
          && unmoved.mismatches[$0] - trial.mismatches[$0] > Self.clearDifference
      }
      guard displaced.count >= max(grid.minimumPart, (found?.blocks.count ?? 0) + 1),
        let extent = grid.extent(of: displaced)
      else { continue }
      // At the edge of the other part content is shown that it has not shown before.
      let opposed = blocks.count {
        trial.mismatches[$0] > Self.disagreeing && extent.rows.contains($0 / BlockGrid.columns)
          && extent.columns.contains($0 % BlockGrid.columns)
      }
      found = (shift, displaced, opposed)
    }
    return found
  }
}
