import ArgumentParser
import Recordings
import ScrollAnalysis

struct ProjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "project",
    abstract:
      "Compare Apple's projection of a fling with the integral of its velocity.",
    examples: [
      "--velocity 1200 --deceleration-rate 0.998", "--data flings.csv",
      "--data flings.csv --html projection.html",
    ],
    discussion: """
      Apple's formula is v d/(1 - d), the integral -v/ln d, with v in pt/ms and the deceleration rate d. With --data both \
      are tested on a table of recorded flings.
      """)

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Velocity at release, pt/s (default: 1000). Repeatable.", valueName: "pt/s"))
  var velocity: [Number] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Deceleration rate, 1/ms, between 0 and 1 (default: 0.998, 0.99, 0.95, 0.9 and 0.5). Repeatable.",
      valueName: "rate"))
  var decelerationRate: [Number] = []

  @Option(help: ArgumentHelp("Table of recorded flings; - is standard input.", valueName: "file"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Unit of a velocity column of --data whose name has none.", visibility: .uncommon))
  var velocityUnit: VelocityUnit?

  @OptionGroup
  var common: CommonOptions

  @OptionGroup
  var page: PageArguments

  /// pt/s.
  var velocities: [Double] { velocity.isEmpty ? [1000] : velocity.map(\.value) }

  /// 1/ms.
  var rates: [Double] {
    decelerationRate.isEmpty ? [0.998, 0.99, 0.95, 0.9, 0.5] : decelerationRate.map(\.value)
  }

  func validate() throws {
    guard velocityUnit == nil || data != nil else { throw ValidationError("--velocity-unit needs --data") }
    for rate in decelerationRate where rate.value <= 0 || rate.value >= 1 {
      throw ValidationError("--deceleration-rate must be between 0 and 1, not \(rate.value)")
    }
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, page: page, keeping: [data].compactMap(\.self))
    try delivery.deliver(
      analyzed(), others: common.format == .text ? [] : nil, page: \.page, text: common.format.render)
  }
}

extension ProjectCommand {
  /// The table of both formulas, with the regression of `--data`.
  private func analyzed() throws(RunFailure) -> Outcome<ProjectionAnalysis> {
    let table = ProjectionAnalysis.table(decelerationRates: rates, velocities: velocities)
    func analysis(_ regressions: [ProjectionAnalysis.Regression], of flings: [Fling]) -> ProjectionAnalysis {
      let illustration =
        page.isAsked
        ? ProjectionIllustration(
          regressions, of: flings, decelerationRate: rates[0], velocity: velocities[0]) : nil
      return ProjectionAnalysis(table: table, regressions: regressions, illustration: illustration)
    }
    guard let file = data else { return Outcome(analysis([], of: [])) }
    let recorded: Table
    do {
      recorded = try RecordingReader().table(at: file)
    } catch { return Outcome(nil, problems: [try error.problem()]) }
    do {
      let flings = try Fling.read(recorded, velocityUnit: velocityUnit)
      let regressions = try ProjectionAnalysis.regressions(
        of: flings, assumedRate: rates[0], confidence: 0.95)
      return Outcome(analysis(regressions, of: flings))
    } catch {
      let problem = Diagnostic(file: file, error.sentence.commandLine)
      if error.isUsage { throw RunFailure(.usage, [problem]) }
      return Outcome(nil, problems: [problem])
    }
  }
}
