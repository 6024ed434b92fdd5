/// A key of an object that is a line, and what it has; keys and texts as they stand between their quotes.
struct LineMember {
  let key: Bytes
  let value: Value

  enum Value {
    case column(NumberColumn)
    case text(Bytes)
    case number(Bytes)
    case other
  }

  /// Returns true if the key is this name.
  func isNamed(_ name: StaticString) -> Bool {
    key.count == name.utf8CodeUnitCount && Bytes(start: name.utf8Start, count: key.count).elementsEqual(key)
  }
}

/// An array whose first element is a number, or a date or a time of day as a text, or that has none.
struct NumberColumn {
  /// The position at which its bracket opens.
  let start: UnsafePointer<UInt8>
  /// True if its elements are dates or times of day; its numbers are seconds since 1970 or since midnight.
  let isClock: Bool
  /// The indices of its numbers in the room; one that is no finite number is NaN there.
  var numbers: Range<Int>
  /// The first number, where it is written as an integer.
  var origin: Int64?
  /// The first element that is no finite number, or no date where the others are.
  var misfit: UnsafePointer<UInt8>?
}

extension LineCursor {
  /// Moves behind a key and its value; the numbers of an array go into the room.
  mutating func member(_ room: inout NumberRoom) throws(ReadingError) -> LineMember {
    LineMember(key: try key(), value: try memberValue(&room))
  }

  private mutating func memberValue(_ room: inout NumberRoom) throws(ReadingError) -> LineMember.Value {
    if p.pointee == Ascii.quote { return .text(try text()) }
    if p.pointee == Ascii.openBracket, let column = try column(&room) { return .column(column) }
    let start = p
    if number() != nil { return .number(Bytes(start, p)) }
    if case .decimal = try value() { return .number(Bytes(start, p)) }
    return .other
  }

  /// Moves behind an array that begins with a number or a date, or has no element; nil, and the cursor unmoved,
  /// for any other value.
  ///
  /// - Parameter origin: what whole numbers are subtracted from before they become doubles, so that 19 digits
  ///   of nanoseconds lose nothing; from others its double is.
  mutating func column(_ room: inout NumberRoom, since origin: Int64? = nil) throws(ReadingError)
    -> NumberColumn?
  {
    let start = p
    guard beginNumbers() else { return nil }
    var column = NumberColumn(
      start: start, isClock: p.pointee == Ascii.quote, numbers: room.count..<room.count)
    if p.pointee == Ascii.closeBracket {
      p += 1
      return column
    }
    column.origin = integer
    repeat {
      if origin == nil { plainNumbers(&room) }
      skipBlanks()
      if let value = column.isClock ? clock() : number(since: origin) {
        room.append(value)
      } else {
        if column.misfit == nil { column.misfit = p }
        // What only looks like no number: a word, a deeper value, too large, or the error.
        _ = try value()
        room.append(.nan)
      }
    } while try !isLast(Ascii.closeBracket, "',' or ']'")
    column.numbers = column.numbers.lowerBound..<room.count
    return column
  }

  /// Moves to the first element of an array where that is a number or a date, or to the end of one without
  /// elements; else false, and the cursor unmoved.
  mutating func beginNumbers() -> Bool {
    let start = p
    guard p.pointee == Ascii.openBracket else { return false }
    p += 1
    skipBlanks()
    let byte = p.pointee
    if byte == Ascii.closeBracket || byte == Ascii.minus || byte == Ascii.plus || byte == Ascii.point
      || byte &- Ascii.zero < 10
    {
      return true
    }
    var ahead = self
    if byte == Ascii.quote, ahead.clock() != nil { return true }
    p = start
    return false
  }

  /// Moves behind a text that is a date or a time of day; returns its seconds. Nil, and the cursor unmoved, for
  /// any other value.
  private mutating func clock() -> Double? {
    let start = p
    if p.pointee == Ascii.quote, JSONText.skipString(&p),
      let seconds = WallClock.seconds(Bytes(start + 1, p - 1))
    {
      return seconds
    }
    p = start
    return nil
  }
}
