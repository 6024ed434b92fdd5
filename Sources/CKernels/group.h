// WIDTH traces that are fitted together.

// The most that alpha times a trace's span may be: squares of exponentials stay far from overflow.
static const double most_decay = 300;

struct group {
  int64_t trace[WIDTH];
  const double *x[WIDTH];
  const double *y[WIDTH];
  int64_t size[WIDTH];
  // Lanes from here on repeat the last trace.
  int filled;
  // Samples of all of them.
  int64_t length;
  lanes count;
  // What exponential laws count x from.
  lanes middle;
  // The largest change of x, for a rubber band its largest size.
  lanes span;
  // The known dimension, where there is one.
  lanes given;
};

INLINE void complete(
  enum scrollfit_law law, const struct scrollfit_traces *traces, struct group *group) {
  for (int lane = group->filled; lane < WIDTH; lane++) {
    group->trace[lane] = group->trace[lane - 1];
    group->x[lane] = group->x[lane - 1];
    group->y[lane] = group->y[lane - 1];
    group->size[lane] = group->size[lane - 1];
  }
  group->length = 0;
  for (int lane = 0; lane < WIDTH; lane++) {
    int64_t size = group->size[lane];
    double low = group->x[lane][0], high = group->x[lane][size - 1];
    group->length += size;
    group->count[lane] = (double)size;
    group->middle[lane] = is_rubber(law) ? 0 : 0.5 * (low + high);
    double largest = __builtin_fmax(__builtin_fabs(low), __builtin_fabs(high));
    group->span[lane] = is_rubber(law) ? largest : high - low;
    group->given[lane] = law == SCROLLFIT_RUBBER_BAND_FIXED ? traces->dimensions[group->trace[lane]] : 0;
  }
}

// Leaves a trace to the plain path.
INLINE void leave(
  enum scrollfit_law law, int64_t trace, int64_t stride, const struct scrollfit_fits *fits) {
  for (int j = 0; j < parameters_of(law); j++) {
    fits->parameters[j * stride + trace] = __builtin_nan("");
    fits->errors[j * stride + trace] = __builtin_nan("");
  }
  fits->sums_of_squares[trace] = __builtin_nan("");
  fits->largest[trace] = __builtin_nan("");
  fits->passes[trace] = 0;
}
