import ScrollAnalysis
import ScrollFitting
import Testing

@testable import Reports

/// The records of a CSV text by RFC 4180.
private func records(_ text: String) -> [[String]] {
  var records: [[String]] = [], record: [String] = [], field = "", quoted = false, ended = false
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"":
      if ended { field.append("\"") }
      quoted.toggle()
      ended = !quoted
      continue
    case "," where !quoted:
      record.append(field)
      field = ""
    case "\n" where !quoted:
      records.append(record + [field])
      record = []
      field = ""
    default: field.unicodeScalars.append(scalar)
    }
    ended = false
  }
  return records
}

struct CSVTests {
  @Test("Joint and mean values are rows after those of the fits")
  func pooled() {
    let analysis = Analysis(
      recordings: [], fits: [],
      joint: [
        JointEstimate(
          estimate: Samples.damping, fStatistic: 1, equalities: 2, degreesOfFreedom: 135, pValue: 0.4)
      ],
      across: [
        AcrossRecordings(
          model: "bounce", axis: .y, mean: Samples.damping, recordings: 3, betweenDeviation: 0.01, pValue: 0.3
        )
      ])
    #expect(
      records(ReportFormat.csv.render(analysis)).dropFirst().map { Array($0) } == [
        [
          "", "", "", "", "", "", "", "joint", "damping", "1/s", "10.9038123", "0.00572", "10.89231",
          "10.91532", "false",
        ],
        [
          "", "", "y", "", "", "", "bounce", "mean", "damping", "1/s", "10.9038123", "0.00572", "10.89231",
          "10.91532", "false",
        ],
      ])
  }

  @Test("A fit as CSV") func fit() {
    let fit = Samples.fit(derived: [Samples.destination])
    #expect(
      ReportFormat.csv.render(Analysis(recordings: [], fits: [fit])) == """
        source,series,axis,phase,from,to,model,kind,name,unit,value,standardError,low,high,fixed
        bounce.csv,1,y,whole,0.0,0.8016,bounce,parameter,rest,pt,64.0,,,,true
        bounce.csv,1,y,whole,0.0,0.8016,bounce,parameter,damping,1/s,10.9038123,0.00572,10.89231,10.91532,false
        bounce.csv,1,y,whole,0.0,0.8016,bounce,derived,destination,pt,,,,3.0,false

        """)
  }

  @Test func hostileNamesReadBack() {
    let rows = records(ReportFormat.csv.render(Samples.hostile))
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0.count == 15 })
    #expect(rows[1][0] == Samples.hostileName.visible)
  }

  @Test(
    "A text that a spreadsheet would take for a formula begins with an apostrophe",
    arguments: [
      ("=cmd|calc!A1", "'=cmd|calc!A1"), ("@SUM(1)", "'@SUM(1)"), ("+a", "'+a"), ("-a", "'-a"),
      ("-1.5e-3", "-1.5e-3"),
      ("+2", "+2"), ("a=b", "a=b"), ("=a,b", "\"'=a,b\""), ("a\u{1b}[31m", "a\\u{1b}[31m"),
      ("\u{202e}x", "\\u{202e}x"),
    ])
  func formulas(_ field: String, _ written: String) { #expect(CSVField.quoted(field) == written) }

  @Test("A CSV without rows is its header") func empty() {
    #expect(records(ReportFormat.csv.render(Analysis(recordings: [], fits: []))).count == 1)
    #expect(records(ReportFormat.csv.render([Claim]())).count == 1)
  }

  @Test("A projection as CSV") func projection() {
    let table = ProjectionAnalysis(table: Samples.projection.table, regressions: [])
    #expect(
      records(ReportFormat.csv.render(table))[1] == [
        "0.998", "1000.0", "499.0", "499.49983316645523", "0.4998331664552551", "-0.0010006673",
      ])
    let rows = records(ReportFormat.csv.render(Samples.projection))
    #expect(
      rows[0] == ["decelerationRate", "count", "name", "unit", "value", "standardError", "low", "high"])
    #expect(rows[1] == ["0.998", "4", "slope", "s", "0.49965418", "4.14e-05", "0.49947605", "0.49983231"])
    #expect(rows.count == 4)
  }

  @Test("Claims as CSV") func claims() {
    let rows = records(ReportFormat.csv.render(Samples.claims))
    #expect(
      rows[0] == [
        "id", "article", "statement", "published", "value", "standardError", "low", "high", "unit", "verdict",
        "detail",
      ])
    #expect(
      rows[2] == [
        "bounce-joint-f-test", "damping", "one damping for all", "", "16.8", "", "", "", "", "", "new",
      ])
  }
}
