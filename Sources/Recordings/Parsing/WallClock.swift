/// The time stamps that log lines begin with: `2021-04-05 13:51:45.123456+0800`, `04-05 13:51:45.123` (logcat), `20:20:47.3`.
enum WallClock {
  /// A stamp at the start of a text.
  ///
  /// - Returns: nanoseconds since 1970, or since midnight where there is no date, and the number of bytes it takes; nil where there is
  ///   none.
  static func parse(_ text: Bytes) -> (time: Int64, length: Int)? {
    var scanner = Scanner(text)
    var days: Int64 = 0
    if let year = scanner.digits(4), scanner.take(Ascii.minus) {
      guard let month = scanner.digits(2), scanner.take(Ascii.minus), let day = scanner.digits(2),
        (1...12).contains(month), (1...31).contains(day),
        scanner.take(Ascii.space) || scanner.take(UInt8(ascii: "T"))
      else { return nil }
      days = Self.days(year: year, month: month, day: day)
    } else {
      scanner = Scanner(text)
      if let month = scanner.digits(2), scanner.take(Ascii.minus), let day = scanner.digits(2),
        (1...12).contains(month), (1...31).contains(day), scanner.take(Ascii.space)
      {
        // Without a year: one that has every day.
        days = Self.days(year: 1972, month: month, day: day)
      } else {
        scanner = Scanner(text)
      }
    }
    guard let hour = scanner.digits(2), scanner.take(Ascii.colon), let minute = scanner.digits(2),
      scanner.take(Ascii.colon), let second = scanner.digits(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    guard var time = Nanoseconds.of(seconds, unit: 1_000_000_000) else { return nil }
    if scanner.take(Ascii.point) || scanner.take(Ascii.comma) { time += scanner.fraction() }
    if let sign = scanner.sign(), let zone = scanner.zone() { time -= sign * zone * 60_000_000_000 }
    _ = scanner.take(UInt8(ascii: "Z"))
    return (time, scanner.position)
  }

  /// The seconds since 1970, or since midnight, of a text that is a stamp and nothing else; nil for any other.
  static func seconds(_ text: Bytes) -> Double? {
    guard let (time, length) = parse(text), length == text.count else { return nil }
    return Double(time) / 1e9
  }

  /// The seconds since 1970, or since midnight, of a text that is a stamp and nothing else; nil for any other.
  static func seconds(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { seconds($0) }
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar (H. Hinnant, *chrono-compatible low-level date algorithms*).
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private struct Scanner {
    private let text: Bytes
    private(set) var position = 0

    init(_ text: Bytes) { self.text = text }

    private var digit: Int64? {
      guard position < text.count, (0x30...0x39).contains(text[position]) else { return nil }
      return Int64(text[position] - Ascii.zero)
    }

    mutating func take(_ byte: UInt8) -> Bool {
      guard position < text.count, text[position] == byte else { return false }
      position += 1
      return true
    }

    mutating func digits(_ count: Int) -> Int64? {
      var value: Int64 = 0
      for _ in 0..<count {
        guard let digit else { return nil }
        value = value * 10 + digit
        position += 1
      }
      return value
    }

    /// The digits behind the point, in nanoseconds.
    mutating func fraction() -> Int64 {
      var value: Int64 = 0
      var unit: Int64 = 100_000_000
      while let digit {
        value += digit * unit
        unit /= 10
        position += 1
      }
      return value
    }

    /// +1 or −1 where a time zone follows.
    mutating func sign() -> Int64? {
      let start = position
      if take(Ascii.plus) { return 1 }
      if take(Ascii.minus), digit != nil { return -1 }
      position = start
      return nil
    }

    /// `0800`, `08:00`, in minutes.
    mutating func zone() -> Int64? {
      guard let hours = digits(2) else { return nil }
      _ = take(Ascii.colon)
      return hours * 60 + (digits(2) ?? 0)
    }
  }
}

/// The times of formats that have them in their own form: whole nanoseconds, so far from the ends of the integers that the
/// difference of any two is one too.
enum Nanoseconds {
  private static let range = -(Int64.max / 2)...(Int64.max / 2)

  /// A number of units as nanoseconds; nil where that is no time.
  ///
  /// - Parameter unit: nanoseconds in one.
  static func of(_ count: Double, unit: Int64) -> Int64? {
    Int64(exactly: (count * Double(unit)).rounded()).flatMap(inRange)
  }

  static func of(_ count: Int64, unit: Int64) -> Int64? {
    let (time, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? nil : inRange(time)
  }

  private static func inRange(_ time: Int64) -> Int64? { range.contains(time) ? time : nil }
}
