import Testing

@testable import ScreenRecordings

struct SceneTests {
  /// A scene whose first frame is a key frame.
  private struct Video {
    var observations = [
      Scene.Observation(
        time: 0, position: 0, link: nil, confidence: 1, doubt: nil, isChanged: false)
    ]

    /// Adds a frame, compared with the key frame of a number.
    @discardableResult
    mutating func add(_ displacement: Double, margin: Double = 3, key: Int = 0) -> Int {
      let shift = Int(displacement.rounded())
      observations.append(
        Scene.Observation(
          time: Double(observations.count) / 60, position: observations[key].position + shift,
          link: Link(key: key, shift: shift, fraction: displacement - Double(shift), margin: margin),
          confidence: 1, doubt: nil, isChanged: true))
      return observations.count - 1
    }

    /// Adds a frame that repeats the one before.
    mutating func rest() {
      observations.append(
        Scene.Observation(
          time: Double(observations.count) / 60, position: observations[observations.count - 1].position,
          link: nil, confidence: 1, doubt: nil, isChanged: false))
    }

    var scene: Scene {
      var scene = Scene(region: ScrollingRegion(grid: BlockGrid(width: 128, height: 128)))
      scene.observations = observations
      return scene
    }

    var offsets: [FrameOffset] { scene.offsets }
  }

  @Test(
    "A fraction that a key frame's displacements have in common is the key frame's, and errors do not add up over key frames"
  )
  func keyFrames() {
    var video = Video()
    var key = 0
    var offsets = [0.0]
    // Each key frame is shown 0.2 px too low, so that those after it seem to lie 0.2 px too high.
    for part in 0..<6 {
      for index in 1...20 {
        video.add(Double(9 * index) - (part > 0 ? 0.2 : 0) + (index == 20 ? 0.2 : 0), key: key)
        offsets.append(Double(180 * part + 9 * index))
      }
      key = video.observations.count - 1
    }
    #expect(video.offsets.map(\.offset) == offsets)
    #expect(video.offsets.allSatisfy { $0.doubt == nil })
  }

  @Test("Displacements without a fraction in common belong to a scaled video: none is known to the pixel")
  func scaled() {
    var video = Video()
    for index in 1...60 { video.add(7.37 * Double(index)) }
    // A rest has one fraction in all its frames, which is not that of whole pixels.
    for _ in 0..<200 { video.add(7.37 * 60) }
    #expect(PixelLattice(video.observations).step == nil)
    for (index, frame) in video.offsets.enumerated().dropFirst() {
      #expect(frame.doubt == .blurred && frame.isLocated && frame.deviation == 0.5)
      #expect(abs(frame.offset - 7.37 * Double(min(60, index))) < 1e-9)
    }
  }

  @Test("A halved video gives halves of a pixel, and frames between them are marked")
  func halved() {
    var video = Video()
    for index in 1...160 { video.add(2.5 * Double(index), margin: index % 2 == 0 ? 3 : 0) }
    let between = (0..<4).map { video.add(350.3 + Double($0), margin: 1) }
    #expect(PixelLattice(video.observations).isHalved && video.scene.moving > 4)
    let offsets = video.offsets
    #expect(offsets[1].offset == 2.5 && offsets[2].offset == 5)
    #expect(offsets.indices.filter { offsets[$0].doubt == .blurred } == between)
  }

  @Test("A frame between two pixels is marked, and so is one that repeats it")
  func between() {
    var video = Video()
    for index in 1...60 { video.add(Double(8 * index)) }
    let marked = video.add(488.4)
    video.rest()
    video.add(496)
    let offsets = video.offsets
    #expect(offsets.indices.filter { offsets[$0].doubt == .blurred } == [marked, marked + 1])
    #expect(offsets.last?.offset == 496)
  }

  @Test("What is compared with a key frame that lies on no pixel is marked")
  func unclearKey() {
    var video = Video()
    for index in 1...20 { video.add(Double(8 * index)) }
    let key = video.add(168.5)
    for index in 1...20 { video.add(Double(8 * index) - 0.5, key: key) }
    #expect(video.offsets.dropFirst(key).allSatisfy { $0.doubt == .blurred })
  }

  @Test(
    "In a coarse video a frame is known if it is as clear as others, close to a pixel, and moves fast or rests"
  )
  func coarse() {
    /// A coarse video: every sixth frame is shown between two pixels.
    func coarse(_ count: Int) -> Video {
      var video = Video()
      for index in 1...count {
        let isBetween = index % 6 == 0
        video.add(Double(8 * index) + (isBetween ? 0.5 : 0), margin: isBetween ? 0.3 : 1.5)
      }
      return video
    }
    func isKnown(_ displacement: Double, margin: Double) -> Bool {
      var video = coarse(60)
      video.add(488 + displacement, margin: margin)
      video.add(496, margin: 1.5)
      return video.offsets[61].doubt == nil
    }
    #expect((0.3..<0.7).contains(PixelLattice(coarse(60).observations).concentration))
    #expect(isKnown(0.05, margin: 1.5))
    #expect(!isKnown(0.05, margin: 0.2))
    #expect(!isKnown(0.2, margin: 1.5))
    // Encoders leave out the motion of a pixel, until the content has been at rest for a while.
    var slow = coarse(60)
    let first = slow.add(481, margin: 1.5)
    slow.add(482, margin: 1.5)
    for _ in 0..<20 { slow.rest() }
    let offsets = slow.offsets
    #expect(offsets[first].doubt == .blurred && offsets[first + 2].doubt == .blurred)
    #expect(offsets.last?.doubt == nil && offsets.last?.offset == 482)
  }

  @Test(
    "In a coarse video frames less than a step apart are marked, and in one that was halved all, however clear they are"
  )
  func coarseAndClear() {
    func blurred(step: Double) -> [Bool] {
      var video = Video()
      for index in 1...60 {
        let isBetween = index % 12 == 0
        video.add(9 * step * Double(index) + (isBetween ? step / 2 : 0), margin: isBetween ? 0.3 : 1.5)
      }
      let last = 9 * step * 60
      let more = [3.0, 6, 9, 12, 13, 14, 14].map { video.add(last + $0 * step, margin: 1.5) }
      let lattice = PixelLattice(video.observations)
      #expect(lattice.step == step && (0.65..<0.9).contains(lattice.concentration))
      return more.map { video.offsets[$0].doubt == .blurred }
    }
    #expect(blurred(step: 1) == [false, false, false, false, false, true, true])
    #expect(blurred(step: 0.5).allSatisfy { $0 })
  }

  @Test("Frames in fast motion are known where slow ones, which the encoder left out, agree on nothing")
  func fastAmongSlow() {
    var video = Video()
    for index in 1...40 { video.add(9 * Double(index)) }
    // A drag by a pixel a frame that is shown at any fraction.
    let slow = (1...80).map { video.add(360 + Double($0) + 0.5 * Double($0 * 37 % 80) / 80) }
    for index in 1...10 { video.add(440 + 9 * Double(index)) }
    let lattice = PixelLattice(video.observations)
    #expect(lattice.step == 1 && lattice.concentration < 0.5 && lattice.fastConcentration ?? 0 > 0.9)
    let offsets = video.offsets
    for index in 2..<40 { #expect(offsets[index].doubt == nil && offsets[index].offset == 9 * Double(index)) }
    #expect(slow.allSatisfy { offsets[$0].doubt == .blurred })
  }

  @Test(
    "Frames in moderate and fast motion of a halved video are known where they agree among themselves, fast ones where they scatter",
    arguments: [(1.5, 0.02, true), (1.5, 0.06, false), (4.5, 0.06, true), (4.5, 0.12, false)])
  func movingAmongSlow(displacement: Double, scatter: Double, isKnown: Bool) {
    var video = Video()
    for index in 1...40 {
      video.add(displacement * Double(index) + scatter * Double(index * 17 % 40 - 20) / 20)
    }
    for index in 1...80 {
      video.add(40 * displacement + 0.5 * Double(index) + 0.25 * Double(index * 37 % 80) / 80)
    }
    let lattice = PixelLattice(video.observations)
    #expect(lattice.step == 0.5 && lattice.concentration < 0.9)
    let offsets = video.offsets
    #expect(offsets[1..<40].allSatisfy { ($0.doubt == nil) == isKnown })
    if isKnown { #expect((1..<40).allSatisfy { offsets[$0].offset == displacement * Double($0) }) }
    #expect(offsets[41...].allSatisfy { $0.doubt == .blurred })
  }

  @Test("Frames in moderate motion that agree on nothing are marked, whatever fast ones agree on")
  func moderateAmongFast() {
    var video = Video()
    for index in 1...40 { video.add(9 * Double(index)) }
    let moderate = (1...40).map { video.add(360 + 3 * Double($0) + Double($0 * 17 % 40 - 20) / 40) }
    for index in 1...10 { video.add(480 + 9 * Double(index)) }
    let lattice = PixelLattice(video.observations)
    #expect(lattice.isKnown && lattice.fastConcentration ?? 0 > 0.9)
    let offsets = video.offsets
    #expect(moderate.allSatisfy { offsets[$0].doubt == .blurred })
    #expect(offsets[2..<40].allSatisfy { $0.doubt == nil })
  }

  @Test("Halves of a pixel are no whole pixels, though fast frames agree on these by chance")
  func halvedThoughWhole() {
    var video = Video()
    // Fast frames at whole pixels but for every fifth, others at halves.
    for index in 1...30 { video.add(7 * Double(index) + (index % 5 == 0 ? 0.5 : 0)) }
    for index in 1...60 { video.add(210 + 0.5 * Double(index)) }
    let lattice = PixelLattice(video.observations)
    #expect(lattice.isHalved && lattice.concentration > 0.9)
    #expect(video.offsets.allSatisfy { $0.doubt == nil })
  }
}
