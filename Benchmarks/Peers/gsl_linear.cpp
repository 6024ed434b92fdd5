// GSL's gsl_multifit_linear on parabolas, with covariance, by singular values of the balanced matrix.
//   gsl_linear FILE [ROUNDS]
// Prints the fits per second of each round as JSON.
#include <gsl/gsl_multifit.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "traces.h"

int main(int count, char **arguments) {
  if (count < 2) return 64;
  auto traces = read_traces(arguments[1]);
  int rounds = count > 2 ? std::atoi(arguments[2]) : 5;
  const std::size_t terms = 3;
  auto *c = gsl_vector_alloc(terms);
  auto *covariance = gsl_matrix_alloc(terms, terms);
  std::printf("[");
  for (int round = 0; round < rounds; ++round) {
    auto begin = std::chrono::steady_clock::now();
    for (auto &trace : traces) {
      std::size_t n = trace.t.size();
      auto *powers = gsl_matrix_alloc(n, terms);
      auto *workspace = gsl_multifit_linear_alloc(n, terms);
      for (std::size_t i = 0; i < n; ++i) {
        double t = trace.t[i];
        gsl_matrix_set(powers, i, 0, 1);
        gsl_matrix_set(powers, i, 1, t);
        gsl_matrix_set(powers, i, 2, t * t);
      }
      auto y = gsl_vector_view_array(trace.y.data(), n);
      double squares;
      gsl_multifit_linear(powers, &y.vector, c, covariance, &squares, workspace);
      gsl_multifit_linear_free(workspace);
      gsl_matrix_free(powers);
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s%.0f", round ? "," : "", traces.size() / seconds.count());
  }
  std::printf("]\n");
}
