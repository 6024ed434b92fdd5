// Fits traces of any shape by every law on every path of this processor, each array exactly as long as the kernels may
// read: scripts/test-kernels builds this with the address and undefined-behavior sanitizers.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

static uint64_t state = 1;

/// 0 ..< 1 (SplitMix64).
static double uniform(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void *allocated(size_t size) {
  void *memory = malloc(size ? size : 1);
  if (!memory) abort();
  return memory;
}

static const double extremes[] = {0, -0.0, 1e-308, 5e-324, 1e15, -1e15, 1e154, 1e300, NAN, INFINITY, -INFINITY};

static double observation(int shape, intptr_t i) {
  switch (shape) {
    case 0: return 100 * exp(-0.1 * (double)i) + uniform();
    case 1: return 7;
    case 2: return (double)(i * i);
    case 3: return uniform() * 1e6;
    case 4: return extremes[(size_t)(uniform() * 11)];
    default: return (double)i + 100 * exp(-0.3 * (double)i);
  }
}

static void round_of(enum scrollfit_path path, enum scrollfit_law law) {
  intptr_t count = (intptr_t)(uniform() * 40);
  intptr_t *starts = allocated((size_t)(count + 1) * sizeof(intptr_t));
  starts[0] = 0;
  for (intptr_t i = 0; i < count; i++) starts[i + 1] = starts[i] + (intptr_t)(uniform() * (i % 7 ? 30 : 300));
  size_t samples = (size_t)starts[count], traces = (size_t)count;
  double *x = allocated(samples * sizeof(double)), *y = allocated(samples * sizeof(double));
  double *dimensions = allocated(traces * sizeof(double));
  double *parameters = allocated(4 * traces * sizeof(double)), *errors = allocated(4 * traces * sizeof(double));
  double *sums = allocated(traces * sizeof(double)), *largest = allocated(traces * sizeof(double));
  uint8_t *passes = allocated(traces);
  for (intptr_t i = 0; i < count; i++) {
    int shape = (int)(uniform() * 6);
    double step = uniform() < 0.1 ? extremes[(size_t)(uniform() * 11)] : 1.0 / 60;
    dimensions[i] = uniform() < 0.1 ? extremes[(size_t)(uniform() * 11)] : 100 + 900 * uniform();
    for (intptr_t j = starts[i]; j < starts[i + 1]; j++) {
      x[j] = step * (double)(j - starts[i]);
      y[j] = observation(shape, j - starts[i]);
    }
  }
  struct scrollfit_traces input = {x, y, starts, count, law == SCROLLFIT_RUBBER_BAND_FIXED ? dimensions : NULL};
  struct scrollfit_fits fits = {parameters, errors, sums, largest, passes};
  intptr_t middle = (intptr_t)(uniform() * (double)(count + 1));
  scrollfit_fit(law, path, &input, 0, middle, &fits);
  scrollfit_fit(law, path, &input, middle, count, &fits);
  for (size_t i = 0; i < samples; i++) x[i] = 1400 * uniform() - 700;
  scrollfit_exponential(path, x, y, (intptr_t)samples);
  free(starts), free(x), free(y), free(dimensions), free(parameters), free(errors), free(sums), free(largest);
  free(passes);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 200;
  for (int path = SCROLLFIT_PORTABLE; path <= (int)scrollfit_fastest_path(); path++) {
    for (int law = SCROLLFIT_DECELERATION; law <= SCROLLFIT_CUBIC; law++) {
      for (int round = 0; round < rounds; round++) round_of((enum scrollfit_path)path, (enum scrollfit_law)law);
    }
    printf("path %d: %d rounds of 8 laws\n", path, rounds);
  }
  return 0;
}
