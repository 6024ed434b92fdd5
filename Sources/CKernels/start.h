// Where the passes begin.

enum { WINDOWS = 8, START_STEPS = 3, OCTAVES = 6, FINENESS = 3 };

// FINENESS steps double alpha.
static const double grid_step = 1.25992105;
// Times the span of a trace, the grid's first alpha and its last.
static const double grid_start = 0.5;
static const double grid_end = grid_start * (1 << (OCTAVES - 1)) * grid_step * grid_step;

// Short means of neighbouring samples, evenly spread. The mean of a few steps of an exponential law follows
// the law: its coefficients change by factors that depend on the steps alone.
struct windows {
  lanes x[WINDOWS];
  lanes y[WINDOWS];
};

INLINE struct windows windows_of(const struct group *group) {
  struct windows w;
  int64_t length[WIDTH];
  lanes share;
  // Windows that overlap are too wide to tell two valleys of a short trace apart.
  for (int lane = 0; lane < WIDTH; lane++) {
    int64_t most = group->size[lane] / WINDOWS;
    length[lane] = most < WIDTH ? most : WIDTH;
    share[lane] = 1.0 / (double)length[lane];
  }
  for (int i = 0; i < WINDOWS; i++) {
    lanes x[WIDTH], y[WIDTH];
    for (int lane = 0; lane < WIDTH; lane++) {
      int64_t start = i * (group->size[lane] - length[lane]) / (WINDOWS - 1);
      // The last vectors reach back.
      int64_t last = group->size[lane] - WIDTH, from = start < last ? start : last;
      masks inside = before(start - from + length[lane]) & ~before(start - from);
      x[lane] = choose(inside, load(group->x[lane] + from), all(0));
      y[lane] = choose(inside, load(group->y[lane] + from), all(0));
    }
    w.x[i] = sums_of(x) * share - group->middle;
    w.y[i] = sums_of(y) * share;
  }
  return w;
}

INLINE struct step step_in_windows(
  enum scrollfit_law law, const struct windows *w, const struct curve *curve) {
  lanes sums[SUMS] = {};
  for (int i = 0; i < WINDOWS; i += DEPTH) {
    struct block x, y, one;
    EACH x.v[u] = w->x[i + u];
    EACH y.v[u] = w->y[i + u];
    EACH one.v[u] = all(1);
    gather(law, curve, x, y, one, sums);
  }
  return step_from(law, curve, all(WINDOWS), sums);
}

// Takes a few steps inside the valley that the grid's point is in; returns the objective before the last.
INLINE lanes followed(enum scrollfit_law law, const struct windows *w, struct curve *curve, lanes most) {
  struct step step;
  struct bracket bracket = {.low = curve->alpha / grid_step, .high = curve->alpha * grid_step};
  // Beyond the grid's end there may be anything.
  bracket.high = choose((masks)(curve->alpha < most), bracket.high, all(__builtin_inf()));
  // A near offset keeps the digits of the differences that count.
  if (has_rest(law)) curve->c[0] = w->y[WINDOWS - 1];
  for (int i = 0; i < START_STEPS; i++) {
    step = step_in_windows(law, w, curve);
    lanes at = curve->alpha;
    *curve = step.next;
    curve->alpha = held(&bracket, at, &step);
  }
  return step.objective;
}

// The objective at base, 2 base, 4 base ...: doubling alpha squares the exponentials.
INLINE void scan(
  enum scrollfit_law law, const struct windows *w, lanes base, int count, int stride, lanes *objective) {
  int n = columns_of(law), first = has_rest(law);
  lanes e[WINDOWS];
  for (int i = 0; i < WINDOWS; i += DEPTH) {
    struct block x;
    EACH x.v[u] = -(base * w->x[i + u]);
    x = exponentials(x);
    EACH e[i + u] = x.v[u];
  }
  for (int k = 0; k < count; k++) {
    lanes gram[MOST_COLUMNS][MOST_COLUMNS] = {}, right[MOST_COLUMNS] = {}, z[MOST_COLUMNS], square = {};
    for (int i = 0; i < WINDOWS; i++) {
      lanes column[MOST_COLUMNS];
      if (has_rest(law)) column[0] = all(1);
      column[first] = e[i];
      if (has_rise(law)) column[first + 1] = w->x[i] * e[i];
      // Any offset will do for the differences that count, and a near one keeps their digits.
      lanes y = has_rest(law) ? w->y[i] - w->y[WINDOWS - 1] : w->y[i];
      for (int row = 0; row < n; row++) {
        for (int j = 0; j <= row; j++) gram[row][j] += column[row] * column[j];
        right[row] += column[row] * y;
      }
      square += y * y;
      e[i] *= e[i];
    }
    struct factors factors = factor(n, gram);
    lower_solve(n, &factors, right, z);
    for (int j = 0; j < n; j++) square -= z[j] * z[j] * factors.inverse[j];
    objective[k * stride] = choose(factors.sound, square, all(__builtin_inf()));
  }
}

// The lowest two minima of the objective over a grid; where there is only one, the second is NaN.
INLINE void minima_of(int count, const lanes *objective, const lanes *alpha, lanes *first, lanes *second) {
  lanes least = all(__builtin_inf()), next = least;
  *first = alpha[0];
  *second = all(__builtin_nan(""));
  for (int k = 0; k < count; k++) {
    masks low = ~(masks){};
    if (k > 0) low &= (masks)(objective[k] <= objective[k - 1]);
    if (k + 1 < count) low &= (masks)(objective[k] < objective[k + 1]);
    masks lowest = low & (masks)(objective[k] < least);
    masks lower = low & (masks)(objective[k] < next);
    lanes former = choose((masks)(least < __builtin_inf()), *first, *second);
    *second = choose(lowest, former, choose(lower, alpha[k], *second));
    next = choose(lowest, least, choose(lower, objective[k], next));
    *first = choose(lowest, alpha[k], *first);
    least = choose(lowest, objective[k], least);
  }
}

// Where the objective of exponential laws may have its lowest minimum.
struct valleys {
  struct curve first;
  struct curve second;
  // How much higher the second one's objective is, in windows; infinite where there is no second one.
  lanes excess;
};

INLINE struct valleys valleys_of(enum scrollfit_law law, const struct group *group) {
  struct windows w = windows_of(group);
  struct valleys v = {.excess = all(__builtin_inf())};
  lanes objective[FINENESS * OCTAVES], alpha[FINENESS * OCTAVES], other;
  lanes base = grid_start / group->span;
  for (int i = 0; i < FINENESS; i++) {
    scan(law, &w, base, OCTAVES, FINENESS, objective + i);
    for (int k = 0; k < OCTAVES; k++) alpha[FINENESS * k + i] = base * (1 << k);
    base *= grid_step;
  }
  minima_of(FINENESS * OCTAVES, objective, alpha, &v.first.alpha, &other);
  lanes most = alpha[FINENESS * OCTAVES - 1];
  lanes lowest = followed(law, &w, &v.first, most);
  masks has_other = (masks)(other == other);
  if (!any_of(has_other)) return v;
  v.second.alpha = choose(has_other, other, v.first.alpha);
  lanes excess = followed(law, &w, &v.second, most) - lowest;
  v.excess = choose(has_other, magnitude(excess), v.excess);
  masks lower = has_other & (masks)(excess < 0);
  struct curve first = v.first;
  v.first = chosen(lower, &v.second, &first);
  v.second = chosen(lower, &first, &v.second);
  return v;
}

// (b + c s) e^(-alpha s) is, to second order in c s/b, the same curve as (b - c s) e^(-(alpha - 2 c/b) s), s
// counted from where the curve is large: where the third order is lost in noise there are two valleys, and
// this is the other's alpha; far from it there is none.
INLINE lanes mirrored(enum scrollfit_law law, const struct curve *curve, lanes centre) {
  int at = has_rest(law);
  return curve->alpha - 2 * curve->c[at + 1] / (curve->c[at] + curve->c[at + 1] * centre);
}

// y (1 + alpha |x|) = c x is linear: y = c x - alpha |x| y, by least squares.
INLINE struct curve rubber_start(enum scrollfit_law law, const struct group *group) {
  lanes xx[WIDTH], xz[WIDTH], zz[WIDTH], xy[WIDTH], zy[WIDTH];
  for (int lane = 0; lane < WIDTH; lane++) {
    xx[lane] = xz[lane] = zz[lane] = xy[lane] = zy[lane] = (lanes){};
    // Samples that fill no whole vector are left out.
    for (int64_t i = 0; i + WIDTH <= group->size[lane]; i += WIDTH) {
      lanes x = load(group->x[lane] + i), y = load(group->y[lane] + i), z = magnitude(x) * y;
      xx[lane] += x * x;
      xz[lane] += x * z;
      zz[lane] += z * z;
      xy[lane] += x * y;
      zy[lane] += z * y;
    }
  }
  lanes a = sums_of(xx), b = sums_of(xz), d = sums_of(zz), p = sums_of(xy), q = sums_of(zy);
  struct curve curve = {};
  if (law == SCROLLFIT_RUBBER_BAND_FIXED) {
    // y = c (x - |x| y / d).
    lanes share = 1 / group->given;
    lanes c = (p - share * q) / (a - share * (2 * b - share * d));
    curve.c[0] = group->given;
    curve.alpha = c * share;
  } else {
    lanes determinant = a * d - b * b;
    curve.alpha = (b * p - a * q) / determinant;
    curve.c[0] = (d * p - b * q) / determinant;
  }
  // A straight line to the samples' precision.
  curve.alpha = choose((masks)(curve.alpha * group->span > 1e-3), curve.alpha, 1e-3 / group->span);
  return curve;
}
