import Foundation
import Reports
import ScrollFitting
import TestSupport
import Testing

/// Every model exported, compiled or run by the language's own tools, and asked for values of its own choice.
struct ExportRunTests {
  /// Places that are in no table: among the samples, before them, and beyond every stop.
  private static let positions = [0.0, 0.0171, 0.3331, 0.7007, 1.2345, 1.9, 3.77, 11.1]

  private static func names(_ text: String, _ keyword: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(keyword) }.map { line in
      String(line.dropFirst(keyword.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  /// - Parameter output: a line a motion: its largest error, then value and slope at each place.
  private func check(_ output: String, _ motions: [FittedMotion]) throws {
    let lines = output.split(separator: "\n")
    try #require(lines.count == motions.count, "\(output)")
    for (line, motion) in zip(lines, motions) {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 1 + 2 * Self.positions.count, "\(line)")
      #expect(numbers[0] < 1e-12, "\(motion.fit.model) differs from its table by \(numbers[0])")
      let values = Self.positions.map(motion.curve.value(at:))
      let slopes = Self.positions.map(motion.curve.slope(at:))
      let largestValue = values.map(abs).max() ?? 1
      let largestSlope = slopes.map(abs).max() ?? 1
      for (index, position) in Self.positions.enumerated() {
        let value = numbers[1 + 2 * index], slope = numbers[2 + 2 * index]
        #expect(abs(value - values[index]) <= 1e-12 * largestValue, "\(motion.fit.model) at \(position)")
        #expect(
          abs(slope - slopes[index]) <= 1e-12 * max(largestSlope, 1e-12),
          "\(motion.fit.model)' at \(position)")
      }
    }
  }

  @Test(
    .tags(.external),
    .enabled(if: Tool.exists("swiftc"), "swiftc is not installed: exported Swift is not compiled"))
  func swiftCompilesAndIsTheFit() throws {
    let motions = ExportSamples.analysis.motions
    let source = try #require(ExportLanguage.swift.render(ExportSamples.analysis))
    let folder = try Folder()
    try folder.write(source, "Motions.swift")
    let positions = Self.positions.map(\.description).joined(separator: ", ")
    let lines = zip(Self.names(source, "enum "), motions).map { name, motion in
      let slope = motion.isOverTime ? "velocity" : "derivative"
      return "show(\(name).largestError(), \(name).value(at:), \(name).\(slope)(at:))"
    }
    try folder.write(
      """
      func show(_ error: Double, _ value: (Double) -> Double, _ slope: (Double) -> Double) {
        let places: [Double] = [\(positions)]
        print(([error] + places.flatMap { [value($0), slope($0)] }).map(\\.description).joined(separator: " "))
      }
      \(lines.joined(separator: "\n"))
      """, "main.swift")
    // Warnings would be the user's: there are none.
    let built = try Tool.run(
      "swiftc",
      ["-swift-version", "6", "-warnings-as-errors", "-o", "motions", "Motions.swift", "main.swift"],
      in: folder)
    try #require(built.status == 0, "\(built.output)")
    try check(Tool.run("./motions", [], in: folder).output, motions)
  }

  /// The oldest Kotlin in use: what it takes, later ones take.
  @Test(
    .tags(.external),
    .enabled(if: Tool.exists("kotlinc"), "kotlinc is not installed: exported Kotlin is not compiled"))
  func kotlinCompilesAndIsTheFit() throws {
    let motions = ExportSamples.analysis.motions
    let source = try #require(ExportLanguage.kotlin.render(ExportSamples.analysis))
    let folder = try Folder()
    try folder.write(source, "Motions.kt")
    let lines = zip(Self.names(source, "object "), motions).map { name, motion in
      "show(\(name).largestError(), \(name)::value, \(name)::\(motion.isOverTime ? "velocity" : "derivative"))"
    }
    try folder.write(
      """
      fun show(error: Double, value: (Double) -> Double, slope: (Double) -> Double) {
        val places = listOf(\(Self.positions.map(\.description).joined(separator: ", ")))
        println((listOf(error) + places.flatMap { listOf(value(it), slope(it)) }).joinToString(" "))
      }
      fun main() {
        \(lines.joined(separator: "\n  "))
      }
      """, "Check.kt")
    let built = try Tool.run("kotlinc", ["Motions.kt", "Check.kt", "-d", "motions"], in: folder)
    try #require(built.status == 0, "\(built.output)")
    try check(Tool.run("kotlin", ["-cp", "motions", "CheckKt"], in: folder).output, motions)
  }

  @Test(
    .tags(.external),
    .enabled(if: Tool.exists("node"), "node is not installed: exported JavaScript is not run"))
  func javaScriptRunsAndIsTheFit() throws {
    let motions = ExportSamples.analysis.motions
    let source = try #require(ExportLanguage.javascript.render(ExportSamples.analysis))
    let folder = try Folder()
    try folder.write(source, "motions.mjs")
    try folder.write(
      """
      import * as motions from "./motions.mjs";
      const places = \(Self.positions);
      for (const name of \(Self.names(source, "export const "))) {
        const motion = motions[name];
        const slope = motion.velocity ?? motion.derivative;
        console.log([motion.largestError(), ...places.flatMap((at) => [motion.value(at), slope(at)])].join(" "));
      }
      """, "check.mjs")
    let run = try Tool.run("node", ["check.mjs"], in: folder)
    try #require(run.status == 0, "\(run.output)")
    try check(run.output, motions)
  }
}

/// A program beside the tests.
private enum Tool {
  static func exists(_ name: String) -> Bool {
    let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  static func run(_ name: String, _ arguments: [String], in folder: Folder) throws -> (
    status: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = folder.url
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}

/// A folder that is gone after the test.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "scrollfit-export-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, _ name: String) throws {
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
  }
}
