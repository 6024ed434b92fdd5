import Numerals
import ScrollAnalysis
import ScrollFitting

extension FeelComparison {
  /// The verdict first, then the constants, what a person would feel, the groups.
  var document: Document { document(hasConstants: true) }

  /// - Parameter hasConstants: true with the table of constants of each kind of phase.
  func document(hasConstants: Bool) -> Document {
    var blocks: [Document.Block] = [.heading("\(a.name) against \(b.name): \(verdict)", level: 1)]
    blocks.append(
      .facts(
        notices.map(\.fact) + [
          Document.Fact(
            "A",
            isAgainstEngine
              ? "\(a.name), of the catalogue" : "\(a.name), \(counted(a.motions.count, "motion"))"),
          Document.Fact("B", "\(b.name), \(counted(b.motions.count, "motion"))"),
        ]
          + (differences.isEmpty ? [] : [Document.Fact("in B", differences.joined(separator: "; "))])
          + [
            Document.Fact(
              "limit", "\(quantity(limit, unit)): a gesture that moves both less than this apart is the same"),
            Document.Fact(
              "bounds", "each wrong in at most \(Numerals.percent(1 - confidence)) of comparisons"),
          ]))
    // Before the headings, each of one kind of phase.
    blocks += differingEnds.map { end in
      .facts([Document.Fact(end.kind.noun, end.evidence(unit: unit))])
    }
    if flingEquivalence != nil {
      blocks.append(.facts([Document.Fact([EngineCurveFit].heading, flingWords)]))
    }
    blocks += uncompared.flatMap { uncompared -> [Document.Block] in
      let verdict = ignoresMissing ? "ignored" : uncompared.equivalence.text(limit: limit, unit: unit)
      return [
        .heading("\(uncompared.phase.noun): \(verdict)", level: 2),
        .facts([Document.Fact(uncompared.absent == nil ? "motions" : "absent", uncompared.reason)]),
      ]
    }
    blocks += phases.sorted { $0.equivalence.rank < $1.equivalence.rank }
      .flatMap { $0.blocks(unit: unit, limit: limit, pixels: pixels, hasConstants: hasConstants) }
    blocks += groups.blocks
    return Document(blocks: blocks)
  }

  /// The verdicts on single flings: `4 of 5 flings follow UIScrollView; the fling at 5.98 s is off by 14 pt`.
  var flingWords: String { flings.words(of: engine?.name ?? a.name) }

  /// `same within 0.5 pt`; of a difference that one side's missing phases make, with their names.
  package var verdict: String {
    let missing = uncompared.filter { $0.equivalence == .different && !ignoresMissing }
    guard equivalence == .different, !missing.isEmpty else {
      return equivalence.text(limit: limit, unit: unit, bound: equivalenceBound)
    }
    let lacking = [
      ("A", missing.filter { $0.countA == 0 && $0.absent == nil }), ("B", missing.filter { $0.countB == 0 }),
    ]
    let sides = lacking.filter { !$0.1.isEmpty }.map { side, phases in
      "\(side) has no \(phases.map(\.phase.noun).joined(separator: " and no "))"
    }
    return (["different"] + (sides.isEmpty ? [] : [sides.joined(separator: ", ")])).joined(separator: ": ")
  }
}

extension UncomparedPhase {
  /// The reason why the phase has no comparison.
  var reason: String {
    if let absent { return absent.description }
    if mayBeMisnamed {
      return "\(countA) of A, \(countB) of B: so few may be other motions that look alike"
    }
    switch (countA, countB) {
    case (_, 0): return "\(counted(countA, "motion")) of A, none of B"
    case (0, _): return "none of A, \(counted(countB, "motion")) of B"
    default: return "no model was fitted to half of the motions of a side (A \(countA), B \(countB))"
    }
  }
}

extension TrajectoryDifference {
  /// The recording that would cover the gesture; nil for a covered one.
  func request(unit: String) -> String? {
    recordedMaximum.map { recorded in
      let measure = gesture.phase == .deceleration ? "\(unit)/s" : unit
      return "\(gesture.name) (recorded up to \(quantity(recorded, measure, digits: 3)))"
    }
  }
}

extension EquivalenceVerdict {
  /// Differences first, then what is not decided.
  fileprivate var rank: Int {
    switch self {
    case .different: 0
    case .undecided: 1
    case .same: 2
    }
  }

  /// The verdict in words.
  ///
  /// - Parameter bound: the smallest limit at which it would be the same; nil for none.
  func text(limit: Double, unit: String, bound: Double? = nil) -> String {
    switch self {
    case .same: return "same within \(quantity(limit, unit))"
    case .different: return "different"
    case .undecided:
      guard let bound else { return "not enough data to tell" }
      return "not enough data for \(quantity(limit, unit)): same within \(upperBound(bound, unit))"
    }
  }
}

extension FeelComparison.PhaseComparison {
  /// The verdict in words.
  func verdict(limit: Double, unit: String) -> String {
    equivalence.text(limit: limit, unit: unit, bound: equivalenceBound)
  }

  fileprivate func blocks(
    unit: String, limit: Double, pixels: Double?, hasConstants: Bool
  ) -> [Document.Block] {
    var blocks: [Document.Block] = [
      .heading("\(phase.noun): \(verdict(limit: limit, unit: unit))", level: 2)
    ]
    let counts =
      a.isOfEngine ? counted(b.count, "motion") : "\(counted(a.count, "motion")) of A, \(b.count) of B"
    let models = a.model == b.model ? a.model.id : "A \(a.model), B \(b.model)"
    var facts = [Document.Fact("model", "\(models), fitted to \(counts)")]
    if equivalence == .undecided { facts.append(Document.Fact("data", dataNeeded(unit: unit))) }
    if let uncovered = uncovered(unit: unit) { facts.append(Document.Fact("not covered", uncovered)) }
    blocks.append(.facts(facts))
    if hasConstants, !constants.isEmpty { blocks.append(.table(constants.table)) }
    blocks.append(.table(gestureTable(unit: unit, pixels: pixels)))
    return blocks
  }

  /// The smallest detectable difference, and the number of motions that the limit needs.
  func dataNeeded(unit: String) -> String {
    let shown = judged.map(\.detectable).max() ?? .nan
    let counts = a.isOfEngine ? counted(b.count, "motion") : "\(a.count) and \(b.count) motions"
    let have = "smallest detectable difference \(quantity(shown, unit, digits: 3)) (\(counts))"
    guard let needed else {
      return have + "; no number of further motions is expected to decide at this limit"
    }
    guard !a.isOfEngine else { return "\(have); about \(needed) would decide" }
    let more = [("A", needed - a.count), ("B", needed - b.count)].filter { $0.1 > 0 }
      .map { "\($0.1) more of \($0.0)" }.joined(separator: " and ")
    return "\(have); about \(needed) on each side would decide: \(more)"
  }

  /// The gestures beyond the recorded range, with what to record; nil where all are within it.
  func uncovered(unit: String) -> String? {
    guard !notCovered.isEmpty else { return nil }
    return "record " + notCovered.compactMap { $0.request(unit: unit) }.joined(separator: ", ")
  }

  private func gestureTable(unit: String, pixels: Double?) -> Document.Table {
    func size(_ value: Double) -> String { Numerals.significant(value, 3) }
    func time(_ seconds: Double?) -> String { seconds.map { Numerals.fixed($0, 3) } ?? "" }
    var columns: [(title: String, alignment: Document.Alignment, cell: (TrajectoryDifference) -> String)] = [
      ("gesture", .left, { $0.gesture.name }),
      ("largest \(unit)", .right, { size($0.largest) }),
      ("at least", .right, { size($0.low) }),
      ("at most", .right, { size($0.high) }),
      ("final \(unit)", .right, { size($0.final) }),
    ]
    if let pixels { columns.append(("largest px", .right, { size($0.largest * pixels) })) }
    if gestures.contains(where: { $0.settlingA != nil || $0.settlingB != nil }) {
      columns.append(("settled A s", .right, { time($0.settlingA) }))
      columns.append(("B s", .right, { time($0.settlingB) }))
    }
    let uncovered = notCovered.map(\.gesture)
    columns.append(
      ("verdict", .left, { uncovered.contains($0.gesture) ? "not covered" : $0.equivalence.rawValue }))
    return Document.Table(gestures, columns)
  }
}

extension [ConstantDifference] {
  fileprivate var table: Document.Table {
    Document.Table(self, [("constant", .left, \.name)] + ConstantDifference.columns { $0 })
  }
}

extension ConstantDifference {
  /// The columns of a constant's values on both sides and of their difference.
  ///
  /// - Parameter constant: the constant of a row.
  static func columns<Row>(
    _ constant: @escaping (Row) -> ConstantDifference
  ) -> [(title: String, alignment: Document.Alignment, cell: (Row) -> String)] {
    // An error of rounding alone is none.
    func side(_ constant: ModelSummary.ConstantSummary, unit: String) -> String {
      let isExact = constant.standardError > 0 && constant.standardError < 1e-9 * abs(constant.value)
      return isExact
        ? quantity(constant.value, unit, digits: 9)
        : measured(constant.value, error: constant.standardError, unit: unit)
    }
    func column(
      _ title: String, _ alignment: Document.Alignment, _ cell: @escaping (ConstantDifference) -> String
    ) -> (title: String, alignment: Document.Alignment, cell: (Row) -> String) {
      (title, alignment, { cell(constant($0)) })
    }
    return [
      column("A", .firstWord) { side($0.a, unit: $0.unit) },
      column("B", .firstWord) { side($0.b, unit: $0.unit) },
      column("B - A", .firstWord) { measured($0.difference, error: $0.standardError, unit: $0.unit) },
      column("p", .right) { Numerals.probability($0.pValue) },
      column("detectable", .right) { quantity($0.detectable, "", digits: 3) },
    ]
  }
}

extension [GroupEffect] {
  fileprivate var blocks: [Document.Block] {
    isEmpty ? [] : [.heading("Groups", level: 1)] + flatMap(\.blocks)
  }
}

extension GroupEffect {
  fileprivate var blocks: [Document.Block] {
    let between =
      betweenDeviation.map { "spread \(quantity($0, unit, digits: 3)) between groups" }
      ?? "one group tells nothing of others"
    let chance = pValue.map { ", p \(Numerals.probability($0)) for none" } ?? ""
    return [
      .heading("\(set), \(phase.noun), \(name) by \(key)", level: 2),
      .table(
        Document.Table(
          groups,
          [
            (key, .left, \.value),
            (name, .firstWord, { measured($0.mean, error: $0.standardError, unit: unit) }),
            ("motions", .right, { "\($0.count)" }),
          ])),
      .facts([
        Document.Fact("over all", "\(measured(mean, error: standardError, unit: unit)), \(between)\(chance)")
      ]),
    ]
  }
}

extension MotionSet {
  /// The content of a baseline: each motion's constants under the simplest model.
  var document: Document {
    let rows = motions.flatMap { motion in
      (motion.models.first?.constants ?? []).map { (motion: motion, constant: $0) }
    }
    return Document(blocks: [
      .heading("\(name): \(counted(motions.count, "motion"))", level: 1),
      .facts(notices.map(\.fact)),
      .table(
        Document.Table(
          rows,
          [
            ("recording", .left, { $0.motion.recordingName.title }),
            ("axis", .left, { $0.motion.axis.rawValue }),
            ("phase", .left, { $0.motion.phase.noun }),
            ("model", .left, { $0.motion.models[0].model.id }),
            ("constant", .left, \.constant.name),
            (
              "value", .firstWord,
              { measured($0.constant.value, error: $0.constant.standardError, unit: $0.constant.unit) }
            ),
          ])),
    ])
  }
}
