import Testing

@testable import Recordings

struct ColumnTests {
  @Test(arguments: [
    ("contentOffset.y", "content_offset_y", nil), ("time_ms", "time", ColumnName.Unit.time(perSecond: 1000)),
    ("t (ns)", "t", .time(perSecond: 1e9)), ("timestampNS", "timestamp", .time(perSecond: 1e9)),
    ("Elapsed [µs]", "elapsed", .time(perSecond: 1e6)), ("x_lpx", "x", .pixels), ("py", "py", nil),
    ("px", "px", nil), ("scrollTop", "scroll_top", nil),
    ("minus_content_offset_y_pt", "minus_content_offset_y", .points),
    ("release_velocity_pt_per_ms", "release_velocity", .velocity(perSecond: 1000)),
    ("velocity (pt/s)", "velocity", .velocity(perSecond: 1)), ("duration_s", "duration", .time(perSecond: 1)),
    ("offset (rows)", "offset_rows", nil), ("", "", nil),
    ("nativeEvent.contentOffset.y", "native_event_content_offset_y", nil),
  ])
  func takesNamesApart(written: String, base: String, unit: ColumnName.Unit?) {
    let name = ColumnName(written)
    #expect(name.base == base)
    #expect(name.unit == unit)
  }

  @Test(
    "Column names give their roles",
    arguments: [
      ("t", ColumnRole.time), ("time_ms", .time), ("timeStamp", .time), ("elapsed_us", .time),
      ("frame", .frame),
      ("x", .offset(.x)), ("y_px", .offset(.y)), ("offset", .offset(nil)), ("contentOffset.x", .offset(.x)),
      ("scrollTop", .offset(.y)), ("scroll_left", .offset(.x)), ("overscroll_pt", .offset(nil)),
      ("minus_content_offset_y_pt", .offset(.y)), ("nativeEvent.contentOffset.y", .offset(.y)),
      ("finger_pt", .finger(nil)), ("translation", .finger(nil)), ("pan_translation_y_pt", .finger(.y)),
      ("px", .finger(.x)), ("py", .finger(.y)), ("rest_baseline_pt", .rest(nil)), ("delta_x", .delta(.x)),
      ("deltaY", .delta(.y)), ("deltaMode", .deltaMode), ("series", .series), ("fixture", .series),
      ("set", .series),
      ("velocity.y", nil), ("y_pt_per_ms", nil), ("y_ms", nil), ("t_px", nil), ("release_offset_pt", nil),
      ("target_content_offset_pt", nil), ("deceleration_rate", nil), ("pointer", nil), ("kind", nil),
    ])
  func knowsRoles(written: String, role: ColumnRole?) {
    #expect(ColumnRole(ColumnName(written)) == role)
  }

  @Test func timesAreSecondsByTheirUnit() throws {
    for (name, scale) in [("t", 1.0), ("time_ms", 1e3), ("elapsed_us", 1e6), ("timestamp (ns)", 1e9)] {
      let trace = try readOne("\(name),y\n\(Int(2 * scale)),1\n\(Int(5 * scale)),2\n")
      #expect(trace.times == [0, 3])
      #expect(trace.timeOrigin == 2)
    }
  }

  /// 19 digits: as doubles these stamps are 256 ns apart.
  @Test func integerStampsAreSubtractedExactly() throws {
    let trace = try readOne(
      "timestamp_ns,y\n1690000000123456789,1\n1690000000123456790,2\n1690000000140123456,3\n")
    #expect(trace.times == [0, 1e-9, 16_666_667e-9])
    #expect(trace.timeOrigin == 1690000000.123456789)
  }

  @Test func fractionalStampsFollowAnIntegerOne() throws {
    #expect(try readOne("t,y\n5,1\n5.5,2\n6,3\n").times == [0, 0.5, 1])
    #expect(try readOne("t,y\n5.5,1\n6,2\n").times == [0, 0.5])
  }

  @Test func framesNeedAnInterval() throws {
    let text = "frame,y\n10,1\n11,2\n13,3\n"
    let sixty = try readOne(text) { $0.frameRate = 60 }
    let frames: [Double] = [0, 1.0 / 60, 3.0 / 60]
    #expect(sixty.times == frames)
    #expect(sixty.timeBasis == .frames(interval: 1.0 / 60))
    let author = try readOne(text) { $0.interval = 0.0167 }
    let intervals: [Double] = [0, 0.0167, 3 * 0.0167]
    #expect(author.times == intervals)
    #expect(author.timeOrigin == 10 * 0.0167)
    #expect(try readOne("y\n1\n2\n3\n") { $0.frameRate = 4 }.times == [0, 0.25, 0.5])
    let beside = try readOne("t,frame,y\n5,0,1\n9,1,2\n") {
      $0.columns = ["time": "none"]
      $0.frameRate = 2
    }
    #expect(beside.times == [0, 0.5])
  }

  @Test func rowsAreNumberedWithoutTime() throws {
    let trace = try readOne("offset\n5\n5\n7\n")
    #expect(trace.times == [0, 1, 2])
    #expect(trace.timeBasis == .rowNumber)
    #expect(trace.offsets == [.y: [5, 5, 7]])
  }

  @Test func columnsAreOverridden() throws {
    let text = "t,y,a,b,c\n0,1,2,3,4\n1,5,6,7,8\n"
    let trace = try readOne(text) {
      $0.columns = ["x": "a", "y": "none", "finger": "4"]
      $0.others = ["c", "t"]
    }
    #expect(trace.offsets == [.x: [2, 6]])
    #expect(trace.fingers == [.x: [3, 7]])
    #expect(trace.others == ["c": [4, 8], "t": [0, 1]])
  }

  @Test func signFlipsWhatIsMeasuredFromTheContent() throws {
    let trace = try readOne("# bounds: -10...\nt,rest_baseline_pt,y,finger\n0,8,0,3\n1,8,20,4\n") {
      $0.sign = -1
    }
    #expect(trace.offsets == [.y: [0, -20]])
    #expect(trace.offsets[.y]?.first?.sign == .plus)
    #expect(trace.rests == [.y: -8])
    #expect(trace.edges == [.y: -.infinity...10])
    #expect(trace.fingers == [.y: [3, 4]])
  }

  @Test func aBaselineThatVariesIsNone() throws {
    let trace = try readOne("t,rest,y\n0,8,1\n1,9,2\n")
    #expect(trace.rests.isEmpty)
    #expect(trace.warnings == ["column 'rest' is not constant: it is not used as the resting offset"])
  }

  @Test func theFirstOfSeveralColumnsIsUsedAndSaid() throws {
    let trace = try readOne("t,scroll_top,y\n0,1,2\n1,3,4\n")
    #expect(trace.offsets == [.y: [1, 3]])
    #expect(trace.warnings == ["column 'scroll_top' is used for y, not 'y'"])
    let named = try readOne("t,scroll_top,y\n0,1,2\n1,3,4\n") { $0.columns = ["y": "y"] }
    #expect(named.offsets == [.y: [2, 4]] && named.warnings.isEmpty)
  }

  @Test func deltasAreSummedUp() throws {
    let trace = try readOne("t_ms,deltaX,deltaY,deltaMode\n0,1,-2,0\n8,0,-3,0\n16,4,-1.5,0\n")
    #expect(trace.offsets == [.x: [1, 1, 5], .y: [-2, -5, -6.5]])
    // Beside an offset, deltas are not needed, whatever their mode.
    #expect(try readOne("t,delta_y,delta_mode,y\n0,1,1,7\n1,2,1,9\n").offsets == [.y: [7, 9]])
  }

  @Test(
    "Intervals are read with either side open",
    arguments: [
      ("0...7300", 0.0...7300), ("0...", 0...(.infinity)), ("...10", -.infinity...10), ("-50 ... 0", -50...0),
      ("1e2...1e3", 100...1000), ("-5.5...-1.25", -5.5...(-1.25)),
    ] as [(String, ClosedRange<Double>)])
  func parsesIntervals(text: String, range: ClosedRange<Double>) {
    #expect(Interval.parse(text) == range)
  }

  @Test(arguments: ["", "...", "5", "2...1", "a...b", "0..1", "nan...1", "0...inf", "1...2...3", "0....5x"])
  func refusesOtherIntervals(text: String) {
    #expect(Interval.parse(text) == nil)
  }
}
