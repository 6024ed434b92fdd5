// Polynomials c[0] + c[1] x + ... by least squares, from sums of powers in double-double numbers: what the normal
// equations lose, twice the digits that the points' condition costs, those have to spare.

enum { MOST_TERMS = 4 };

// The least share of a power's squared length that must not lie along the powers before it. Sums of up to
// MOST_POINTS terms are good to 2^-77, and to some 2^-90 where their rounding has no bias.
static const double least_resolution = 0x1p-30;

// Numbers outside leave no room for their powers.
static const double least_unit = 0x1p-200, most_unit = 0x1p200;

INLINE int degree_of(enum scrollfit_law law) { return parameters_of(law) - 1; }

// G = L D L' of the powers' Gram matrix, and the best coefficients of u^0 ... u^degree.
struct polynomial {
  struct double_double lower[MOST_TERMS][MOST_TERMS];
  struct double_double inverse[MOST_TERMS];
  struct double_double a[MOST_TERMS];
  masks sound;
};

// L^-1 b, in place; the first `first` of b are 0.
INLINE void forward(int terms, const struct polynomial *p, int first, struct double_double *b) {
  for (int j = first; j < terms; j++)
    for (int k = first; k < j; k++) b[j] = minus_product(b[j], p->lower[j][k], b[k]);
}

INLINE struct polynomial polynomial_from(int degree, lanes count, const struct double_double *moments) {
  int terms = degree + 1;
  struct polynomial p = {.sound = ~(masks){}};
  for (int j = 0; j < terms; j++) {
    struct double_double pivot = j == 0 ? double_double(count) : moments[2 * j - 1];
    lanes whole = pivot.high;
    struct double_double across[MOST_TERMS];
    for (int k = 0; k < j; k++) {
      across[k] = moments[j + k - 1];
      for (int i = 0; i < k; i++) across[k] = minus_product(across[k], across[i], p.lower[k][i]);
      p.lower[j][k] = times(across[k], p.inverse[k]);
      pivot = minus_product(pivot, across[k], p.lower[j][k]);
    }
    p.sound &= (masks)(pivot.high > least_resolution * whole);
    p.inverse[j] = reciprocal(pivot);
    p.a[j] = moments[2 * degree + j];
  }
  forward(terms, &p, 0, p.a);
  for (int j = 0; j < terms; j++) p.a[j] = times(p.a[j], p.inverse[j]);
  for (int j = terms - 1; j >= 0; j--)
    for (int k = j + 1; k < terms; k++) p.a[j] = minus_product(p.a[j], p.lower[k][j], p.a[k]);
  return p;
}

// v less the polynomial at u, by Horner's scheme, rounded once.
INLINE lanes residual(int degree, const struct double_double *a, struct points at) {
  struct double_double value = a[degree];
  for (int k = degree - 1; k >= 0; k--) {
    struct double_double product = scaled(value, at.u);
    value = exact_sum(product.high, a[k].high);
    value.low += product.low + a[k].low;
  }
  struct double_double rest = exact_sum(at.v, -value.high);
  return rest.high + (rest.low - value.low);
}

// The sums of squared residuals, each trace's in its lane.
INLINE lanes squares_left(
  int degree, const struct group *group, const struct measure *x, const struct measure *y,
  const struct polynomial *p) {
  lanes squares[WIDTH];
  for (int lane = 0; lane < WIDTH; lane++) {
    squares[lane] = (lanes){};
    if (lane >= group->filled) continue;
    struct view view = view_of(group, x, y, lane);
    struct double_double a[MOST_TERMS];
    for (int k = 0; k <= degree; k++)
      a[k] = (struct double_double){all(p->a[k].high[lane]), all(p->a[k].low[lane])};
    for (int64_t i = 0; i < view.size; i += WIDTH) {
      lanes r = residual(degree, a, points_at(&view, i));
      if (i + WIDTH > view.size) r = choose(before(view.size - i), r, all(0));
      squares[lane] += r * r;
    }
  }
  return sums_of(squares);
}

static const double binomial[MOST_TERMS][MOST_TERMS] = {
  {1, 1, 1, 1}, {0, 1, 2, 3}, {0, 0, 1, 3}, {0, 0, 0, 1}};

// c_k of the polynomial in x = origin + u unit, and their variances over that of one v: both follow from what
// a change of a[0] ... makes of c_k, binomial coefficients times powers of -origin / unit.
INLINE void put_polynomial(
  enum scrollfit_law law, const struct group *group, const struct measure *x, const struct measure *y,
  const struct polynomial *p, lanes squares, lanes largest, int64_t stride,
  const struct scrollfit_fits *fits) {
  int terms = degree_of(law) + 1;
  lanes value[MOST_TERMS], error[MOST_TERMS], unit = y->unit;
  masks done = p->sound;
  done &= (masks)(x->unit > least_unit) & (masks)(x->unit < most_unit);
  done &= (masks)(y->unit > least_unit) & (masks)(y->unit < most_unit);
  lanes variance = squares / (group->count - terms);
  variance = choose((masks)(group->count > terms), variance, all(__builtin_nan("")));
  struct double_double powers[MOST_TERMS] = {double_double(all(1)), double_double(-x->origin * x->scale)};
  for (int j = 2; j < terms; j++) powers[j] = times(powers[j - 1], powers[1]);
  for (int k = 0; k < terms; k++) {
    struct double_double change[MOST_TERMS], sum = double_double((lanes){});
    lanes share = {};
    for (int j = k; j < terms; j++) {
      change[j] = times(powers[j - k], double_double(all(binomial[k][j])));
      sum = plus(sum, times(change[j], p->a[j]));
    }
    forward(terms, p, k, change);
    for (int j = k; j < terms; j++) share += change[j].high * change[j].high * p->inverse[j].high;
    struct double_double c = {sum.high * unit, sum.low * unit};
    if (k == 0) c = plus(c, double_double(y->origin));
    value[k] = c.high;
    for (int lane = 0; lane < WIDTH; lane++)
      error[k][lane] = __builtin_sqrt(variance[lane] * share[lane]) * unit[lane];
    done &= (masks)(magnitude(value[k]) < __builtin_inf());
    unit *= x->scale;
  }
  for (int lane = 0; lane < group->filled; lane++) {
    if (!done[lane]) continue;
    int64_t trace = group->trace[lane];
    for (int k = 0; k < terms; k++) {
      fits->parameters[k * stride + trace] = value[k][lane];
      fits->errors[k * stride + trace] = error[k][lane];
    }
    fits->sums_of_squares[trace] = squares[lane] * y->unit[lane] * y->unit[lane];
    fits->largest[trace] = largest[lane];
    fits->passes[trace] = 2;
  }
}

INLINE void fit_polynomials(
  enum scrollfit_law law, const struct scrollfit_traces *traces, struct group *group,
  const struct scrollfit_fits *fits) {
  int degree = degree_of(law);
  struct range x_range, y_range;
  find_ranges(group, &x_range, &y_range);
  struct measure x = measure_of(x_range), y = measure_of(y_range);
  struct double_double moments[MOST_MOMENTS];
  find_moments(degree, group, &x, &y, moments);
  struct polynomial p = polynomial_from(degree, group->count, moments);
  lanes squares = squares_left(degree, group, &x, &y, &p);
  lanes largest = choose((masks)(y_range.high > -y_range.low), y_range.high, -y_range.low);
  put_polynomial(law, group, &x, &y, &p, squares, largest, traces->count, fits);
}
