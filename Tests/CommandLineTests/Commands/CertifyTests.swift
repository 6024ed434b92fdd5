import Foundation
import Testing

/// `certify` on NIST's files and on files that are spoiled.
struct CertifyTests {
  static let nist = ContractTests.fixtures.appending(path: "nist").path

  private func datasets(_ output: String) throws -> [[String: Any]] {
    let root = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "scrollfit.certify/1")
    return try #require(root["datasets"] as? [[String: Any]])
  }

  @Test(arguments: [("", 14.0), (" --precision double", 13.0)])
  func linearSetsStandAboveTheBar(_ option: String, _ bar: Double) throws {
    let run = try Binary(shell: "\"$0\" certify '\(Self.nist)/linear' --format json\(option)")
    #expect(run.status == 0 && run.errors.isEmpty)
    let datasets = try datasets(run.output)
    #expect(
      datasets.map { $0["name"] as? String } == [
        "Filip", "Longley", "NoInt1", "NoInt2", "Norris", "Pontius", "Wampler1", "Wampler2", "Wampler3",
        "Wampler4", "Wampler5",
      ])
    for dataset in datasets {
      #expect(dataset["start"] is NSNull && dataset["converged"] as? Bool == true)
      #expect(try #require(dataset["lreResidualSumOfSquares"] as? Double) >= bar)
      for parameter in try #require(dataset["parameters"] as? [[String: Any]]) {
        #expect(try #require(parameter["lre"] as? Double) >= bar)
        #expect(try #require(parameter["lreStandardError"] as? Double) >= bar)
      }
    }
  }

  /// 54 nonlinear and 11 linear rows, none below its bar.
  @Test func everySetStandsAboveTheBar() throws {
    let run = try Binary(shell: "\"$0\" certify '\(Self.nist)' --format json")
    #expect(run.status == 0 && run.errors.isEmpty)
    let datasets = try datasets(run.output)
    #expect(datasets.prefix(54).map { $0["start"] as? Int } == (0..<54).map { $0 % 2 + 1 })
    #expect(datasets.dropFirst(54).count == 11 && datasets.dropFirst(54).allSatisfy { $0["start"] is NSNull })
    let names = datasets.prefix(54).compactMap { $0["name"] as? String }
    #expect(names.count == 54 && names == names.sorted() && Set(names).count == 27)
    for dataset in datasets {
      let bar = dataset["start"] is NSNull ? 13.0 : 10
      #expect(dataset["converged"] as? Bool == true)
      #expect(try #require(dataset["lreResidualSumOfSquares"] as? Double) >= bar)
      for parameter in try #require(dataset["parameters"] as? [[String: Any]]) {
        #expect(try #require(parameter["lre"] as? Double) >= bar)
        #expect(try #require(parameter["lreStandardError"] as? Double) >= bar)
      }
    }
  }

  @Test func aChangedDatumChangesTheResult() throws {
    let folder = try TemporaryFolder()
    let run = try Binary(
      shell: "sed 's/^ *338.8  /  338.9  /' '\(Self.nist)/linear/Norris.dat' > n.dat && "
        + "\"$0\" certify . --format csv", in: folder.url)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: ",") }
    let digits = try #require(rows.dropFirst().first.flatMap { Double($0[8]) } ?? nil)
    #expect(run.status == 0 && rows.count == 3 && digits < 4)
  }

  @Test func folderWithoutDatasets() throws {
    let folder = try TemporaryFolder()
    let run = try Binary(shell: "touch a.csv && \"$0\" certify .", in: folder.url)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "scrollfit: .: no .dat file in this folder or its subfolders\n")
    let missing = try Binary(shell: "\"$0\" certify nowhere", in: folder.url)
    #expect(missing.status == 1 && missing.errors == "scrollfit: nowhere: no such file or folder\n")
  }

  @Test func aSpoiltFileDoesNotStopTheOthers() throws {
    let folder = try TemporaryFolder()
    let run = try Binary(
      shell: "mkdir -p b/c && cp '\(Self.nist)/linear/Norris.dat' b/c/ && touch b/.x.dat && "
        + "sed 's/^ *338.8  /  338,8  /' b/c/Norris.dat > a.dat && \"$0\" certify . --format csv",
      in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors == "scrollfit: ./a.dat:62:3: '338,8' is not a number\n")
    #expect(run.output.split(separator: "\n").count == 3 && run.output.contains("\nNorris,linear,,B0,"))
  }

  @Test func onlySpoiltFiles() throws {
    let folder = try TemporaryFolder()
    let run = try Binary(shell: "echo nothing > a.DAT && \"$0\" certify . --output r", in: folder.url)
    #expect(run.status == 1 && run.output.isEmpty && folder.names == ["a.DAT"])
    #expect(run.errors == "scrollfit: ./a.DAT: no line 'Dataset Name:'\n")
  }

  @Test(
    "Wrong usage of certify ends with status 64 and one line",
    arguments: [
      "", ". --seed 3", ". --starts 0", ". --starts x", ". --precision single", ". --starts 2 --seed -1",
    ])
  func wrongUsage(_ arguments: String) throws {
    let run = try Binary(shell: "\"$0\" certify \(arguments)", in: ContractTests.fixtures)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("scrollfit: "))
  }
}
