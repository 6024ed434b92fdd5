/// A device whose screen recordings have as many pixels as its screen, or half as many.
///
/// Sizes and scales are those of docs/video.md, which names their sources.
package struct ScreenDevice: Equatable, Sendable {
  package let names: [String]
  /// Pixels of the screen in portrait.
  package let width: Int
  package let height: Int
  /// Pixels per point.
  package let scale: Double
  /// True for a screen whose size has one scale only. Android's phones of one size have several, which their settings change too.
  package let isKnownBySize: Bool

  private init(_ names: String..., width: Int, height: Int, scale: Double) {
    (self.names, self.width, self.height, self.scale) = (names, width, height, scale)
    isKnownBySize = true
  }

  /// - Parameter density: dots per inch, of which a point (dp) is a 160th, at the display size that the phone is sold with.
  private init(android names: String..., width: Int, height: Int, density: Double) {
    (self.names, self.width, self.height, scale) = (names, width, height, density / 160)
    isKnownBySize = false
  }

  package static let all = [
    ScreenDevice("iPhone SE", "iPhone 8", width: 750, height: 1334, scale: 2),
    ScreenDevice("iPhone XR", "iPhone 11", width: 828, height: 1792, scale: 2),
    ScreenDevice("iPhone X", "iPhone XS", "iPhone 11 Pro", width: 1125, height: 2436, scale: 3),
    ScreenDevice("iPhone XS Max", "iPhone 11 Pro Max", width: 1242, height: 2688, scale: 3),
    ScreenDevice(
      "iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e", width: 1170,
      height: 2532,
      scale: 3),
    ScreenDevice(
      "iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus", width: 1284, height: 2778, scale: 3),
    ScreenDevice(
      "iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16", width: 1179, height: 2556, scale: 3),
    ScreenDevice(
      "iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus", width: 1290, height: 2796,
      scale: 3),
    ScreenDevice("iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro", width: 1206, height: 2622, scale: 3),
    ScreenDevice("iPhone Air", width: 1260, height: 2736, scale: 3),
    ScreenDevice("iPhone 16 Pro Max", "iPhone 17 Pro Max", width: 1320, height: 2868, scale: 3),
    ScreenDevice("iPad mini", width: 1488, height: 2266, scale: 2),
    ScreenDevice("iPad", "iPad Air 11", width: 1640, height: 2360, scale: 2),
    ScreenDevice("iPad Pro 11", width: 1668, height: 2388, scale: 2),
    ScreenDevice("iPad Pro 12.9", "iPad Air 13", width: 2048, height: 2732, scale: 2),
    ScreenDevice(android: "Pixel 8", "Pixel 8a", width: 1080, height: 2400, density: 420),
    ScreenDevice(android: "Pixel 9", "Pixel 9a", width: 1080, height: 2424, density: 420),
    ScreenDevice(android: "Pixel 9 Pro", width: 1280, height: 2856, density: 480),
    ScreenDevice(android: "Pixel 8 Pro", "Pixel 9 Pro XL", width: 1344, height: 2992, density: 480),
  ]

  /// The device of a name, without regard to case and spaces.
  package init?(named name: String) {
    func plain(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
    guard let found = Self.all.first(where: { $0.names.contains { plain($0) == plain(name) } }) else {
      return nil
    }
    self = found
  }

  /// Pixels of a video per point: ``scale``, and half of it where the recorder halved its pictures; nil for other sizes,
  /// whose pictures are scaled.
  package func scale(ofVideo size: (width: Int, height: Int)) -> Double? {
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    // An encoder that wants even numbers drops a row or a column.
    func isClose(_ a: Int, _ b: Int) -> Bool { abs(a - b) <= 1 }
    if isClose(short, width), isClose(long, height) { return scale }
    return isClose(short, width / 2) && isClose(long, height / 2) ? scale / 2 : nil
  }
}

/// The way in which a video's pixels become points.
package enum PointScale: Equatable, Sendable {
  /// They stay pixels.
  case pixels
  /// Pixels per point.
  case number(Double)
  case device(ScreenDevice)
  /// The device whose screen has the video's size.
  case deviceBySize

  /// Pixels of the video per point; nil keeps pixels.
  ///
  /// - Throws: ``ScreenRecordingError/unknownSize(width:height:device:)`` for a video that is not as large as the device's screen.
  package func pixelsPerPoint(ofVideo size: (width: Int, height: Int)) throws(ScreenRecordingError) -> Double?
  {
    switch self {
    case .pixels: return nil
    case .number(let scale): return scale
    case .device(let device):
      guard let scale = device.scale(ofVideo: size) else {
        throw .unknownSize(width: size.width, height: size.height, device: device)
      }
      return scale
    case .deviceBySize:
      let devices = ScreenDevice.all.lazy.filter(\.isKnownBySize)
      guard let scale = devices.compactMap({ $0.scale(ofVideo: size) }).first else {
        throw .unknownSize(width: size.width, height: size.height, device: nil)
      }
      return scale
    }
  }
}
