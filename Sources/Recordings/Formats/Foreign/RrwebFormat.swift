/// Session recordings of rrweb: type 3 (incremental snapshot), source 3 (scroll) by the element's id, `timestamp` in ms; source 6 (touch move) is an
/// event for every position.
enum RrwebFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.rrweb)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    records.notices = [
      Notice(.format, "rrweb records a scroll position about every 100 ms: fast motions have few samples")
    ]
    for (line, object) in objects where object["type"]?.double == 3 {
      guard let time = Flattened.time(object["timestamp"], unit: 1_000_000), let data = object["data"] else {
        continue
      }
      switch data["source"]?.double {
      case 3:
        let values = ["x", "y"].compactMap { key in data[key]?.double.map { (name: key + "_px", value: $0) } }
        records.add(line: line, time: time, label: data["id"]?.json ?? "", values)
      case 6:
        for position in data["positions"]?.elements ?? [] {
          let offset = Flattened.time(position["timeOffset"], unit: 1_000_000) ?? 0
          records.add(
            event: "touchMove", line: line, time: time + offset,
            (position.members ?? []).filter { $0.key != "timeOffset" })
        }
      default: continue
      }
    }
    return records
  }
}
