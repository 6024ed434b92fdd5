import ArgumentParser
import Reports
import ScrollModels

struct EnginesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "engines",
    abstract: "List the catalogue of scroll engines, or the models and constants of one engine.",
    examples: ["", "ios", "\"Qt Flickable\""],
    discussion: "The names and aliases are those of --like and of simulate --engine.")

  @Argument(
    help: ArgumentHelp("Engine: a name of the catalogue, or ios, android, chrome, …", valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var engine: ScrollEngine?

  @OptionGroup
  var file: OutputArguments

  func run() throws {
    try file.destination.check()
    try file.destination.write(engine.map(EngineList.text(of:)) ?? EngineList.text)
  }
}
