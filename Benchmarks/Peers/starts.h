// Initial values from the samples alone, as a user of the peers would take them who knows the model: each shape
// parameter in closed form from two or three sums, the others as they follow from the first samples.
#pragma once
#include <cmath>
#include <cstddef>

#include "traces.h"

inline double first_velocity(const Trace &trace) {
  return (trace.y[3] - trace.y[0]) / (trace.t[3] - trace.t[0]);
}

// x0 + v0 (1 - e^(-kt))/k: what is travelled in the second half of the time is e^(-kT/2) of the first half's travel.
inline void start_deceleration(const Trace &trace, double *p) {
  std::size_t last = trace.t.size() - 1, middle = last / 2;
  double half = trace.t[middle] - trace.t[0];
  double early = trace.y[middle] - trace.y[0];
  double late = (trace.y[last] - trace.y[middle]) * half / (trace.t[last] - trace.t[middle]);
  double ratio = early / late;
  double k = ratio > 1 && std::isfinite(ratio) ? std::log(ratio) / half : 2;
  p[0] = trace.y[0];
  p[1] = early * k / (1 - std::exp(-k * half));
  p[2] = k;
}

// d of (A + Bt) e^(-dt) from A, its velocity v and its integral I = 2A/d + v/d^2.
inline double damping(const Trace &trace, double rest) {
  double area = 0, displacement = trace.y[0] - rest, velocity = first_velocity(trace);
  for (std::size_t i = 1; i < trace.t.size(); ++i)
    area += (trace.t[i] - trace.t[i - 1]) * (trace.y[i] + trace.y[i - 1] - 2 * rest) / 2;
  double d = (displacement + std::copysign(std::sqrt(displacement * displacement + area * velocity), area)) / area;
  return d > 1 && d < 100 ? d : 10;
}

// rest + (A + Bt) e^(-dt).
inline void start_bounce(const Trace &trace, double *p) {
  p[0] = trace.y.back();
  p[1] = trace.y[0] - p[0];
  p[3] = damping(trace, p[0]);
  p[2] = first_velocity(trace) + p[3] * p[1];
}

// C (t + phase) e^(-d (t + phase)).
inline void start_bounce_phase(const Trace &trace, double *p) {
  double second = first_velocity(trace) + (p[1] = damping(trace, 0)) * trace.y[0];
  p[2] = trace.y[0] / second;
  p[0] = second * std::exp(p[1] * p[2]);
}

// c x/(1 + c x/d): x/y = 1/c + x/d is a line, here through the middle and the last sample.
inline void start_rubber(const Trace &trace, double *p) {
  std::size_t last = trace.t.size() - 1, middle = last / 2;
  double x = trace.t[middle], X = trace.t[last];
  double d = (X - x) / (X / trace.y[last] - x / trace.y[middle]);
  double c = 1 / (x / trace.y[middle] - x / d);
  bool sound = c > 0 && d > 0 && std::isfinite(c) && std::isfinite(d);
  p[0] = sound ? c : 0.55;
  p[1] = sound ? d : 600;
}
