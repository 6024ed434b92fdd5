// Ceres' TinySolver on the benchmark's models: fixed sizes, analytic Jacobians, initial values from the samples,
// exponentials by libmvec's vectors.
//   tiny_solver MODEL FILE [ROUNDS]
// Prints the fits per second of each round as JSON; parameter tolerance 1e-10.
#include <ceres/tiny_solver.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "exponential.h"
#include "starts.h"
#include "traces.h"

using Column = Eigen::Map<Eigen::ArrayXd>;
using Samples = Eigen::Map<const Eigen::ArrayXd>;

template <int N>
struct Model {
  using Scalar = double;
  enum { NUM_RESIDUALS = Eigen::Dynamic, NUM_PARAMETERS = N };
  const Trace *trace = nullptr;
  mutable Eigen::ArrayXd e, u;
  int NumResiduals() const { return static_cast<int>(trace->t.size()); }
  Samples t() const { return Samples(trace->t.data(), NumResiduals()); }
  Samples y() const { return Samples(trace->y.data(), NumResiduals()); }
  // e = e^(-k u).
  template <typename Values>
  void decay(double k, const Values &values) const {
    e = -k * values;
    exponentials(e.data(), e.data(), e.size());
  }
  Column column(double *jacobian, int j) const {
    return Column(jacobian + j * NumResiduals(), NumResiduals());
  }
};

// x0 + v0 (1 - e^(-kt))/k.
struct Deceleration : Model<3> {
  void start(double *p) const { start_deceleration(*trace, p); }
  bool operator()(const double *p, double *r, double *j) const {
    decay(p[2], t());
    u = (1 - e) / p[2];
    column(r, 0) = p[0] + p[1] * u - y();
    if (j) {
      column(j, 0) = 1;
      column(j, 1) = u;
      column(j, 2) = p[1] * (t() * e - u) / p[2];
    }
    return true;
  }
};

// rest + (A + Bt) e^(-dt).
struct Bounce : Model<4> {
  void start(double *p) const { start_bounce(*trace, p); }
  bool operator()(const double *p, double *r, double *j) const {
    decay(p[3], t());
    u = (p[1] + p[2] * t()) * e;
    column(r, 0) = p[0] + u - y();
    if (j) {
      column(j, 0) = 1;
      column(j, 1) = e;
      column(j, 2) = t() * e;
      column(j, 3) = -t() * u;
    }
    return true;
  }
};

// C (t + phase) e^(-d (t + phase)).
struct BouncePhase : Model<3> {
  void start(double *p) const { start_bounce_phase(*trace, p); }
  bool operator()(const double *p, double *r, double *j) const {
    u = t() + p[2];
    decay(p[1], u);
    column(r, 0) = p[0] * u * e - y();
    if (j) {
      column(j, 0) = u * e;
      column(j, 1) = -p[0] * u * u * e;
      column(j, 2) = p[0] * (1 - p[1] * u) * e;
    }
    return true;
  }
};

// c x/(1 + c x/d).
struct Rubber : Model<2> {
  void start(double *p) const { start_rubber(*trace, p); }
  bool operator()(const double *p, double *r, double *j) const {
    e = 1 / (1 + (p[0] / p[1]) * t());
    u = t() * e;
    column(r, 0) = p[0] * u - y();
    if (j) {
      column(j, 0) = u * e;
      column(j, 1) = (p[0] / p[1]) * (p[0] / p[1]) * u * u;
    }
    return true;
  }
};

template <typename Function>
void run(const std::vector<Trace> &traces, int rounds, const char *parameters) {
  constexpr int n = Function::NUM_PARAMETERS;
  std::vector<double> results(traces.size() * n);
  Function function;
  ceres::TinySolver<Function> solver;
  solver.options.parameter_tolerance = 1e-10;
  solver.options.function_tolerance = 0;
  solver.options.gradient_tolerance = 0;
  std::printf("[");
  for (int round = 0; round < rounds; ++round) {
    auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < traces.size(); ++i) {
      function.trace = &traces[i];
      Eigen::Matrix<double, n, 1> p;
      function.start(p.data());
      solver.Solve(function, &p);
      std::copy(p.data(), p.data() + n, results.begin() + i * n);
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s%.0f", round ? "," : "", traces.size() / seconds.count());
  }
  std::printf("]\n");
  if (!parameters) return;
  std::FILE *file = std::fopen(parameters, "w");
  for (std::size_t i = 0; i < traces.size(); ++i)
    for (int k = 0; k < n; ++k) std::fprintf(file, "%.17g%c", results[i * n + k], k + 1 < n ? ' ' : '\n');
  std::fclose(file);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  std::string model = arguments[1];
  auto traces = read_traces(arguments[2]);
  int rounds = count > 3 ? std::atoi(arguments[3]) : 5;
  const char *parameters = count > 4 ? arguments[4] : nullptr;
  if (model == "decel") run<Deceleration>(traces, rounds, parameters);
  if (model == "bounce") run<Bounce>(traces, rounds, parameters);
  if (model == "bounce-phase") run<BouncePhase>(traces, rounds, parameters);
  if (model == "rubber") run<Rubber>(traces, rounds, parameters);
}
