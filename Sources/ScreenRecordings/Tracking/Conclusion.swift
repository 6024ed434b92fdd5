import Recordings

/// The scene of a video that scrolls, or the reason that there is none.
struct Conclusion {
  let scenes: [Scene]

  /// The part of all moving frames that one of several scenes has for the others to be left out.
  private static let mainShare = 2.0 / 3
  /// Frames at different offsets that make a scene one that scrolls.
  private static let minimumMovingShare = 4
  /// The part of the changing frames that may be no displacement.
  private static let maximumUnexplainedShare = 0.4
  /// The part of the changing frames that may be ambiguous.
  private static let maximumAmbiguousShare = 0.5
  /// The part of the moving frames that may show two offsets at once: where an editor has mixed frames, those in slow motion show two offsets as
  /// well, which are too near each other to be seen.
  private static let maximumMixedShare = 0.1

  func recording(
    size: (width: Int, height: Int), direction: ScreenRecording.Direction, origin: ScreenRecording.Region
  ) throws(ScreenRecordingError) -> ScreenRecording {
    let frames = scenes.reduce(0) { $0 + $1.observations.count }
    let changed = scenes.reduce(0) { $0 + $1.changed }
    guard changed > 0 || scenes.contains(where: \.isAnimated) else { throw .still(frames: frames) }
    let mixed = scenes.reduce(0) { $0 + $1.mixed }
    let mixedPart = Double(mixed) / Double(max(1, mixed + scenes.reduce(0) { $0 + $1.moving }))
    guard mixedPart <= Self.maximumMixedShare else { throw .mixed(part: mixedPart) }
    let scrolling = scenes.filter { $0.moving >= Self.minimumMovingShare || $0.ambiguous > $0.changed / 2 }
    let unexplained = scenes.reduce(0) { $0 + $1.unexplained }
    guard let scene = scrolling.max(by: { $0.moving < $1.moving }) else {
      let part = Double(unexplained) / Double(max(1, changed))
      throw part > Self.maximumUnexplainedShare ? .otherMotion(part: part) : .noScrolling
    }
    let moving = scrolling.reduce(0) { $0 + $1.moving }
    guard scrolling.count == 1 || Double(scene.moving) >= Self.mainShare * Double(moving) else {
      let lost = scrolling.dropLast().compactMap(\.lostEnd)
      throw lost.isEmpty ? .cut(scenes: scrolling.map(\.times)) : .lost(lost, scenes: scrolling.map(\.times))
    }
    let part = Double(scene.unexplained) / Double(max(1, scene.changed))
    guard part <= Self.maximumUnexplainedShare else { throw .unclear(part: part) }
    let ambiguous = Double(scene.ambiguous) / Double(max(1, scene.changed))
    if let period = scene.period, ambiguous > Self.maximumAmbiguousShare {
      throw .ambiguous(period: period, part: ambiguous)
    }
    let lattice = PixelLattice(scene.observations)
    let found = scene.region.rectangle(in: origin)
    return ScreenRecording(
      size: size, direction: direction, region: direction == .horizontal ? found.transposed : found,
      frames: scene.offsets(on: lattice).withoutExcursions(), isHalved: lattice.isHalved,
      period: scene.period,
      otherScenes: times(outside: scene),
      partialMotions: scene.partialMotions)
  }

  /// The times of the frames before and behind a scene, s: all of them, those between other scenes that nothing explains as well.
  private func times(outside scene: Scene) -> [ClosedRange<Double>] {
    guard let first = scene.observations.first?.time, let last = scene.observations.last?.time else {
      return []
    }
    let times = scenes.flatMap { $0.observations.map(\.time) }
    return [times.filter { $0 < first }, times.filter { $0 > last }].compactMap { times in
      guard let first = times.min(), let last = times.max() else { return nil }
      return first...last
    }
  }
}

extension Scene {
  /// The times of the first and the last frame that belongs to it, s.
  var times: ClosedRange<Double> {
    let times = observations.filter { $0.doubt != .unmatched }.map(\.time)
    return (times.first ?? 0)...(times.last ?? 0)
  }

  /// The changing frames that suit several offsets.
  var ambiguous: Int {
    observations.count { observation in
      if case .ambiguous = observation.doubt { observation.isChanged } else { false }
    }
  }
}

extension ScrollingRegion {
  /// The rectangle of the scrolling blocks in pixels of the video.
  func rectangle(in part: ScreenRecording.Region) -> ScreenRecording.Region {
    let window = window
    let left = window.bands.lowerBound * part.width / RowSignature.bands
    let right = window.bands.upperBound * part.width / RowSignature.bands
    return ScreenRecording.Region(
      x: part.x + left, y: part.y + window.rows.lowerBound, width: right - left, height: window.rows.count)
  }
}
