import Testing

@testable import ScreenRecordings

struct ScreenDeviceTests {
  @Test(
    "A device's scale is that of its screen, in portrait and landscape, and half of it for a halved video",
    arguments: [
      ("iPhone 15", 1179, 2556, 3.0), ("iphone15", 2556, 1179, 3), ("iPhone 13", 1170, 2532, 3),
      ("iPhone 13", 585, 1266, 1.5), ("iPhone 15 Pro", 590, 1278, 1.5), ("iPad Pro 11", 1668, 2388, 2),
      ("iPhone Air", 1260, 2736, 3), ("iPhone 17", 1206, 2622, 3), ("iPhone 17 Pro Max", 1320, 2868, 3),
      ("Pixel 8", 1080, 2400, 2.625), ("Pixel 9", 2424, 1080, 2.625), ("pixel 9 pro", 1280, 2856, 3),
      ("Pixel 8 Pro", 672, 1496, 1.5),
    ])
  func scale(name: String, width: Int, height: Int, scale: Double) throws {
    let device = try #require(ScreenDevice(named: name))
    #expect(device.scale(ofVideo: (width, height)) == scale)
    #expect(try PointScale.device(device).pixelsPerPoint(ofVideo: (width, height)) == scale)
  }

  @Test("A video that was scaled is refused with both sizes")
  func scaledVideos() throws {
    let device = try #require(ScreenDevice(named: "iPhone 15"))
    let error = #expect(throws: ScreenRecordingError.self) {
      try PointScale.device(device).pixelsPerPoint(ofVideo: (1080, 1920))
    }
    #expect(error == .unknownSize(width: 1080, height: 1920, device: device))
    #expect(error?.description.contains("has 1179 × 2556, so the video was scaled") == true)
    #expect(throws: ScreenRecordingError.unknownSize(width: 320, height: 480, device: nil)) {
      try PointScale.deviceBySize.pixelsPerPoint(ofVideo: (320, 480))
    }
  }

  @Test(
    "No two devices that a size tells apart give it two scales, also halved; a size of Android's phones is none"
  )
  func unambiguousSizes() {
    for device in ScreenDevice.all where device.isKnownBySize {
      for part in [1, 2] {
        let size = (device.width / part, device.height / part)
        let scales = ScreenDevice.all.filter(\.isKnownBySize).compactMap { $0.scale(ofVideo: size) }
        #expect(Set(scales) == [device.scale / Double(part)])
      }
    }
    for size in [(1080, 2400), (1344, 2992)] {
      #expect(throws: ScreenRecordingError.self) { try PointScale.deviceBySize.pixelsPerPoint(ofVideo: size) }
    }
    #expect(ScreenDevice(named: "toaster") == nil)
    #expect((try? PointScale.deviceBySize.pixelsPerPoint(ofVideo: (2532, 1170))) == 3)
    #expect((try? PointScale.pixels.pixelsPerPoint(ofVideo: (10, 10))) == .some(nil))
  }
}
