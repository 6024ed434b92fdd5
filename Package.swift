// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "scrollfit",
  products: [
    // Public API
    .executable(name: "scrollfit", targets: ["scrollfit-main"]),
    .executable(name: "scrollfit-benchmark", targets: ["scrollfit-benchmark"]),
    .library(
      name: "ScrollFit",
      targets: ["ScrollFit", "Formula", "LeastSquares", "Recordings", "ScrollFitting", "ScrollModels"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Pages: logic-less templates that escape by default.
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // From the machine up: each target sees only those named in its dependencies.
    .systemLibrary(
      name: "CLAPACK",
      pkgConfig: "lapack",
      providers: [.apt(["liblapack-dev"]), .brew(["lapack"])]),
    .target(name: "LinearAlgebra", dependencies: ["CLAPACK", "CKernels"]),
    .target(name: "Elementary", dependencies: ["CKernels"]),
    .target(name: "LeastSquares", dependencies: ["LinearAlgebra", "Elementary", "CKernels"]),
    .target(name: "Formula", dependencies: ["LeastSquares", "LinearAlgebra", "Elementary"]),
    .target(name: "ScrollModels", dependencies: ["LeastSquares", "Elementary", "CKernels"]),
    // Fused loops in C, one object for each instruction set.
    .target(name: "CKernels"),
    .target(name: "Kernels", dependencies: ["CKernels", "LeastSquares", "ScrollModels"]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "Recordings", dependencies: ["CZlib", "Elementary", "Numerals", "CKernels"]),
    // SHA-256 where CryptoKit is not: of a library small enough not to slow every start down.
    .systemLibrary(name: "CMessageDigest", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .target(
      name: "Hashing", dependencies: [.target(name: "CMessageDigest", condition: .when(platforms: [.linux]))]),
    // The store of results.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "Numerals"),
    // Copies of the process, its memory, and its pipes.
    .systemLibrary(name: "CProcess"),
    // FFmpeg is a program that it starts, no library.
    .target(name: "ScreenRecordings", dependencies: ["Recordings", "Numerals", "CKernels", "CProcess"]),
    // Files that are part of the program.
    .target(name: "EmbeddedTexts"),
    // A page for a phone's browser, and the sockets that serve it.
    .target(name: "RecordingServer", dependencies: ["EmbeddedTexts"], exclude: ["Page"]),
    .target(
      name: "ScrollSegmentation",
      dependencies: [
        "LinearAlgebra", "Elementary", "LeastSquares", "ScrollModels", "Recordings", "Numerals", "CKernels",
      ]),
    .target(
      name: "ScrollSimulation",
      dependencies: ["Elementary", "LeastSquares", "ScrollModels", "Recordings", "Numerals"]),
    .target(
      name: "ScrollFitting",
      dependencies: [
        "ScrollSegmentation", "LinearAlgebra", "Elementary", "LeastSquares", "Formula", "ScrollModels",
        "Kernels", "Recordings", "Numerals",
      ]),
    .target(
      name: "ScrollAnalysis",
      dependencies: [
        "ScrollFitting", "ScrollSegmentation", "LinearAlgebra", "Elementary", "LeastSquares", "Formula",
        "ScrollModels", "Recordings", "Numerals", "EmbeddedTexts",
      ]),
    // What library users import.
    .target(
      name: "ScrollFit",
      dependencies: [
        "ScrollAnalysis", "ScrollFitting", "ScrollSimulation", "ScrollSegmentation", "LeastSquares",
        "Formula",
        "ScrollModels", "Kernels", "Recordings",
      ]),
    .target(name: "Certification", dependencies: ["LinearAlgebra", "LeastSquares", "Formula", "Elementary"]),
    // Pictures without a word of scrolling.
    .target(
      name: "Drawing",
      dependencies: ["Recordings", "Numerals", "Elementary", "EmbeddedTexts"],
      exclude: ["Figures/Outlines"]),
    .target(
      name: "FitJSON",
      dependencies: [
        "ScrollAnalysis", "ScrollFitting", "ScrollSegmentation", "ScrollModels", "LeastSquares", "Recordings",
      ]),
    .target(
      name: "Reports",
      dependencies: [
        "Drawing", "FitJSON",
        "ScrollAnalysis", "ScrollFitting", "ScrollSegmentation", "ScrollModels", "Recordings",
        "Certification",
        "LeastSquares", "Formula", "Numerals", "Elementary", "Hashing", "EmbeddedTexts",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      exclude: ["Page/Templates", "Recorders/Sources"]),
    .target(name: "ResultStore", dependencies: ["CSQLite", "ScrollAnalysis", "ScrollFitting", "Recordings"]),
    .target(
      name: "scrollfit-cli",
      dependencies: [
        "ScrollAnalysis", "ScrollFitting", "ScrollSimulation", "ScrollSegmentation", "ScrollModels",
        "Certification", "Drawing", "FitJSON", "Reports", "ResultStore", "Formula", "Kernels", "LeastSquares",
        "Recordings",
        "ScreenRecordings", "RecordingServer", "Hashing", "CProcess",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // With Swift's runtime linked in a start takes half of the time, and retaining or releasing is no call into a library.
    // The tests are linked with the library beside them, so the program is a target of its own.
    .executableTarget(
      name: "scrollfit-main",
      dependencies: ["scrollfit-cli"],
      linkerSettings: [
        .unsafeFlags(
          [
            "-use-ld=lld", "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims",
            "-l_FoundationCollections",
            // A start looks through the names that the program offers to libraries: none asks for one.
            "-Xlinker", "--no-export-dynamic",
          ], .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "scrollfit-benchmark",
      dependencies: [
        "Kernels", "LeastSquares", "Recordings", "ScrollFitting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/scrollfit-benchmark"),

    // What a library user writes, compiled.
    .executableTarget(name: "examples", dependencies: ["ScrollFit"], path: "Examples"),

    // Unit test bundles, and what they share.
    .target(
      name: "TestSupport",
      dependencies: ["ScrollFitting", "LeastSquares", "ScrollModels", "Recordings"],
      path: "Tests/TestSupport"),
    .testTarget(name: "LinearAlgebraTests", dependencies: ["LinearAlgebra", "CKernels"]),
    .testTarget(name: "ElementaryTests", dependencies: ["Elementary"]),
    .testTarget(name: "HashingTests", dependencies: ["Hashing"]),
    .testTarget(name: "NumeralsTests", dependencies: ["Numerals"]),
    .testTarget(name: "LeastSquaresTests", dependencies: ["LeastSquares"]),
    .testTarget(name: "FormulaTests", dependencies: ["Formula", "ScrollModels", "TestSupport"]),
    .testTarget(name: "ScrollModelsTests", dependencies: ["ScrollModels", "CKernels"]),
    .testTarget(name: "KernelsTests", dependencies: ["Kernels", "ScrollFitting", "Elementary"]),
    .testTarget(
      name: "ScrollSegmentationTests",
      dependencies: ["ScrollSegmentation", "LeastSquares", "Recordings", "CKernels"]),
    .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "CKernels", "TestSupport"]),
    .testTarget(
      name: "ScreenRecordingsTests", dependencies: ["ScreenRecordings", "TestSupport", "CKernels"]),
    .testTarget(name: "RecordingServerTests", dependencies: ["RecordingServer", "TestSupport"]),
    .testTarget(
      name: "ScrollSimulationTests",
      dependencies: [
        "ScrollSimulation", "ScrollSegmentation", "ScrollModels", "LeastSquares", "Recordings", "TestSupport",
      ]),
    .testTarget(
      name: "ScrollFittingTests",
      dependencies: ["ScrollFitting", "ScrollAnalysis", "ScrollSimulation", "Kernels", "TestSupport"]),
    .testTarget(
      name: "ScrollAnalysisTests", dependencies: ["ScrollAnalysis", "ScrollSimulation", "TestSupport"]),
    .testTarget(name: "ScrollFitTests", dependencies: ["ScrollFit", "TestSupport"]),
    .testTarget(name: "CertificationTests", dependencies: ["Certification", "Formula"]),
    .testTarget(name: "DrawingTests", dependencies: ["Drawing", "TestSupport"]),
    .testTarget(name: "ReportsTests", dependencies: ["FitJSON", "Reports", "TestSupport"]),
    .testTarget(name: "ResultStoreTests", dependencies: ["ResultStore", "ScrollAnalysis", "CSQLite"]),
    .testTarget(name: "CommandLineTests", dependencies: ["scrollfit-cli", "LeastSquares", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  // #embed
  cLanguageStandard: .gnu2x
)

// The optimizer would take longer over these than they run: they put texts together or call others, and compute little in code of their own.
let unoptimized: Set = [
  "Reports", "CommandLineTests", "DrawingTests", "FormulaTests", "ReportsTests", "ScrollAnalysisTests",
  "ScrollModelsTests", "ScrollSegmentationTests", "ScrollSimulationTests",
]
for target in package.targets where unoptimized.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
