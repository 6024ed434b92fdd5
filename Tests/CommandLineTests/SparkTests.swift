import Testing

/// The job of `scripts/spark`, without Spark: `scripts/test-spark` runs it on a cluster.
struct SparkTests {
  @Test(
    "A line has the row of a single machine, and one that ends or halts the program is named",
    .tags(.external), .timeLimit(.minutes(15)))
  func parts() throws {
    let script = ContractTests.fixtures.appending(path: "../scripts/test-spark").path
    let run = try Binary(shell: "'\(script)' --parts --binary \"$0\"")
    #expect(run.status == 0 && run.errors.hasSuffix("OK\n"), "\(run.errors)")
  }
}
