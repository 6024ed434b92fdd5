/// Pictures in which a part of the content is displaced otherwise than the part above it.
extension FrameMatcher {
  /// The part of the content that lies on the other side of rows that were inserted or removed.
  enum Rearrangement {
    /// The displacement that was found is that of the part above; what lies below has another one.
    case below
    /// The part above has another displacement than what was found: some blocks, and the number of those that do not show it.
    case above(shift: Int, blocks: [Int], opposed: Int)
  }

  /// The change of the layout that a frame shows beside the last alignment: two displacements, one above the other, of which the motion leads to the upper one.
  ///
  /// - Parameters:
  ///   - key: the key frame of the alignment.
  ///   - led: the positions that the motion leads to.
  /// - Complexity: O(shifts · rows + compared pixels).
  mutating func rearrangement(
    of frame: Picture, since key: LocatedPicture, beside found: Alignment, led: ClosedRange<Int>
  ) -> Rearrangement? {
    let led = led.lowerBound - key.position...led.upperBound - key.position
    let agreeing = live.numbers.filter { best.mismatches[$0] < Self.agreeing }
    let others = live.numbers.filter {
      best.mismatches[$0] > Self.disagreeing && best.mismatches[$0] * best.energies[$0] > Self.coded
    }
    if led.contains(found.shift) {
      guard let lower = part(of: others, frame, key.picture), isAbove(agreeing, lower.blocks) else {
        return nil
      }
      return .below
    }
    guard let upper = part(of: others, shifts: led, frame, key.picture), isAbove(upper.blocks, agreeing)
    else {
      return nil
    }
    return .above(shift: upper.shift, blocks: upper.blocks, opposed: agreeing.count)
  }

  /// The change of the layout since any picture: as the one beside an alignment, but that rows which look alike show none by a multiple of their period.
  ///
  /// - Parameter periods: the shifts at which the content resembles itself, px.
  /// - Complexity: O(shifts · rows + compared pixels).
  mutating func rearrangement(
    of frame: Picture, since key: LocatedPicture, led: ClosedRange<Int>, periods: [Int]
  ) -> Rearrangement? {
    let led = led.lowerBound - key.position...led.upperBound - key.position
    unmoved.compare(frame, with: key.picture, shift: 0, in: all)
    _ = markBlocks()
    // What lies above the change may be a small part of the picture: its rows show no displacement among all others.
    for quarters in [4, 3, 2, 1] {
      let top = live.numbers.prefix(live.numbers.count * quarters / 4)
      guard let upper = part(of: Array(top), shifts: led, frame, key.picture), isPure(upper),
        let end = lastRow(of: upper.blocks)
      else { continue }
      let others = Set(live.numbers).subtracting(upper.blocks)
      let below = others.filter { $0 / BlockGrid.columns >= end }.sorted()
      // Where the motion leads to both, a movie plays in a page that goes on.
      guard let lower = part(of: below, frame, key.picture), isPure(lower), !led.contains(lower.shift)
      else { continue }
      let distance = Double(lower.shift - upper.shift)
      guard !periods.contains(where: { abs(distance - distance.rounded(to: Double($0))) <= 1 }) else {
        continue
      }
      return .above(shift: upper.shift, blocks: upper.blocks, opposed: others.count)
    }
    return nil
  }

  /// Returns true if a part's blocks outnumber those among them that disagree by two to one: rows that look alike agree here and there at many displacements.
  private func isPure(_ part: (shift: Int, blocks: [Int], opposed: Int)) -> Bool {
    2 * part.opposed <= part.blocks.count
  }

  /// Returns true if some blocks lie above others, a tenth of both apart.
  private func isAbove(_ blocks: [Int], _ others: [Int]) -> Bool {
    guard let last = lastRow(of: blocks), let first = others.dropFirst(others.count / 10).first else {
      return false
    }
    return last <= first / BlockGrid.columns
  }

  /// The last row of some blocks, the lowest tenth apart; nil for none.
  private func lastRow(of blocks: [Int]) -> Int? {
    blocks.dropLast(blocks.count / 10).last.map { $0 / BlockGrid.columns }
  }

  /// The least part of the blocks around what scrolls, of those that scroll, that are the page in which it plays.
  private static let leastSurroundings = 4

  /// The changed blocks around what scrolls that have not moved before, where they are a fourth of those that scroll or more; else none.
  var changedSurroundings: [Int] {
    let fixed = region.votes.indices.filter {
      region.votes[$0] < 0 && unmoved.mismatches[$0] * unmoved.energies[$0] > Self.changed
    }
    return Self.leastSurroundings * fixed.count >= region.votes.count { $0 > 0 } ? fixed : []
  }

  /// Those of the changed surroundings that have been displaced by one shift, where it has carried what they showed to where a part moved alone before; nil where
  /// it has not.
  ///
  /// - Complexity: O(shifts · rows + compared pixels).
  mutating func displacedSurroundings(
    _ fixed: [Int], of frame: Picture, since key: Picture
  ) -> (shift: Int, blocks: [Int])? {
    let scrolling = region.votes.indices.filter { region.votes[$0] > 0 }
    guard let found = part(of: fixed, frame, key),
      Self.leastSurroundings * found.blocks.count >= scrolling.count,
      2 * found.opposed <= found.blocks.count
    else { return nil }
    let carried = scrolling.filter { block in
      let (row, column) = block.quotientAndRemainder(dividingBy: BlockGrid.columns)
      guard let (first, last) = counterparts(of: row, at: found.shift) else { return false }
      return region.votes[first * BlockGrid.columns + column] <= 0
        && region.votes[last * BlockGrid.columns + column] <= 0
    }
    var selection = BlockSelection()
    grid.select(carried, into: &selection)
    trial.compare(frame, with: key, shift: found.shift, in: selection)
    let agreeing = carried.count { trial.mismatches[$0] < Self.agreeing }
    let opposed = carried.count { trial.mismatches[$0] > Self.disagreeing }
    return agreeing >= Alignment.minimumBlocks && agreeing >= 2 * opposed ? (found.shift, found.blocks) : nil
  }
}
