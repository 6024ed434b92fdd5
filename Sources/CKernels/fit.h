// Fits WIDTH traces at a time: passes have the samples of one trace in the lanes, everything after them has a trace in
// each lane.

enum { WINDOWS = 8, START_STEPS = 3, MOST_PASSES = 10, LEAST_SAMPLES = 8 };

// The steps after which a minimum counts as found: Newton's next one would be about the square of it.
static const double step_tolerance = 1e-6;
// The most that alpha times a trace's span may be: squares of exponentials stay far from overflow.
static const double most_decay = 300;

struct group {
  int64_t trace[WIDTH];
  const double *x[WIDTH];
  const double *y[WIDTH];
  int64_t size[WIDTH];
  // Lanes from here on repeat the last trace.
  int filled;
  lanes count;
  lanes middle;
  lanes span;
};

// Short means of neighbouring samples, evenly spread: enough to start from.
struct windows {
  lanes x[WINDOWS];
  lanes y[WINDOWS];
};

INLINE struct windows windows_of(const struct group *group) {
  struct windows w;
  for (int i = 0; i < WINDOWS; i++) {
    lanes x[WIDTH], y[WIDTH];
    for (int lane = 0; lane < WIDTH; lane++) {
      int64_t start = i * (group->size[lane] - WIDTH) / (WINDOWS - 1);
      x[lane] = load(group->x[lane] + start);
      y[lane] = load(group->y[lane] + start);
    }
    w.x[i] = sums_of(x) / WIDTH - group->middle;
    w.y[i] = sums_of(y) / WIDTH;
  }
  return w;
}

INLINE struct step step_in_windows(
  enum scrollfit_law law, const struct windows *w, const struct curve *curve) {
  lanes sums[SUMS] = {};
  for (int i = 0; i < WINDOWS; i++) gather(law, curve, w->x[i], w->y[i], all(1), sums);
  return step_from(law, curve, all(WINDOWS), sums);
}

// The best of a grid of alpha, then a few steps.
INLINE struct curve start_of(enum scrollfit_law law, const struct windows *w, const struct group *group, lanes given) {
  static const double decays[] = {0.6, 1.2, 2.4, 4.8, 9.6, 19.2};
  lanes least = all(__builtin_inf());
  struct curve best = {.alpha = decays[0] / group->span};
  for (unsigned i = 0; i < sizeof decays / sizeof *decays; i++) {
    struct curve curve = {.alpha = decays[i] / group->span};
    if (law == SCROLLFIT_RUBBER_BAND_FIXED) curve.c[0] = given;
    if (has_rest(law)) curve.c[0] = w->y[WINDOWS / 2];
    struct step step = step_in_windows(law, w, &curve);
    masks better = (masks)(step.sum_of_squares < least);
    least = choose(better, step.sum_of_squares, least);
    best.alpha = choose(better, step.next.alpha, best.alpha);
    for (int j = 0; j < MOST_COLUMNS; j++) best.c[j] = choose(better, step.next.c[j], best.c[j]);
  }
  for (int i = 0; i < START_STEPS; i++) best = step_in_windows(law, w, &best).next;
  return best;
}

// Gathers a trace's sums, one vector of samples at a time.
INLINE void pass(
  enum scrollfit_law law, const struct curve *curve, const struct group *group, int lane, lanes sums[SUMS][WIDTH]) {
  struct curve own = {.alpha = all(curve->alpha[lane])};
  for (int j = 0; j < MOST_COLUMNS; j++) own.c[j] = all(curve->c[j][lane]);
  lanes middle = all(group->middle[lane]);
  const double *x = group->x[lane], *y = group->y[lane];
  int64_t count = group->size[lane], whole = count / WIDTH * WIDTH;
  lanes gathered[SUMS] = {};
  for (int64_t i = 0; i < whole; i += WIDTH) gather(law, &own, load(x + i) - middle, load(y + i), all(1), gathered);
  if (whole < count) {
    // The last vector reaches back to samples that are counted already.
    masks index;
    for (int i = 0; i < WIDTH; i++) index[i] = i;
    masks isNew = (masks)(index >= (masks){} + (WIDTH - (count - whole)));
    lanes weight = choose(isNew, all(1), all(0));
    int64_t last = count - WIDTH;
    gather(law, &own, load(x + last) - middle, load(y + last), weight, gathered);
  }
  for (int s = 0; s < SUMS; s++)
    if (gathers(law, s)) sums[s][lane] = gathered[s];
}

INLINE void put_results(
  enum scrollfit_law law, const struct group *group, const struct step *step, masks done, int passes,
  int64_t stride, const struct scrollfit_fits *fits) {
  struct report report = report_of(law, step, group->middle);
  int n = parameters_of(law);
  lanes variance = step->sum_of_squares / (group->count - n);
  lanes errors[4];
  for (int j = 0; j < n; j++) errors[j] = report.variance[j] * variance;
  for (int lane = 0; lane < group->filled; lane++) {
    if (!done[lane]) continue;
    int64_t trace = group->trace[lane];
    for (int j = 0; j < n; j++) {
      fits->parameters[j * stride + trace] = report.value[j][lane];
      fits->errors[j * stride + trace] = __builtin_sqrt(errors[j][lane]);
    }
    fits->sums_of_squares[trace] = step->sum_of_squares[lane];
    fits->passes[trace] = (uint8_t)passes;
  }
}

INLINE void fit_group(
  enum scrollfit_law law, const struct scrollfit_traces *traces, struct group *group,
  const struct scrollfit_fits *fits) {
  for (int lane = group->filled; lane < WIDTH; lane++) {
    group->trace[lane] = group->trace[lane - 1];
    group->x[lane] = group->x[lane - 1];
    group->y[lane] = group->y[lane - 1];
    group->size[lane] = group->size[lane - 1];
  }
  lanes given = {};
  for (int lane = 0; lane < WIDTH; lane++) {
    int64_t last = group->size[lane] - 1;
    double low = group->x[lane][0], high = group->x[lane][last];
    group->count[lane] = (double)group->size[lane];
    group->middle[lane] = is_rubber(law) ? 0 : 0.5 * (low + high);
    group->span[lane] = is_rubber(law) ? __builtin_fmax(__builtin_fabs(low), __builtin_fabs(high)) : high - low;
    if (law == SCROLLFIT_RUBBER_BAND_FIXED) given[lane] = traces->dimensions[group->trace[lane]];
  }
  struct windows windows = windows_of(group);
  struct curve curve = start_of(law, &windows, group, given);
  masks waiting = ~(masks){};
  for (int lane = group->filled; lane < WIDTH; lane++) waiting[lane] = 0;
  lanes sums[SUMS][WIDTH];
  for (int lane = 0; lane < WIDTH; lane++)
    for (int s = 0; s < SUMS; s++) sums[s][lane] = (lanes){};
  for (int passes = 1; passes <= MOST_PASSES; passes++) {
    waiting &= (masks)(curve.alpha * group->span < most_decay);
    int any = 0;
    for (int lane = 0; lane < WIDTH; lane++) {
      if (!waiting[lane]) continue;
      pass(law, &curve, group, lane, sums);
      any = 1;
    }
    if (!any) return;
    lanes totals[SUMS];
    for (int s = 0; s < SUMS; s++)
      if (gathers(law, s)) totals[s] = sums_of(sums[s]);
    struct step step = step_from(law, &curve, group->count, totals);
    curve = step.next;
    masks done = waiting & step.sound & (masks)(step.size <= step_tolerance);
    waiting &= step.sound & ~done;
    int found = 0;
    for (int lane = 0; lane < WIDTH; lane++) found |= done[lane] != 0;
    if (found) put_results(law, group, &step, done, passes, traces->count, fits);
  }
}

INLINE void fit(
  enum scrollfit_law law, const struct scrollfit_traces *traces, int64_t first, int64_t last,
  const struct scrollfit_fits *fits) {
  struct group group;
  group.filled = 0;
  for (int64_t trace = first; trace < last; trace++) {
    int64_t start = traces->starts[trace], size = traces->starts[trace + 1] - start;
    for (int j = 0; j < parameters_of(law); j++) {
      fits->parameters[j * traces->count + trace] = __builtin_nan("");
      fits->errors[j * traces->count + trace] = __builtin_nan("");
    }
    fits->sums_of_squares[trace] = __builtin_nan("");
    fits->passes[trace] = 0;
    if (size < LEAST_SAMPLES) continue;
    group.trace[group.filled] = trace;
    group.x[group.filled] = traces->x + start;
    group.y[group.filled] = traces->y + start;
    group.size[group.filled] = size;
    if (++group.filled < WIDTH) continue;
    fit_group(law, traces, &group, fits);
    group.filled = 0;
  }
  if (group.filled > 0) fit_group(law, traces, &group, fits);
}
