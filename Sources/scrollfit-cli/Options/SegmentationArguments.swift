import ArgumentParser

/// Options of the segmentation into phases.
struct SegmentationArguments: ParsableArguments {
  @Flag(help: "Ignore recorded touch data (finger, scroll state, events).")
  var ignoreTouch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Offsets of the content's edges, pt; either end is optional.", valueName: "low...high"))
  var edge: NumberRange?
}
