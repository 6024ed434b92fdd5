/// The roles of the columns of a file.
struct ColumnRoles: Equatable {
  /// The column of times, or of frame numbers where the options give a frame interval.
  var time: Int?
  /// Seconds are raw · secondsPerUnit / unitsPerSecond, one of them 1: n / 60 is rounded once, n · (1/60)
  /// twice.
  var unitsPerSecond = 1.0
  var secondsPerUnit = 1.0
  /// True if nothing names the unit of the times.
  var isTimeUnitUnknown = false
  var basis = TimeBasis.recorded
  var offsets: [Axis: Int] = [:]
  /// Wheel deltas, where there is no offset: summed up they are one.
  var deltas: [Axis: Int] = [:]
  var deltaMode: Int?
  var fingers: [Axis: Int] = [:]
  var rests: [Axis: Int] = [:]
  var others: [Int] = []
  /// The column of words for a ``TouchState``.
  var states: Int?
  /// Columns that a row may lack: there the finger is where it was, and the state is not known.
  var optional: Set<Int> = []
  var series: Int?
  var isPixels = false
  var notices: [Notice] = []

  /// Every column of numbers that is needed, each once.
  ///
  /// Of integer stamps only the differences are kept, but where a column among ``others`` is asked for as it is.
  var selection: Selection {
    var numbers: [Int] = []
    let wanted =
      [time, deltaMode].compactMap { $0 }
      + Axis.allCases.flatMap { [offsets[$0], deltas[$0], fingers[$0], rests[$0]].compactMap { $0 } } + others
      + [states].compactMap { $0 }
    for index in wanted where !numbers.contains(index) { numbers.append(index) }
    return Selection(
      numbers: numbers, optional: optional, states: states, label: series, time: time,
      stamps: time.flatMap { others.contains($0) ? nil : $0 })
  }
}
