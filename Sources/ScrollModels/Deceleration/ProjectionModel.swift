import LeastSquares

/// The distance that a fling travels: distance = s (|v| − v_stop), over the release speed.
///
/// The motion decays with constant 1/s and ends when its speed has fallen to v_stop; without a stop velocity the line
/// goes through the origin. It is a straight line b + s |v| with b = −s v_stop, so nothing in it is nonlinear.
///
/// | symbol   | meaning                                              | unit |
/// |----------|------------------------------------------------------|------|
/// | |v|      | release speed                                        | pt/s |
/// | s        | travel for each unit of speed: `slope`               | s    |
/// | v_stop   | speed at which the motion ends: `stopVelocity`       | pt/s |
package struct ProjectionModel: ScrollModel {
  package init() {}

  package var model: MotionModel { .projection }
  package var linear: [Parameter] { [Parameter("slope", unit: "s"), Parameter("intercept", unit: "pt")] }
  package var nonlinear: [Parameter] { [] }
  package var parameters: [Parameter] {
    [Parameter("slope", unit: "s"), Parameter("stopVelocity", unit: "pt/s")]
  }
  package var transformed: [Int] { [1] }
  package func reported(_ model: [Double]) -> [Double] { [model[0], -model[1] / model[0]] }
  package func modelParameters(_ reported: [Double]) -> [Double] {
    [reported[0], -reported[0] * reported[1]]
  }
  package func modelJacobian(_ reported: [Double]) -> [Double] { [1, -reported[1], 0, -reported[0]] }
  /// e^(−1/(1000 s)), 1/ms: the deceleration rate whose decay constant is 1/s.
  package var derived: [DerivedQuantity] {
    [
      DerivedQuantity("decelerationRate", unit: "1/ms") {
        $0[0] > 0 ? DecelerationRate.rate(decayConstant: 1 / $0[0]) : .nan
      }
    ]
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    for i in 0..<x.count {
      basis[i] = x[i]
      basis[x.count + i] = 1
    }
  }
}
