import Recordings
import Testing

/// Files read for a formula: its names that are columns are kept, whatever they mean.
struct FormulaColumnTests {
  @Test func aTableWithoutOffsetsIsARecording() throws {
    let table = try readOne("dose,answer\n1,2.5\n2,4\n2,4.5\n") {
      $0.formulaNames = ["answer", "dose", "b1"]
    }
    #expect(table.others == ["dose": [1, 2, 2], "answer": [2.5, 4, 4.5]])
    #expect(table.offsets.isEmpty && table.timeBasis == .rowNumber && table.times == [0, 1, 2])
    // Without a formula nothing in it moves.
    #expect(throws: ReadingError.self) { try read("dose,answer\n1,2.5\n2,4\n") }
  }

  @Test func namesAreTakenAsWritten() throws {
    let text = "t,contentOffset.y,label\n0,10,a\n0.5,20,b\n"
    let trace = try readOne(text) { $0.formulaNames = ["contentOffset.y", "y", "label"] }
    #expect(trace.others == ["contentOffset.y": [10, 20]] && trace.offsets[.y] == [10, 20])
  }

  /// A model over the stamps themselves sees them as they are; times stay seconds since the first.
  @Test func integerStampsKeepTheirValue() throws {
    let text = "timestamp_ms,y\n1700000000000,1\n1700000000016,2\n"
    let trace = try readOne(text) { $0.formulaNames = ["timestamp_ms", "y"] }
    #expect(trace.others["timestamp_ms"] == [1_700_000_000_000, 1_700_000_000_016])
    #expect(abs(trace.times[1] - 0.016) < 1e-12)
  }

  @Test("A row that repeats time and every column counts once; another value at the same time is an error")
  func repeatedRows() throws {
    let repeated = try readOne("t,force\n0,1\n0.5,2\n0.5,2\n1,3\n") { $0.formulaNames = ["force", "t"] }
    #expect(repeated.times == [0, 0.5, 1] && repeated.others["force"] == [1, 2, 3])
    #expect(repeated.cleaning.map(\.count) == [1])
    #expect(throws: ReadingError.self) {
      try read("t,force\n0,1\n0.5,2\n0.5,7\n") { $0.formulaNames = ["force"] }
    }
  }
}
