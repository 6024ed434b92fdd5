import ArgumentParser
import Formula
import Reports
import ScrollAnalysis
import ScrollFitting
import ScrollModels

struct TuneCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    verb: "tune",
    abstract: "Find the constants of a model that come closest to an engine.",
    examples: [
      "--like ios --model spring --for compose", "--like android --model deceleration mine.csv",
      "--like ios --formula \"y = v0/k*(1 - exp(-k*t))\"",
    ],
    discussion: """
      The constants have the least maximum trajectory difference over the standard gestures of compare, between the model's \
      and the engine's own curve. The report says how close that is and in which gesture the difference remains. A recording of \
      the app gives the current constants, and restricts the gestures to those that it covers.
      """)

  @Argument(help: ArgumentHelp("Recordings of the app whose constants are tuned.", valueName: "file"))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Engine to come close to: a name of the catalogue, or ios, android, chrome, …", valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine

  @Option(
    help: ArgumentHelp(
      "Model whose constants are found: deceleration, spring, …, or an engine of the catalogue for its models.",
      valueName: "model"),
    transform: TunedModel.init(argument:))
  var model: TunedModel?

  @Option(
    help: ArgumentHelp(
      "Model of your own, an equation over t or x, of v0 and displacement; its other names are positive constants.",
      valueName: "equation"),
    transform: Formula.init(argument:))
  var formula: Formula?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Show the constants in the code of this toolkit: flutter, compose, …", valueName: "toolkit"),
    transform: Toolkit.init(argument:))
  var toolkit: Toolkit?

  @OptionGroup(title: "Segmentation")
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @OptionGroup(title: "Report")
  var common: CommonOptions

  func validate() throws {
    guard (model == nil) != (formula == nil) else {
      throw ValidationError("tune takes one of --model and --formula")
    }
    guard toolkit == nil || common.format == .text else {
      throw ValidationError("--for is of the report as text: without --format")
    }
    try StandardInput.refuseTwice(files)
  }

  /// The model that the options name.
  private var tuned: TunedModel? { model ?? formula.map(TunedModel.formula) }

  private var fitOptions: FitOptions {
    var options = FitOptions()
    options.axis = common.axis.axis
    options.edges = segmentation.edges
    options.ignoresTouch = segmentation.ignoreTouch
    options.threads = Environment.threads
    return options
  }

  func run() throws {
    let delivery = try Delivery(to: common.file, keeping: files)
    try delivery.deliver(tuning()) { tuning in
      guard common.format == .text else { return common.format.render(tuning) }
      let width = Terminal.width(of: common.destination)
      return Terminal.colored(tuning.text(toolkit: toolkit, width: width), to: common.destination)
    }
  }

  private func tuning() throws(RunFailure) -> Outcome<Tuning> {
    var recorded: MotionSet?
    var problems: [Diagnostic] = []
    if !files.isEmpty {
      let (traces, unreadable) = try RecordingFiles.read(files, reading.options())
      guard !traces.isEmpty else { return Outcome(nil, problems: unreadable) }
      let (set, failures) = MotionSet.analyzed(traces, name: files[0], options: fitOptions)
      recorded = set
      problems = unreadable + failures.map(\.diagnostic)
    }
    guard let tuned else { return Outcome(nil, problems: problems) }
    do { return Outcome(try Tuning(tuned, like: like, recorded: recorded), problems: problems) } catch {
      throw RunFailure(.usage, problems + [Diagnostic(error.description)])
    }
  }
}

extension TunedModel {
  /// - Throws: a `ValidationError` with the nearest names for a text that is neither a model nor an engine.
  init(argument: String) throws {
    if let model = MotionModel(argument) {
      self = .model(model)
      return
    }
    if let engine = try? ScrollEngine(named: argument) {
      self = .engine(engine)
      return
    }
    let models = TunedModel.models.map(\.id)
    let suggestion = Catalogue.nearest(to: argument, among: models + Catalogue.engines)
      .map { "; did you mean '\($0)'?" }
    throw ValidationError(
      "'\(argument)' is no model that can be tuned and no engine\(suggestion ?? "; models are \(models.joined(separator: ", "))")"
    )
  }
}
