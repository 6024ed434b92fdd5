import ArgumentParser

/// What is known, or to be left aside, when phases are looked for.
struct SegmentationArguments: ParsableArguments {
  @Flag(help: "Leave finger, state and events aside.")
  var ignoreTouch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The offsets of the content's edges; a side may be left out.", valueName: "low...high")
  )
  var edge: NumberRange?
}
