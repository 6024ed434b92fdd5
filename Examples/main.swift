import Foundation
import ScrollFit

// Fits a bounce that is given as numbers.
let times = (0..<60).map { Double($0) / 60 }
let offsets = times.map { 88 + (40 + 640 * $0) * exp(-10.9 * $0) }
let fit = try MotionModel.bounce.fit(times: times, offsets: offsets, fixing: [.rest: 88])
if let damping = fit[.damping] { print(damping.value, damping.standardError ?? .nan, fit.verdict) }

// Splits recordings into phases and fits each: examples FILE …
for path in CommandLine.arguments.dropFirst() {
  do {
    for recording in try Recording.read(contentsOf: URL(filePath: path)) {
      for phase in recording.phases() {
        print(phase.kind, phase.fit()?[.decelerationRate]?.value ?? .nan)
      }
    }
  } catch {
    print("\(path): \(error)")
  }
}
