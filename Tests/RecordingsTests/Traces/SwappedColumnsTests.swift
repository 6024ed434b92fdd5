import Foundation
import Testing

@testable import Recordings

/// Tables whose columns of times and offsets are named for each other.
struct SwappedColumnsTests {
  /// 2 s at 60 Hz.
  private static let times = (0..<120).map { Double($0) / 60 }

  /// A table of the columns `time` and `offset` at 60 Hz.
  private func table(_ offset: (Double) -> Double, isSwapped: Bool, names: String = "time,offset") -> String {
    let rows = Self.times.map { isSwapped ? "\(offset($0)),\($0)" : "\($0),\(offset($0))" }
    return "\(names)\n\(rows.joined(separator: "\n"))\n"
  }

  private func there(_ time: Double) -> Double { 800 * (1 - exp(-2 * time)) }
  private func thereAndBack(_ time: Double) -> Double { 800 * exp(-8 * (time - 1) * (time - 1)) }

  private func error(_ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }) -> ReadingError? {
    do throws(ReadingError) { _ = try read(text, change) } catch { return error }
    return nil
  }

  private static let sentence =
    "columns 'time' and 'offset' look swapped: 'offset' rises by equal steps as a clock does, 'time' does not; "
    + "columns time=offset,y=time swaps them"

  @Test("The fix is a word of a shell, whatever the columns are called")
  func names() throws {
    let text = table(thereAndBack, isSwapped: true, names: "time,content offset's y (pt)")
    let found = try #require(error(text) { $0.columns = ["y": "content offset's y (pt)"] })
    #expect(
      found.sentence.text { "--\($0)" }.hasSuffix(
        "--columns 'time=content offset'\\''s y (pt),y=time' swaps them"))
  }

  @Test("Times that go back beside even offsets are an error that names the fix, with --repair too")
  func goingBack() throws {
    let swapped = table(thereAndBack, isSwapped: true)
    #expect(error(swapped).map { "\($0)" } == Self.sentence)
    #expect(error(swapped) { $0.repair = true }.map { "\($0)" } == Self.sentence)
    let fixed = try readOne(swapped) { $0.columns = ["time": "offset", "y": "time"] }
    #expect(
      fixed == (try readOne(table(thereAndBack, isSwapped: true)) { $0.columns = ["time": "2", "y": "1"] }))
    #expect(fixed.offsets == (try readOne(table(thereAndBack, isSwapped: false)).offsets))
    #expect(fixed.times == Self.times && fixed.warnings.isEmpty)
  }

  @Test("Uneven times whose step is no recorder's are an error, others a warning")
  func uneven() throws {
    #expect(error(table(there, isSwapped: true)).map { "\($0)" } == Self.sentence)
    let milliseconds = table(there, isSwapped: true, names: "time_ms,offset")
    let warnings = try readOne(milliseconds).warnings
    #expect(warnings.count == 1 && warnings[0].contains("columns time=offset,y=time_ms swaps them"))
    // A rest before the motion: two offsets at one time.
    let late = table({ there(max(0, $0 - 1)) }, isSwapped: true)
    #expect(error(late).map { "\($0)" } == Self.sentence)
  }

  @Test("Columns in their places are not taken for swapped")
  func inPlace() throws {
    let motions: [(Double) -> Double] = [there, thereAndBack, { 500 * $0 }]
    for offset in motions {
      #expect(try readOne(table(offset, isSwapped: false)).warnings.isEmpty)
    }
    // Notches of a wheel: even offsets at times of a hand.
    let notches = (0..<40).map { "\(Double($0 * $0) * 0.004 + Double($0) * 0.05),\($0 * 100)" }
    #expect(try readOne("time,offset\n\(notches.joined(separator: "\n"))\n").warnings.isEmpty)
    let disordered = table(there, isSwapped: false).replacing("\n0.5,", with: "\n0.45,")
    let goesBack = try #require(error(disordered))
    #expect("\(goesBack)".contains("repair sorts the samples"))
  }

  @Test("No recording of the package is taken for swapped")
  func shippedRecordings() throws {
    let reader = RecordingReader()
    var count = 0
    for folder in ["data", "traces", "formats"] {
      let files = try #require(FileManager.default.enumerator(atPath: "\(fixtures)/\(folder)"))
      for case let file as String in files {
        do throws(ReadingError) {
          for trace in try reader.traces(at: "\(fixtures)/\(folder)/\(file)") {
            count += 1
            #expect(!trace.warnings.contains { $0.contains("look swapped") }, "\(file)")
          }
        } catch {
          if case .swapped = error.problem { Issue.record("\(file)") }
        }
      }
    }
    #expect(count > 100)
  }
}
