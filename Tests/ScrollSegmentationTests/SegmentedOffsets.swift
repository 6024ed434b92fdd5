import Recordings
import Testing

@testable import ScrollSegmentation

/// The phases of offsets that are recorded at a constant rate, Hz.
func phases(_ offsets: [Double], rate: Double) throws -> [SegmentedPhase] {
  let trace = try Trace(
    source: "memory", format: "memory", times: offsets.indices.map { Double($0) / rate },
    offsets: [.y: offsets])
  return try #require(Segmenter().segmentation(of: trace, axis: .y)).phases
}
