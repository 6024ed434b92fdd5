import Formula
import Foundation
import ScrollModels
import Testing

@testable import ScrollAnalysis

@Suite("The same gesture at several frame rates")
struct FrameRateSweepTests {
  private func formulas(_ texts: String...) throws -> FrameFormulas {
    try FrameFormulas(texts.map { try Formula($0) })
  }

  /// v h f/(1 − f) is the sum of a geometric series: at 30 frames/s the content goes twice as far as at 60.
  @Test("A factor for each frame moves the content by a geometric series")
  func factor() throws {
    let sweep = try formulas("v = 0.95*v", "x = x + v*h").sweep(rates: [120, 30, 60])
    #expect(sweep.rates == [30, 60, 120] && sweep.reference == 60)
    let gesture = try #require(sweep.gestures.last)
    #expect(gesture.name == "release at 4000 pt/s")
    for frameRate in gesture.frameRates {
      let end = 4000 / frameRate.rate * 0.95 / 0.05 * (1 - pow(0.95, 10 * frameRate.rate))
      #expect(abs(frameRate.end - end) < 1e-6, "\(frameRate.rate)")
    }
    let largest = try #require(sweep.worst?.largest)
    #expect(largest.slower == 30 && largest.faster == 120)
    #expect(abs(largest.difference + 4000 * 19.0 / 40) < 0.1)
    #expect(gesture.frameRates.map { $0.difference.sign } == [.plus, .plus, .minus])
  }

  /// e^(−k h) v h summed is v h/(e^(k h) − 1), which draws near v/k − v h/2: half a frame of travel.
  @Test("A decay by time differs by half a frame of travel")
  func decay() throws {
    let sweep = try formulas("v = v*exp(-3*h)", "x = x + v*h").sweep(rates: [60, 120])
    let largest = try #require(sweep.worst?.largest)
    func end(_ interval: Double) -> Double { 4000 * interval / expm1(3 * interval) }
    #expect(abs(largest.difference - (end(1.0 / 120) - end(1.0 / 60))) < 1e-6)
  }

  @Test("A closed form of time is the same at every frame rate")
  func closedForm() throws {
    let sweep = try formulas("x = v0/2*(1 - exp(-2*t))").sweep(rates: [30, 60, 120])
    #expect(try #require(sweep.worst?.largest).difference == 0)
  }

  @Test("An engine that multiplies by a factor for each frame moves as its formula does")
  func engine() throws {
    let engine = FrameRateSweep(engine: try ScrollEngine(named: "ScrollBooster"), rates: [30, 60])
    let own = try formulas("v = 0.95*v", "x = x + v*h").sweep(rates: [30, 60])
    let (one, other) = (try #require(engine.worst), try #require(own.worst))
    #expect(one.name == "fling at 4000 pt/s")
    // The engine ends below 0.01 pt a frame.
    #expect(abs(one.largest.difference - other.largest.difference) < 0.5)
  }

  @Test("Engines that move by time have no difference", arguments: ["UIScrollView", "Flutter iOS", "AppKit"])
  func exact(_ name: String) throws {
    let sweep = FrameRateSweep(engine: try ScrollEngine(named: name), rates: [30, 60, 144])
    #expect(sweep.gestures.count >= 7)
    #expect(sweep.gestures.allSatisfy { $0.largest.difference == 0 })
  }

  @Test("Formulas that move nothing are refused")
  func refused() throws {
    #expect(throws: FrameFormulaError.target("y")) { try formulas("y = t") }
    #expect(throws: FrameFormulaError.noOffset) { try formulas("v = 0.9*v") }
    #expect(throws: FrameFormulaError.undefined(frame: 1, rate: 30)) {
      try formulas("x = log(-t)").sweep(rates: [30, 60])
    }
  }
}
