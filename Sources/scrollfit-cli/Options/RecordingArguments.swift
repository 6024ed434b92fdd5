import ArgumentParser
import Recordings

/// The recordings that a verb reads one after another.
struct RecordingArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings in any known format, folders, quoted globs; - is standard input.", valueName: "file"))
  var files: [String]

  func validate() throws { try StandardInput.refuseTwice(files) }
}

enum StandardInput {
  /// Throws where standard input is named more than once: it can be read once.
  static func refuseTwice(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input (-) can be used only once")
    }
  }
}

/// Options of the segmentation into phases.
struct SegmentationArguments: ParsableArguments {
  @Flag(help: "Ignore recorded touch data (finger, scroll state, events).")
  var ignoreTouch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Offsets of the content's edges, pt; either end is optional.", valueName: "low...high"))
  var edge: NumberRange?

  /// The content's edges: those of `--edge`, else of the settings.
  var edges: ClosedRange<Double>? { edge?.range ?? Settings.current.edges }
}

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
