// Sums of powers in double-double numbers.
//
// Abscissas and observations are counted from an origin in units of a power of 2, both exactly: u and v of
// magnitude below 1.

enum { MOST_MOMENTS = 10, MOST_POINTS = 1 << 17 };

// The last samples of a trace, at least one; `rest` in the lanes after them.
INLINE lanes last_of(const double *p, int64_t count, lanes rest) {
  lanes v;
  for (int lane = 0; lane < WIDTH; lane++) v[lane] = p[lane < count ? lane : 0];
  return choose(before(count), v, rest);
}

// Where numbers lie, each trace's in its lane.
struct range {
  lanes low;
  lanes high;
};

INLINE void widen(struct range *range, lanes v) {
  range->low = choose((masks)(v < range->low), v, range->low);
  range->high = choose((masks)(v > range->high), v, range->high);
}

INLINE void find_ranges(const struct group *group, struct range *x, struct range *y) {
  for (int lane = 0; lane < WIDTH; lane++) {
    const double *px = group->x[lane], *py = group->y[lane];
    int64_t i = 0, size = group->size[lane];
    struct range own_x = {all(px[0]), all(px[0])}, own_y = {all(py[0]), all(py[0])};
    if (lane < group->filled) {
      for (; i + WIDTH <= size; i += WIDTH) {
        widen(&own_x, load(px + i));
        widen(&own_y, load(py + i));
      }
      if (i < size) {
        widen(&own_x, last_of(px + i, size - i, own_x.low));
        widen(&own_y, last_of(py + i, size - i, own_y.low));
      }
    }
    x->low[lane] = least_of(own_x.low);
    y->low[lane] = least_of(own_y.low);
    x->high[lane] = -least_of(-own_x.high);
    y->high[lane] = -least_of(-own_y.high);
  }
}

struct measure {
  lanes origin;
  // A power of 2, and one over it.
  lanes unit;
  lanes scale;
};

// Differences of numbers within a factor of 2 of each other are exact (P. Sterbenz, Floating-Point
// Computation, 1974); others are not far from 0.
INLINE struct measure measure_of(struct range range) {
  masks above = (masks)(range.low > 0) & (masks)(range.high <= 2 * range.low);
  masks below = (masks)(range.high < 0) & (masks)(range.low >= 2 * range.high);
  lanes middle = range.low + 0.5 * (range.high - range.low);
  struct measure m = {.origin = choose(above | below, middle, all(0))};
  lanes low = magnitude(range.low - m.origin), high = magnitude(range.high - m.origin);
  lanes size = choose((masks)(high > low), high, low);
  m.unit = 2 * (lanes)((masks)size & 0x7ff0000000000000);
  // Numbers that are all alike have any unit.
  m.unit = choose((masks)(size > 0), m.unit, all(1));
  m.scale = 1 / m.unit;
  return m;
}

// One trace's samples, as u and v.
struct view {
  const double *x;
  const double *y;
  int64_t size;
  lanes x_origin, x_scale, y_origin, y_scale;
};

INLINE struct view view_of(
  const struct group *group, const struct measure *x, const struct measure *y, int lane) {
  return (struct view){
    group->x[lane],       group->y[lane],      group->size[lane],    all(x->origin[lane]),
    all(x->scale[lane]), all(y->origin[lane]), all(y->scale[lane]),
  };
}

struct points {
  lanes u;
  lanes v;
};

// WIDTH samples from the i-th on, 0 where there are none.
INLINE struct points points_at(const struct view *view, int64_t i) {
  int64_t left = view->size - i;
  lanes x = left < WIDTH ? last_of(view->x + i, left, view->x_origin) : load(view->x + i);
  lanes y = left < WIDTH ? last_of(view->y + i, left, view->y_origin) : load(view->y + i);
  return (struct points){(x - view->x_origin) * view->x_scale, (y - view->y_origin) * view->y_scale};
}

// Adds a term to a sum that began as a number far beyond what all terms make: so the high parts lose nothing.
INLINE void add(struct double_double *sum, struct double_double term) {
  struct double_double next = ordered_sum(sum->high, term.high);
  sum->high = next.high;
  sum->low += next.low + term.low;
}

// Not ordered: the low part may have grown.
INLINE struct double_double scaled(struct double_double a, lanes b) {
  struct double_double product = exact_product(a.high, b);
  product.low += a.low * b;
  return product;
}

// Moments are the sums of u^1 ... u^(2 degree), then of v u^0 ... v u^degree.
INLINE void gather_moments(int degree, struct points at, struct double_double *moments) {
  struct double_double power = double_double(at.u);
  add(&moments[2 * degree], double_double(at.v));
  for (int k = 1; k <= 2 * degree; k++) {
    add(&moments[k - 1], power);
    if (k <= degree) add(&moments[2 * degree + k], scaled(power, at.v));
    if (k < 2 * degree) power = scaled(power, at.u);
  }
}

INLINE void find_moments(
  int degree, const struct group *group, const struct measure *x, const struct measure *y,
  struct double_double *moments) {
  int count = 3 * degree + 1;
  lanes high[MOST_MOMENTS][WIDTH], low[MOST_MOMENTS][WIDTH];
  for (int lane = 0; lane < WIDTH; lane++) {
    if (lane >= group->filled) {
      for (int k = 0; k < count; k++) high[k][lane] = low[k][lane] = (lanes){};
      continue;
    }
    struct view view = view_of(group, x, y, lane);
    // Sums stay between 2 MOST_POINTS and 4 MOST_POINTS: multiples of one number all.
    lanes anchor = all(3.0 * MOST_POINTS);
    struct double_double own_moments[MOST_MOMENTS];
    for (int k = 0; k < count; k++) own_moments[k] = double_double(anchor);
    for (int64_t i = 0; i < view.size; i += WIDTH) gather_moments(degree, points_at(&view, i), own_moments);
    for (int k = 0; k < count; k++) {
      high[k][lane] = own_moments[k].high - anchor;
      low[k][lane] = own_moments[k].low;
    }
  }
  for (int k = 0; k < count; k++) moments[k] = exact_sum(sums_of(high[k]), sums_of(low[k]));
}
