// Fits WIDTH traces at a time: passes have the samples of one trace in the lanes, everything after them has a
// trace in each lane.

enum { MOST_PASSES = 20, LEAST_SAMPLES = 16 };

// A minimum counts as found when Newton's next step, as the last two tell it, would be at most this share of
// alpha: each step is about a constant times the square of the one before.
static const double next_step_tolerance = 1e-13;
// What errors are computed from is of the pass before the last step.
static const double last_step_tolerance = 1e-6;
// The share of the observations' variation that a law may leave unexplained.
static const double most_unexplained = 0.01;
// The exponent of an amplitude up to which ten digits of it are told.
static const double amplitude_digits = 10;
// A step as small as this is rounding.
static const double rounding_step = 1e-11;

// The numbers at p less an origin.
INLINE struct block shifted(const double *p, lanes origin) {
  struct block block;
  EACH block.v[u] = load(p + u * WIDTH) - origin;
  return block;
}

// 1 in lane `place` and after it, 0 before.
INLINE lanes from_place(int64_t place) {
  masks index;
  for (int i = 0; i < WIDTH; i++) index[i] = i;
  return choose((masks)(index >= (masks){} + place), all(1), all(0));
}

// Gathers a trace's sums, one vector of samples at a time.
INLINE void pass(
  enum scrollfit_law law, const struct curve *curve, const struct group *group, int lane, int64_t ahead,
  lanes sums[SUMS][WIDTH]) {
  struct curve own = {.alpha = all(curve->alpha[lane])};
  for (int j = 0; j < MOST_COLUMNS; j++) own.c[j] = all(curve->c[j][lane]);
  lanes middle = all(group->middle[lane]);
  const double *x = group->x[lane], *y = group->y[lane];
  int64_t last = group->size[lane] - DEPTH * WIDTH, i = 0;
  struct block weight;
  EACH weight.v[u] = all(1);
  lanes gathered[SUMS] = {};
  for (; i < last; i += DEPTH * WIDTH) {
    // The next group's samples stand behind this one's; a processor's own look-ahead ends with the page.
    EACH __builtin_prefetch(x + i + u * WIDTH + ahead);
    EACH __builtin_prefetch(y + i + u * WIDTH + ahead);
    gather(law, &own, shifted(x + i, middle), shifted(y + i, (lanes){}), weight, gathered);
  }
  // The last block reaches back to samples that are counted already.
  EACH weight.v[u] = from_place(i - last - u * WIDTH);
  gather(law, &own, shifted(x + last, middle), shifted(y + last, (lanes){}), weight, gathered);
  for (int s = 0; s < SUMS; s++)
    if (gathers(law, s)) sums[s][lane] = gathered[s];
}

// What the observations of a trace are like.
struct extent {
  // The largest size of one.
  double largest;
  // The sum of their squares, from the mean where the law has a rest.
  double variation;
};

INLINE struct extent extent_of(enum scrollfit_law law, const double *y, int64_t count) {
  lanes largest = {}, sum = {}, squares = {};
  lanes origin = all(has_rest(law) ? y[0] : 0);
  for (int64_t i = 0; i < count; i += WIDTH) {
    // The last vector reaches back to samples that were seen already.
    int64_t last = count - WIDTH;
    lanes value = load(y + (i < last ? i : last));
    lanes part = (value - origin) * from_place(i - last);
    lanes size = magnitude(value);
    largest = choose((masks)(size > largest), size, largest);
    sum += part;
    squares += part * part;
  }
  struct extent extent = {};
  double total = 0;
  for (int lane = 0; lane < WIDTH; lane++) {
    extent.largest = largest[lane] > extent.largest ? largest[lane] : extent.largest;
    extent.variation += squares[lane];
    total += sum[lane];
  }
  if (has_rest(law)) extent.variation -= total * total / (double)count;
  return extent;
}

INLINE void put_results(
  enum scrollfit_law law, const struct group *group, const struct step *step, masks found, int passes,
  int64_t stride, const struct scrollfit_fits *fits) {
  struct report report = report_of(law, step, group->middle);
  int n = parameters_of(law);
  lanes variance = step->sum_of_squares / (group->count - n);
  lanes errors[4];
  masks done = found;
  lanes known = choose(step->determined, variance, all(__builtin_nan("")));
  for (int j = 0; j < n; j++) errors[j] = report.variance[j] * known;
  if (law == SCROLLFIT_BOUNCE_PHASE) {
    // What is nearly a pure exponential passes its edge at a time, and with a velocity, that rounding makes,
    // unless noise leaves fewer digits than rounding does; beyond what doubles hold it passes it nowhere.
    lanes lost = report.exponent / amplitude_digits;
    masks blurred = (masks)(errors[0] > lost * lost * report.value[0] * report.value[0]);
    masks told = (masks)(lost < 30), nowhere = ~told;
    done &= nowhere | (masks)(lost < 1) | (told & blurred);
    for (int j = 0; j < n; j += 2) {
      report.value[j] = choose(nowhere, all(__builtin_nan("")), report.value[j]);
      errors[j] = choose(nowhere, all(__builtin_nan("")), errors[j]);
    }
  }
  // What is over within two windows may have a lower valley that they do not show.
  if (has_rise(law)) done &= (masks)(step->next.alpha * group->span <= grid_end);
  for (int lane = 0; lane < group->filled; lane++) {
    if (!found[lane]) continue;
    int64_t trace = group->trace[lane];
    struct extent extent = extent_of(law, group->y[lane], group->size[lane]);
    // What does not follow the law may have any number of valleys, and the lowest where no grid looks.
    if (!(step->sum_of_squares[lane] <= most_unexplained * extent.variation)) continue;
    // A higher valley is no answer where the lowest one's phase is lost.
    if (!done[lane]) {
      leave(law, trace, stride, fits);
      continue;
    }
    for (int j = 0; j < n; j++) {
      fits->parameters[j * stride + trace] = report.value[j][lane];
      fits->errors[j * stride + trace] = __builtin_sqrt(errors[j][lane]);
    }
    fits->sums_of_squares[trace] = step->sum_of_squares[lane];
    fits->largest[trace] = extent.largest;
    fits->passes[trace] = (uint8_t)passes;
  }
}

// The lowest minimum that was found of each trace.
struct found {
  struct curve curve;
  lanes sum_of_squares;
  // Where an exponential law's curve is large.
  lanes centre;
};

// Passes and steps from a start; a trace whose minimum is not lower than what was found keeps the results it
// has.
INLINE void descend(
  enum scrollfit_law law, const struct scrollfit_traces *traces, const struct group *group,
  struct curve curve, masks waiting, struct found *found, const struct scrollfit_fits *fits) {
  lanes sums[SUMS][WIDTH];
  for (int lane = 0; lane < WIDTH; lane++)
    for (int s = 0; s < SUMS; s++) sums[s][lane] = (lanes){};
  lanes size = all(1e-3);
  struct bracket bracket = {.low = {}, .high = all(__builtin_inf())};
  for (int passes = 1; passes <= MOST_PASSES; passes++) {
    lanes at = curve.alpha;
    waiting &= (masks)(curve.alpha * group->span < most_decay);
    int any = 0;
    for (int lane = 0; lane < WIDTH; lane++) {
      if (!waiting[lane]) continue;
      pass(law, &curve, group, lane, passes == 1 ? group->length : 0, sums);
      any = 1;
    }
    if (!any) return;
    lanes totals[SUMS];
    for (int s = 0; s < SUMS; s++)
      if (gathers(law, s)) totals[s] = sums_of(sums[s]);
    struct step step = step_from(law, &curve, group->count, totals);
    curve = step.next;
    curve.alpha = held(&bracket, at, &step);
    masks near = (masks)(step.size * step.size * step.size <= next_step_tolerance * size * size);
    near &= (masks)(step.size <= last_step_tolerance);
    // To second order a sum is only good while the step changes it little, unless all of it is rounding.
    masks settled = (masks)(step.gain <= 0.01 * step.sum_of_squares);
    if (passes > 1) settled |= (masks)(step.size <= rounding_step);
    near &= settled;
    masks done = waiting & step.sound & near;
    size = step.size;
    // A valley whose bottom is in sight and higher than the one found is left.
    masks hopeless = (masks)(step.size < 0.1) & (masks)(step.sum_of_squares > 10 * found->sum_of_squares);
    waiting &= step.sound & ~done & ~hopeless;
    done &= (masks)(step.sum_of_squares < found->sum_of_squares);
    if (!any_of(done)) continue;
    found->curve = chosen(done, &curve, &found->curve);
    found->sum_of_squares = choose(done, step.sum_of_squares, found->sum_of_squares);
    if (has_rise(law)) found->centre = choose(done, totals[Q1] / totals[Q0], found->centre);
    put_results(law, group, &step, done, passes, traces->count, fits);
  }
}

INLINE void fit_group(
  enum scrollfit_law law, const struct scrollfit_traces *traces, struct group *group,
  const struct scrollfit_fits *fits) {
  complete(law, traces, group);
  if (is_polynomial(law)) return fit_polynomials(law, traces, group, fits);
  masks real;
  for (int lane = 0; lane < WIDTH; lane++) real[lane] = lane < group->filled ? -1 : 0;
  struct found found = {.sum_of_squares = all(__builtin_inf())};
  struct valleys valleys = {};
  if (is_rubber(law))
    valleys.first = rubber_start(law, group);
  else
    valleys = valleys_of(law, group);
  // One call in a loop: a copy of the descent for each start would be all that a compiler has time for.
  for (int start = 0; start < (has_rise(law) ? 3 : 1); start++) {
    struct curve curve = valleys.first;
    masks waiting = real;
    if (start == 1) {
      // How high the second valley's bottom is on all samples, as the windows have it, which know nothing of
      // uneven steps: within 1000 variances of one sample either may be the lower one.
      lanes variance = found.sum_of_squares / (group->count - parameters_of(law));
      waiting &= (masks)(valleys.excess * group->count / WINDOWS < 1000 * variance);
      curve = valleys.second;
    } else if (start == 2) {
      curve = (struct curve){.alpha = mirrored(law, &found.curve, found.centre)};
      if (has_rest(law)) curve.c[0] = found.curve.c[0];
      lanes alpha = found.curve.alpha;
      waiting &= (masks)(curve.alpha < 5 * alpha) & (masks)(5 * curve.alpha > alpha);
    }
    if (any_of(waiting)) descend(law, traces, group, curve, waiting, &found, fits);
  }
}

INLINE int is_fittable(enum scrollfit_law law, int64_t size) {
  return is_polynomial(law) ? size >= parameters_of(law) && size <= MOST_POINTS : size >= LEAST_SAMPLES;
}

INLINE void fit(
  enum scrollfit_law law, const struct scrollfit_traces *traces, int64_t first, int64_t last,
  const struct scrollfit_fits *fits) {
  struct group group;
  group.filled = 0;
  // The round after the last trace fits what is left.
  for (int64_t trace = first; trace <= last; trace++) {
    if (group.filled == WIDTH || (trace == last && group.filled > 0)) {
      fit_group(law, traces, &group, fits);
      group.filled = 0;
    }
    if (trace == last) return;
    int64_t start = traces->starts[trace], size = traces->starts[trace + 1] - start;
    leave(law, trace, traces->count, fits);
    if (!is_fittable(law, size)) continue;
    group.trace[group.filled] = trace;
    group.x[group.filled] = traces->x + start;
    group.y[group.filled] = traces->y + start;
    group.size[group.filled++] = size;
  }
}
