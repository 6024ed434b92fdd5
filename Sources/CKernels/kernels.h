// All kernels for one instruction set: an includer defines WIDTH, NAME(x) and the instructions that may be
// used.

#include "lanes.h"
#include "normal.h"
#include "laws.h"
#include "step.h"
#include "report.h"
#include "group.h"
#include "start.h"
#include "double_double.h"
#include "moments.h"
#include "polynomial.h"
#include "fit.h"
#include "columns.h"
#include "noise.h"
#include "windows.h"
#include "grid.h"
#include "householder.h"
#include "decay.h"
#include "eased.h"
#include "curves.h"
#include "responses.h"
#include "triangle.h"
#include "narrow.h"
#include "linearize.h"
#include "integrals.h"
#include "grow.h"
#include "states.h"
#include "parting.h"
#include "parabolas.h"
#include "sort.h"
#include "narrowest.h"
#include "frames.h"
#include "blocks.h"
#include "rows.h"

void NAME(fit)(
  enum scrollfit_law law, const struct scrollfit_traces *traces, intptr_t first, intptr_t last,
  const struct scrollfit_fits *fits) {
  // A constant in each call: each law gets a loop of its own.
  switch (law) {
  case SCROLLFIT_DECELERATION: fit(SCROLLFIT_DECELERATION, traces, first, last, fits); break;
  case SCROLLFIT_BOUNCE: fit(SCROLLFIT_BOUNCE, traces, first, last, fits); break;
  case SCROLLFIT_BOUNCE_PHASE: fit(SCROLLFIT_BOUNCE_PHASE, traces, first, last, fits); break;
  case SCROLLFIT_RUBBER_BAND: fit(SCROLLFIT_RUBBER_BAND, traces, first, last, fits); break;
  case SCROLLFIT_RUBBER_BAND_FIXED: fit(SCROLLFIT_RUBBER_BAND_FIXED, traces, first, last, fits); break;
  case SCROLLFIT_LINE: fit(SCROLLFIT_LINE, traces, first, last, fits); break;
  case SCROLLFIT_QUADRATIC: fit(SCROLLFIT_QUADRATIC, traces, first, last, fits); break;
  case SCROLLFIT_CUBIC: fit(SCROLLFIT_CUBIC, traces, first, last, fits); break;
  }
}

void NAME(exponential)(const double *x, double *result, intptr_t count) {
  int64_t i = 0;
  for (; i + DEPTH * WIDTH <= count; i += DEPTH * WIDTH) {
    struct block block;
    EACH block.v[u] = load(x + i + u * WIDTH);
    block = exponentials(block);
    EACH store(result + i + u * WIDTH, block.v[u]);
  }
  for (; i < count; i += WIDTH) {
    lanes v = {};
    for (int64_t j = i; j < count && j < i + WIDTH; j++) v[j - i] = x[j];
    v = exponential(v);
    for (int64_t j = i; j < count && j < i + WIDTH; j++) result[j] = v[j - i];
  }
}

void NAME(segment_costs)(const double *squares, const double *degrees, double *costs, intptr_t count) {
#pragma clang fp contract(off)
  for (int64_t i = 0; i < count; i += WIDTH) {
    lanes own = load(squares + i), freedom = load(degrees + i), scale = own / freedom;
    lanes cost = choose(scale <= 1, own, freedom * (logarithm(scale) + 1));
    store(costs + i, choose(freedom > 0, cost, all(0)));
  }
}
