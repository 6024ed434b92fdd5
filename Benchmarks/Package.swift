// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The benchmarks measure what only the package's own modules see: they are compiled under its name, the folder's.
let packageName = URL(filePath: Context.packageDirectory).deletingLastPathComponent().lastPathComponent.lowercased()

// A package of its own, so that who uses scrollfit does not build a benchmark library.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "scrollfit", path: ".."),
    // Without the traits that count allocations: they replace the system's allocator.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Scrolling",
      dependencies: [
        .product(name: "ScrollFit", package: "scrollfit"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Scrolling",
      swiftSettings: [.unsafeFlags(["-package-name", packageName])],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
