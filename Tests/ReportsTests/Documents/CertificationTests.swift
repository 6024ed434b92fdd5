import Certification
import Foundation
import LeastSquares
import Testing

@testable import FitJSON
@testable import Reports

struct CertificationTests {
  /// A nonlinear dataset that prints 9 degrees of freedom and has 3, solved twice, and a linear one.
  static func certification() throws -> Certification {
    let curve = try ReferenceDataset(
      text: """
        Dataset Name:  Curve
        Procedure:     Nonlinear Least Squares Regression
        Higher Level of Difficulty
        Model:         Own
               y = b1*exp[-b2*x]  +  e

               Starting values       Certified Values
           Start 1   Start 2   Parameter   Standard Deviation
          b1 =  1  2  4.0  0.5
          b2 =  1  2  8.0  0.25

        Residual Sum of Squares:  16
        Degrees of Freedom:  9
        Data:  y  x
          1 2
          2 3
          3 4
          4 5
          5 6
        """, file: "a/curve.dat")
    let line = try ReferenceDataset(
      text: """
        Dataset Name:  Line
        Procedure:     Linear Least Squares Regression
        Model:         Own
               y = B1*x

           Certified Regression Statistics
           Parameter   Estimate   Standard Deviation
           B1  2  0

        Residual 2 0 0
        Data:  y  x
          1 2
          2 3
          3 4
        """, file: "line.dat")
    return Certification(fits: [
      CertifiedFit(
        curve, start: 0,
        Solved(
          parameters: [4, 8], standardErrors: [0.5, 0.25], residualSumOfSquares: 16, termination: .step,
          iterations: 7, evaluations: 30, gradient: 1e-16, conditionNumber: 12.5)),
      CertifiedFit(
        curve, start: 1,
        Solved(
          parameters: [4.0004, 8], standardErrors: [0.5, .nan], residualSumOfSquares: 16,
          termination: .noDescent, iterations: 9, evaluations: 200, gradient: 0.002,
          conditionNumber: .infinity,
          lowerMinimum: 15.5)),
      CertifiedFit(
        line, start: nil,
        Solved(
          parameters: [2], standardErrors: [0], residualSumOfSquares: 0, termination: .linear, iterations: 3,
          evaluations: 1)),
    ])
  }

  @Test("A certification as text") func text() throws {
    #expect(
      try ReportFormat.text.render(Self.certification()) == """
        nonlinear datasets: digits that agree
          dataset  start  parameters  std errors   RSS  iterations  evaluations  stop
          Curve        1        11.0        11.0  11.0           7           30  step is rounding
          Curve        2         4.0         0.0  11.0           9          200  no descent        below 10

          Curve           the file prints 9 degrees of freedom; 5 observations less 2 parameters leave 3,
                          which the standard deviations here use
          Curve, start 2  no minimum was proven; the largest cosine between residuals and a derivative is
                          0.002; the condition number is infinite
          Curve, start 2  another start leads to a lower sum of squares, 15.5

          1 of 2 agree in 10 digits or more of everything certified; the fewest digits are 0.0, and the
          worst parameter has 7.50 on average; 1 did not converge.

        linear datasets: digits that agree
          dataset  parameters  std errors   RSS  iterations  evaluations  stop
          Line           15.0        15.0  15.0           3            1  linear solve

          1 of 1 agree in 13 digits or more of everything certified; the fewest digits are 15.0, and the
          worst parameter has 15.00 on average.

        """)
  }

  @Test func jsonHasTheContractsKeysFirst() throws {
    let text = try ReportFormat.json.render(Self.certification())
    let order = [
      "\"schema\": \"scrollfit.certify/1\"", "\"datasets\"", "\"name\": \"Curve\"", "\"start\": 1",
      "\"parameters\"", "\"name\": \"b1\"", "\"value\": 4.0", "\"standardError\": 0.5", "\"certified\": 4.0",
      "\"certifiedStandardError\": 0.5", "\"lre\": 11.0", "\"lreStandardError\": 11.0", "\"name\": \"b2\"",
      "\"residualSumOfSquares\": 16.0", "\"lreResidualSumOfSquares\": 11.0", "\"converged\": true",
      "\"iterations\": 7", "\"kind\": \"nonlinear\"",
    ]
    var rest = text[...]
    for key in order { rest = rest[try #require(rest.range(of: key), "\(key)").upperBound...] }
  }

  @Test func jsonReadsBack() throws {
    let text = try ReportFormat.json.render(Self.certification())
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let datasets = try #require(root["datasets"] as? [[String: Any]])
    #expect(datasets.map { $0["start"] as? Int } == [1, 2, nil])
    #expect(datasets[2]["start"] is NSNull)
    #expect(datasets.map { $0["converged"] as? Bool } == [true, false, true])
    let second = try #require((datasets[1]["parameters"] as? [[String: Any]])?.last)
    #expect(second["standardError"] is NSNull && second["lreStandardError"] as? Double == 0)
    #expect(datasets[1]["conditionNumber"] is NSNull && datasets[0]["conditionNumber"] as? Double == 12.5)
    #expect(datasets[1]["lowerMinimum"] as? Double == 15.5)
    #expect(
      root["warnings"] as? [String] == [
        "Curve, start 2: b2 has no finite standardError: null",
        "Curve, start 2: the data leave a direction undetermined, conditionNumber is infinite: null",
      ])
    let summary = try #require(root["summary"] as? [[String: Any]])
    #expect(summary.map { $0["aboveBar"] as? Int } == [1, 1])
  }

  @Test("A certification as CSV") func csv() throws {
    #expect(
      try ReportFormat.csv.render(Self.certification())
        == """
        dataset,kind,start,name,value,standardError,certified,certifiedStandardError,lre,lreStandardError,\
        residualSumOfSquares,lreResidualSumOfSquares,converged,iterations,evaluations,termination
        Curve,nonlinear,1,b1,4.0,0.5,4.0,0.5,11.0,11.0,16.0,11.0,true,7,30,step
        Curve,nonlinear,1,b2,8.0,0.25,8.0,0.25,11.0,11.0,16.0,11.0,true,7,30,step
        Curve,nonlinear,2,b1,4.0004,0.5,4.0,0.5,LRE,11.0,16.0,11.0,false,9,200,noDescent
        Curve,nonlinear,2,b2,8.0,,8.0,0.25,11.0,0.0,16.0,11.0,false,9,200,noDescent
        Line,linear,,B1,2.0,0.0,2.0,0.0,15.0,15.0,0.0,15.0,true,3,1,linear

        """.replacing("LRE", with: "\(Self.certification().fits[1].parameters[0].digits)"))
  }

  @Test("A certification as Markdown") func markdown() throws {
    let text = try ReportFormat.markdown.render(Self.certification())
    #expect(text.hasPrefix("## nonlinear datasets: digits that agree\n\n| dataset | start | parameters |"))
    #expect(text.contains("| Curve | 2 | 4.0 | 0.0 | 11.0 | 9 | 200 | no descent | below 10 |\n"))
    #expect(text.contains("- **Curve**: the file prints 9 degrees of freedom; 5 observations less 2"))
  }

  @Test("A certification without sets has a sentence") func nothing() {
    #expect(ReportFormat.text.render(Certification(fits: [])) == "No dataset.\n")
  }

  @Test("Tables of the longest names and numbers stay within the terminal")
  func width() throws {
    let lines = try ReportFormat.text.render(Self.certification()).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
  }
}
