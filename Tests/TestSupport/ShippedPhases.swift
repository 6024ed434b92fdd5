import Foundation
import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// A model on a range of a shipped recording.
package struct ShippedPhase: Sendable, CustomStringConvertible {
  package let name: String
  package let trace: Trace
  package let axis: Axis
  package let scrollModel: String
  package var from: Double?
  package var to: Double?
  /// By parameter name; the edge's offset as `rest`.
  package var fixed: [String: Double] = [:]

  package init(
    name: String, trace: Trace, axis: Axis, scrollModel: String, from: Double? = nil, to: Double? = nil,
    fixed: [String: Double] = [:]
  ) {
    self.name = name
    self.trace = trace
    self.axis = axis
    self.scrollModel = scrollModel
    self.from = from
    self.to = to
    self.fixed = fixed
  }

  package var description: String {
    "\(name) \(axis.rawValue): \(scrollModel) \(fixed.keys.sorted().joined(separator: ","))"
  }

  package var options: FitOptions {
    var options = FitOptions()
    options.noise = .none
    (options.model, options.fixed, options.from, options.to) = (ModelSelection(scrollModel), fixed, from, to)
    return options
  }

  /// The model and its samples.
  package func prepared() throws -> (scrollModel: any ScrollModel, phase: PhaseSamples) {
    let phase = try PhaseSamples(trace, axis: axis, model: MotionModel(scrollModel), options: options)
    guard let named = MotionModel(scrollModel)?.scrollModel(abscissaUnit: phase.abscissaUnit) else {
      throw FitError.unknownModel(scrollModel, known: [])
    }
    return (named, phase)
  }

  /// Every model on every shipped range it may be asked of.
  package static func all() throws -> [ShippedPhase] {
    try iosBounces() + engines() + rubberBands() + touches() + wheels()
  }

  private static func iosBounces() throws -> [ShippedPhase] {
    var phases: [ShippedPhase] = []
    for interval in [0.0167, 1.0 / 60] {
      for trace in try bounces(interval: interval) {
        let name = "ios bounce \(trace.series ?? "") at \(interval)"
        for scrollModel in ["bounce", "spring"] {
          phases.append(
            ShippedPhase(
              name: name, trace: trace, axis: .y, scrollModel: scrollModel,
              fixed: ["rest": trace.rests[.y] ?? Double.nan]))
          phases.append(ShippedPhase(name: name, trace: trace, axis: .y, scrollModel: scrollModel))
        }
      }
    }
    return phases
  }

  /// The labeled ranges of the recorded engines.
  private static func engines() throws -> [ShippedPhase] {
    try EngineRange.all().flatMap { range in
      let scrollModels =
        range.kind == "bounce"
        ? ["bounce", "spring"] : ["deceleration", "deceleration-stop", "polynomial:2"]
      return scrollModels.map { scrollModel in
        ShippedPhase(
          name: range.file, trace: range.trace, axis: range.axis, scrollModel: scrollModel, from: range.from,
          to: range.to,
          fixed: range.edge.map { ["rest": $0] } ?? [:])
      }
    }
  }

  private static func rubberBands() throws -> [ShippedPhase] {
    var phases: [ShippedPhase] = []
    for (file, dimension) in [
      ("data/ios265_sim_rubberband_drag.csv", 681.6667), ("data/rubberband_habr_article.csv", 812),
    ] {
      for trace in try recordings(file) {
        phases += [
          ShippedPhase(name: file, trace: trace, axis: .y, scrollModel: "rubber-band"),
          ShippedPhase(
            name: file, trace: trace, axis: .y, scrollModel: "rubber-band", fixed: ["dimension": dimension]),
          ShippedPhase(name: file, trace: trace, axis: .y, scrollModel: "polynomial:2"),
        ]
      }
    }
    return phases
  }

  /// Each gesture of the touch recording, from its press to its release, on the axes that move.
  private static func touches() throws -> [ShippedPhase] {
    let file = "data/flutter_velocity_tracker_touch.csv"
    var phases: [ShippedPhase] = []
    let text = try String(contentsOfFile: fixtures + "/" + file, encoding: .utf8)
    for trace in try recordings(file) {
      let rows = text.split(separator: "\n").map { $0.split(separator: ",") }.filter {
        $0[0] == (trace.series ?? "")
      }
      let start = Double(rows[0][1]) ?? .nan
      func times(_ kind: String) -> [Double] {
        rows.filter { $0[2] == kind }.map { ((Double($0[1]) ?? .nan) - start) / 1000 }
      }
      for (down, up) in zip(times("down"), times("up")) {
        for axis in Axis.allCases {
          let moved = zip(trace.times, trace.offsets[axis] ?? []).filter { $0.0 >= down && $0.0 <= up }.map(
            \.1)
          guard moved.count > 3, moved.contains(where: { $0 != moved[0] }) else { continue }
          phases.append(
            ShippedPhase(
              name: "\(trace.series ?? "") from \(down)", trace: trace, axis: axis,
              scrollModel: "polynomial:2",
              from: down,
              to: up))
        }
      }
    }
    return phases
  }

  private static func wheels() throws -> [ShippedPhase] {
    let pixels = [
      "double-swipe-right", "negative-zero-event/win-chrome-right-ptp",
      "simple-mouse-continuous-horizontal/mac-chrome",
      "simple-mouse-continuous-horizontal/win-Chrome", "square-move-trackpad", "swipe-down-trackpad",
      "swipe-left-mouse-FF", "swipe-right-fast", "swipe-up-fast-trackpad",
    ]
    return try recordings("data/wheel_gestures_momentum.csv") { $0.selected = pixels }.flatMap { trace in
      Axis.allCases.compactMap { axis in
        guard let offsets = trace.offsets[axis], offsets.contains(where: { $0 != offsets[0] }) else {
          return nil
        }
        return ShippedPhase(name: trace.series ?? "", trace: trace, axis: axis, scrollModel: "deceleration")
      }
    }
  }
}
