import Numerals
import Recordings
import ScrollAnalysis

extension FrameRateSweep {
  /// The largest difference first, then each gesture at each rate.
  var document: Document {
    let others = rates.filter { $0 != reference }
    let columns: [(title: String, alignment: Document.Alignment, cell: (SweptGesture) -> String)] =
      [
        ("gesture", .left, \.name),
        ("travel, pt", .right, { Numerals.significant($0.travel, 4) }),
      ]
      + others.map { rate in
        ("at \(Numerals.significant(rate))", .right, { gesture in gesture.difference(at: rate) })
      }
    return Document(blocks: [
      .heading("\(subject), \(rates.map { Numerals.significant($0) }.listed) frames/s", level: 1),
      .facts([
        Document.Fact("frame rate", sentence),
        Document.Fact(
          "compared",
          "each rate with \(Numerals.significant(reference)) frames/s: largest difference at the same time, pt"
        ),
      ]),
      .table(Document.Table(gestures, columns)),
    ])
  }

  /// The verdict in words.
  private var sentence: String {
    guard let worst, worst.largest.difference.magnitude >= Self.resolution else {
      return "without effect: no gesture differs by \(quantity(Self.resolution, "pt"))"
    }
    let pair = worst.largest
    let rates = "\(Numerals.significant(pair.slower)) and \(Numerals.significant(pair.faster)) frames/s"
    let share =
      worst.travel > 0
      ? ", \(Numerals.significant(100 * pair.difference.magnitude / worst.travel, 2)) % of its travel" : ""
    return "differs by up to \(quantity(pair.difference.magnitude, "pt", digits: 3)) between \(rates)"
      + " (\(worst.name), after \(quantity(pair.at, "s", digits: 3))\(share))"
  }

  /// Smaller differences are those of rounding, pt.
  fileprivate static var resolution: Double { 0.001 }
}

extension SweptGesture {
  fileprivate func difference(at rate: Double) -> String {
    guard let found = frameRates.first(where: { $0.rate == rate })?.difference else { return "" }
    return found.magnitude < FrameRateSweep.resolution ? "0" : Numerals.signed(Numerals.significant(found, 3))
  }
}

extension FrameRateSweep {
  /// `scrollfit.frame-rates/1`.
  var json: JSONValue {
    [
      "schema": .string("scrollfit.frame-rates/1"), "subject": .string(subject), "rates": .numbers(rates),
      "reference": .number(reference),
      "largest": worst.map { worst in
        .object([JSONMember("gesture", .string(worst.name))] + worst.largest.members)
      } ?? .null,
      "gestures": .array(gestures.map(\.json)),
    ]
  }

  /// A row a gesture and rate.
  var csv: String {
    CSVTable<(gesture: SweptGesture, frameRate: SweptGesture.FrameRate)>(columns: [
      .text("gesture") { $0.gesture.name }, .number("rate") { $0.frameRate.rate },
      .number("end") { $0.frameRate.end }, .number("difference") { $0.frameRate.difference },
      .number("at") { $0.frameRate.at },
    ]).write(gestures.flatMap { gesture in gesture.frameRates.map { (gesture, $0) } })
  }
}

extension SweptGesture {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "travel": .number(travel), "largest": .object(largest.members),
      "rates": .array(
        frameRates.map {
          [
            "rate": .number($0.rate), "end": .number($0.end), "difference": .number($0.difference),
            "at": .number($0.at),
          ]
        }),
    ]
  }
}

extension SweptGesture.Pair {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("rates", .numbers([slower, faster])),
      JSONMember("difference", .number(difference)), JSONMember("at", .number(at)),
    ]
  }
}
