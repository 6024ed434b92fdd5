// GSL's gsl_multifit_nlinear on the benchmark's models: Levenberg-Marquardt, Cholesky, analytic Jacobians, initial
// values from the samples.
//   gsl MODEL FILE [ROUNDS]
// Prints the fits per second of each round as JSON; parameter tolerance 1e-10.
#include <gsl/gsl_multifit_nlinear.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "starts.h"
#include "traces.h"

// For each model its value at t and, into `gradient`, its derivatives by the parameters.
using Curve = double (*)(const double *p, double t, double *gradient);

struct Problem {
  const Trace *trace;
  Curve curve;
};

double deceleration(const double *p, double t, double *gradient) {
  double e = std::exp(-p[2] * t), u = (1 - e) / p[2];
  gradient[0] = 1;
  gradient[1] = u;
  gradient[2] = p[1] * (t * e - u) / p[2];
  return p[0] + p[1] * u;
}

double bounce(const double *p, double t, double *gradient) {
  double e = std::exp(-p[3] * t), u = (p[1] + p[2] * t) * e;
  gradient[0] = 1;
  gradient[1] = e;
  gradient[2] = t * e;
  gradient[3] = -t * u;
  return p[0] + u;
}

double bounce_phase(const double *p, double t, double *gradient) {
  double s = t + p[2], e = std::exp(-p[1] * s);
  gradient[0] = s * e;
  gradient[1] = -p[0] * s * s * e;
  gradient[2] = p[0] * (1 - p[1] * s) * e;
  return p[0] * s * e;
}

double rubber(const double *p, double t, double *gradient) {
  double q = 1 / (1 + p[0] / p[1] * t), y = p[0] * t * q;
  gradient[0] = t * q * q;
  gradient[1] = y * y / (p[1] * p[1]);
  return y;
}

int residuals(const gsl_vector *p, void *data, gsl_vector *r) {
  auto *problem = static_cast<Problem *>(data);
  double gradient[4];
  for (std::size_t i = 0; i < r->size; ++i)
    gsl_vector_set(r, i, problem->curve(p->data, problem->trace->t[i], gradient) - problem->trace->y[i]);
  return GSL_SUCCESS;
}

int jacobian(const gsl_vector *p, void *data, gsl_matrix *j) {
  auto *problem = static_cast<Problem *>(data);
  for (std::size_t i = 0; i < j->size1; ++i)
    problem->curve(p->data, problem->trace->t[i], gsl_matrix_ptr(j, i, 0));
  return GSL_SUCCESS;
}

void start(const std::string &model, const Trace &trace, double *p) {
  if (model == "decel") start_deceleration(trace, p);
  if (model == "bounce") start_bounce(trace, p);
  if (model == "bounce-phase") start_bounce_phase(trace, p);
  if (model == "rubber") start_rubber(trace, p);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  std::string model = arguments[1];
  auto traces = read_traces(arguments[2]);
  int rounds = count > 3 ? std::atoi(arguments[3]) : 5;
  std::size_t n = model == "bounce" ? 4 : model == "rubber" ? 2 : 3;
  Curve curve = model == "decel"  ? deceleration
                : model == "bounce" ? bounce
                : model == "rubber" ? rubber
                                    : bounce_phase;
  gsl_set_error_handler_off();
  auto options = gsl_multifit_nlinear_default_parameters();
  options.solver = gsl_multifit_nlinear_solver_cholesky;
  std::printf("[");
  for (int round = 0; round < rounds; ++round) {
    auto begin = std::chrono::steady_clock::now();
    for (auto &trace : traces) {
      Problem problem{&trace, curve};
      gsl_multifit_nlinear_fdf fdf{};
      fdf.f = residuals;
      fdf.df = jacobian;
      fdf.n = trace.t.size();
      fdf.p = n;
      fdf.params = &problem;
      double p[4];
      start(model, trace, p);
      auto view = gsl_vector_view_array(p, n);
      auto *workspace = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, fdf.n, n);
      gsl_multifit_nlinear_init(&view.vector, &fdf, workspace);
      int info;
      gsl_multifit_nlinear_driver(50, 1e-10, 1e-15, 0, nullptr, nullptr, &info, workspace);
      gsl_multifit_nlinear_free(workspace);
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s%.0f", round ? "," : "", traces.size() / seconds.count());
  }
  std::printf("]\n");
}
