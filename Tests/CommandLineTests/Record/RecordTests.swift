import Testing

@Suite("The program that records")
struct RecordTests {
  @Test("A request to terminate ends it, however early it comes after the address")
  func terminated() throws {
    let folder = try TemporaryFolder()
    let run = try Binary(
      shell: """
        for i in 1 2 3 4 5; do
          : > out
          "$0" record --force --output recording.ndjson > out 2> errors & process=$!
          while ! grep -q http out; do :; done
          kill -TERM $process
          (sleep 20; kill -KILL $process) > late 2>&1 & guard=$!
          wait $process
          echo $?
          kill $guard
        done
        cat errors
        """, in: folder.url)
    let lines = run.output.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0 == "1" } && lines.count == 6, "\(run.output)")
    #expect(lines.last == "scrollfit: no gesture was recorded")
  }
}
