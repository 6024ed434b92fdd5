import Recordings

/// The offsets of a screen recording, frame by frame.
package struct ScreenRecording: Equatable, Sendable {
  /// The direction of scrolling.
  package enum Direction: String, Sendable {
    case vertical, horizontal
  }

  /// A rectangle of the video, pixels.
  package struct Region: Equatable, Sendable, CustomStringConvertible {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The numbers as an option takes them.
    package var description: String { "\(x),\(y),\(width),\(height)" }

    /// The rectangle with rows and columns exchanged.
    var transposed: Region { Region(x: y, y: x, width: height, height: width) }
  }

  /// Width and height of the video after rotation, pixels.
  package let size: (width: Int, height: Int)
  package let direction: Direction
  /// The part that scrolls.
  package let region: Region
  /// All frames of the scene that scrolls.
  package let frames: [FrameOffset]
  /// True if offsets are in halves of a pixel: the recorder halved its pictures.
  package let isHalved: Bool
  /// The period of rows that look alike, where frames are ambiguous, px.
  package let period: Int?
  /// The times of other scenes, which are not part of `frames`, s.
  package let otherScenes: [ClosedRange<Double>]
  /// The times in which a part of the content moves while the rest stands, whose offset is that of the frame, s.
  package let partialMotions: [ClosedRange<Double>]
  /// A part of the video beside `region` that scrolls by itself.
  package var otherPart: Region?

  package static func == (one: Self, other: Self) -> Bool {
    one.size == other.size && one.direction == other.direction && one.region == other.region
      && one.frames == other.frames && one.isHalved == other.isHalved && one.period == other.period
      && one.otherScenes == other.otherScenes
      && one.partialMotions == other.partialMotions && one.otherPart == other.otherPart
  }
}

/// An error of a screen recording.
package enum ScreenRecordingError: Error, Equatable, Sendable {
  /// No program `ffmpeg` in the search path.
  case missingDecoder
  /// FFmpeg could not be started.
  case decoderNotStarted(reason: String)
  /// FFmpeg gave nothing for so many seconds.
  case stalled(seconds: Int)
  /// No frame could be decoded.
  case noFrames(reason: String)
  /// The file is damaged or cut; `time` is that of the last frame decoded, s.
  case damaged(time: Double, reason: String)
  /// The annotated video could not be written.
  case notAnnotated(reason: String)
  /// Output of FFmpeg in another form than asked for.
  case unexpectedOutput
  case tooSmall(width: Int, height: Int)
  case tooLarge(width: Int, height: Int)
  case tooLong(frames: Int)
  case regionOutside(width: Int, height: Int)
  case noFramesInRange
  /// One frame, or frames that are all equal.
  case still(frames: Int)
  /// Pictures that change, without a displacement.
  case noScrolling
  /// Pictures that change, most of them by something else than a displacement; `part` is that of the changed frames.
  case otherMotion(part: Double)
  /// Scrolling, but most of the changing frames are no displacement of the picture; `part` is that of those.
  case unclear(part: Double)
  /// Frames that show two offsets at once; `part` is that of the moving frames.
  case mixed(part: Double)
  /// Scrolling before and after a change of the picture; the times are those of the scenes, s.
  case cut(scenes: [ClosedRange<Double>])
  /// Scrolling before and after frames that are no displacement of the picture, more than a cut has; the times of those, and of the scenes, s.
  case lost([ClosedRange<Double>], scenes: [ClosedRange<Double>])
  /// Most of the moving frames equal themselves when moved by `period` pixels.
  case ambiguous(period: Int, part: Double)
  /// A reading option that has no effect on such an input; the reason, in words.
  case inapplicable(setting: String, reason: String)
  /// A column that `--abscissa` names and a screen recording does not have.
  case unknownColumn(String, found: [String])
  /// A folder without a picture in PNG; `other` is the extension of pictures that it has.
  case noPictures(other: String?)
  case pictureWithoutNumber(String)
  /// Two pictures of the same number.
  case sameNumber(String, String)
  /// A file that is called like a PNG and is none.
  case noPNG(String)
  /// A picture of another size than the first.
  case pictureSize(String, String)
  /// Nothing gives the times at which so many pictures of a folder were shown.
  case noPictureTimes(pictures: Int)
  /// A line of the times that is no time, or none after the one before.
  case pictureTime(line: Int)
  /// Another number of times than pictures.
  case pictureTimes(Int, pictures: Int)
  /// The median step between pictures, s, where it is outside 1 to 250 ms.
  case pictureStep(Double)
  /// The last picture of a folder comes too long after the first.
  case picturesTooLong
  /// A video whose size is not that of a device's screen; nil for any device's.
  case unknownSize(width: Int, height: Int, device: ScreenDevice?)
}

extension ScreenRecordingError: Explained {
  package var description: String { libraryText }

  package var sentence: Sentence {
    switch self {
    case .missingDecoder:
      "reading a video needs the program ffmpeg, which is not in the search path: install the package ffmpeg "
        + "(Debian: apt-get install ffmpeg; macOS: brew install ffmpeg)"
    case .decoderNotStarted(let reason): "ffmpeg cannot be started: \(reason)"
    case .stalled(let seconds): "ffmpeg gave no frame for \(seconds) s; the file cannot be decoded"
    case .noFrames(let reason):
      "no video frame could be decoded" + (reason.isEmpty ? "" : " (ffmpeg: \(reason))")
        + "; the file is incomplete, or ffmpeg has no decoder for it: copy it once more from where it was recorded"
    case .damaged(let time, let reason):
      "the video is damaged or cut after \(Self.seconds(time)) s"
        + (reason.isEmpty ? "" : " (ffmpeg: \(reason))")
        + "; \(setting: "to \(Self.seconds(time))") reads what comes before"
    case .notAnnotated(let reason):
      "the annotated video could not be written" + (reason.isEmpty ? "" : " (ffmpeg: \(reason))")
    case .unexpectedOutput:
      "ffmpeg did not write the frames that were asked for; version 5.1 or later is needed"
    case .tooSmall(let width, let height):
      "\(width) × \(height) pixels: a region of at least \(FrameLimits.minimumSide) × \(FrameLimits.minimumSide) is needed"
    case .tooLarge(let width, let height):
      "\(width) × \(height) pixels: more than \(FrameLimits.maximumPixels >> 20) Mi pixels a frame; "
        + "give the scrolling part with \(setting: "region x,y,w,h")"
    case .tooLong(let frames):
      "more than \(frames) frames; give a part with \(setting: "from") and \(setting: "to")"
    case .regionOutside(let width, let height):
      "\(setting: "region") lies outside of the video's \(width) × \(height) pixels"
    case .noFramesInRange: "no frame lies between \(setting: "from") and \(setting: "to")"
    case .still(let frames):
      frames == 1 ? "a single picture: nothing moves" : "a still: all \(frames) frames show the same picture"
    case .noScrolling: "no scrolling: the picture changes, but no part of it is displaced"
    case .otherMotion(let part):
      "no scrolling: \(Self.percent(part)) of the changing frames are no displacement of the picture before; where a part of the picture scrolls, give "
        + "it with \(setting: "region x,y,w,h"); jumps by nearly a screen cannot be followed"
    case .unclear(let part):
      "the offsets cannot be followed: \(Self.percent(part)) of the changing frames are no displacement of the picture before, as it is coded "
        + "too coarsely or more than scrolling happens in it; record at full size and a higher bit rate, or give "
        + "\(setting: "region x,y,w,h") or \(setting: "from") and \(setting: "to")"
    case .mixed(let part):
      "\(Self.percent(part)) of the moving frames show two offsets at once, as a program mixed frames when it changed the frame rate: "
        + "use the file that the recorder wrote"
    case .cut(let scenes):
      "a cut: the picture changes after \(scenes.dropLast().map { Self.seconds($0.upperBound) }.joined(separator: " s, ")) s "
        + "by more than scrolling explains; read one part with "
        + scenes.map(Self.part).joined(separator: " or ")
    case .lost(let times, let scenes):
      "the offsets cannot be followed: the frames \(times.map(Self.interval).joined(separator: ", ")) are no displacement of the picture before, as "
        + "they are coded too coarsely or more than scrolling happens in them; record at full size and a higher bit rate, or read one part with "
        + scenes.map(Self.part).joined(separator: " or ")
    case .ambiguous(let period, let part):
      "ambiguous by a period of \(period) px: \(Self.percent(part)) of the moving frames suit several offsets, as the rows look "
        + "alike; record content whose rows differ, without jumps by several rows from one frame to the next"
    case .inapplicable(let setting, let reason): "\(setting: setting) does not apply: \(reason)"
    case .unknownColumn(let name, let found):
      "\(setting: "others"): no column '\(name)'; a screen recording has "
        + found.map { "'\($0)'" }.joined(separator: ", ")
    case .noPictures(nil): "the folder has no picture in PNG"
    case .noPictures(let other?):
      "the folder has pictures in .\(other), none in PNG: convert them, for example with "
        + "'ffmpeg -pattern_type glob -i \"*.\(other)\" %05d.png'"
    case .pictureWithoutNumber(let name):
      "\(name): no number at the end of the name, which orders the pictures"
    case .sameNumber(let first, let second): "\(first) and \(second) have the same number"
    case .noPNG(let name): "\(name) is not a picture in PNG"
    case .pictureSize(let name, let first): "\(name) has another size than \(first)"
    case .noPictureTimes(let pictures):
      "the folder has \(pictures) pictures and no times: give \(setting: "frameRate HZ"), or write \(PictureFolder.timesFile) into it "
        + "with a line for each picture, in the order of their numbers: its time in seconds, such as 0.016667"
    case .pictureTime(let line):
      "line \(line) of \(PictureFolder.timesFile) must be a time in seconds, later than the one before"
    case .pictureTimes(let count, let pictures):
      "\(count) times in \(PictureFolder.timesFile) for \(pictures) pictures"
    case .pictureStep(let step):
      "the median step between pictures is \(Float(step)) s, outside 1 to 250 ms: \(PictureFolder.timesFile) holds seconds, "
        + "\(setting: "frameRate") is in Hz (60)"
    case .picturesTooLong:
      "the last picture's time is \(FrameLimits.maximumDuration) s or more after the first one's"
    case .unknownSize(let width, let height, let device?):
      "\(width) × \(height) pixels: the screen of \(device.names.joined(separator: ", ")) has \(device.width) × \(device.height), so the video was "
        + "scaled; use the file that the recorder wrote, or give \(setting: "scale")"
    case .unknownSize(let width, let height, nil):
      "\(width) × \(height) pixels is the screen of no device that is known; give \(setting: "scale")"
    }
  }

  /// Three decimals, without trailing zeros.
  private static func seconds(_ time: Double) -> String {
    let thousandths = Int((time * 1000).rounded())
    var text = String(thousandths % 1000 + 1000).dropFirst()
    while text.hasSuffix("0") { text.removeLast() }
    return "\(thousandths / 1000)" + (text.isEmpty ? "" : ".\(text)")
  }

  private static func interval(_ times: ClosedRange<Double>) -> String {
    "from \(seconds(times.lowerBound)) to \(seconds(times.upperBound)) s"
  }

  private static func part(_ scene: ClosedRange<Double>) -> Sentence {
    "\(setting: "from \(seconds(scene.lowerBound))") \(setting: "to \(seconds(scene.upperBound))")"
  }

  private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}
