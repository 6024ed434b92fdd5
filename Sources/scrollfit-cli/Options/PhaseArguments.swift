import ArgumentParser
import Recordings

/// The part of a recording that is taken as one phase.
struct PhaseArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Take the time range as one phase of this kind.", valueName: "kind"))
  var phase: PhaseChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of the time range, s since the first sample.", valueName: "s"))
  var from: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End of the time range, s since the first sample.", valueName: "s"))
  var to: Number?

  func validate() throws {
    if let from, let to, from.value >= to.value {
      throw ValidationError("--from \(from.value) must be before --to \(to.value)")
    }
  }
}

/// The kinds of phases that models describe.
struct PhaseChoice: ExpressibleByArgument, Equatable {
  private static let kinds: [PhaseKind] = [.deceleration, .bounce, .snap, .rubberBand]

  let kind: PhaseKind

  /// `rubberBand` is the former name of `rubber-band`.
  init?(argument: String) {
    let name = argument == "rubber-band" ? PhaseKind.rubberBand.rawValue : argument
    guard let kind = PhaseKind(rawValue: name), Self.kinds.contains(kind) else { return nil }
    self.kind = kind
  }

  static var allValueStrings: [String] { kinds.map { $0 == .rubberBand ? "rubber-band" : $0.rawValue } }
}
