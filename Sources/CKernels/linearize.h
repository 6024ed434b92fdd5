// The triangular factor of a curve's columns over the samples of a segment, at once, and the curve's states between them.

// The lane of the first derivative by a rate.
enum { FIRST_RATE = 3, BLOCK = 16, CURVE_COLUMNS = 5 };

void NAME(linearize)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle,
  struct scrollfit_minimum *minimum) {
  double own[SCROLLFIT_SAMPLES_AT_ONCE * (CURVE_COLUMNS + 1)];
  int64_t stride = (segment->count + 7) / 8 * 8;
  double *columns = stride <= SCROLLFIT_SAMPLES_AT_ONCE ? own : space;
  NAME(curve_columns)(curve, coefficients, derivatives, segment, columns, stride);
  factor_columns(
    coefficients + derivatives, columns, stride, coefficients + derivatives, coefficients,
    FIRST_RATE - coefficients, triangle);
  find_minimum(FIRST_RATE, CURVE_COLUMNS, triangle, minimum);
}

// The trapezoidal rule gives the integrals.
void NAME(integrals)(
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle) {
#pragma clang fp contract(off)
  enum { COLUMNS = 5 };
  double own[SCROLLFIT_SAMPLES_AT_ONCE * (COLUMNS + 1)];
  int64_t count = segment->count, stride = (count + 7) / 8 * 8;
  double *columns = stride <= SCROLLFIT_SAMPLES_AT_ONCE ? own : space;
  double time = 0, offset = 0, once = 0, twice = 0;
  for (int64_t i = 0; i < count; i++) {
    double next = segment->times[i] - segment->start, next_offset = segment->offsets[i] - segment->level;
    double step = next - time, next_once = once + step * (offset + next_offset) / 2;
    twice += step * (once + next_once) / 2;
    time = next;
    offset = next_offset;
    once = next_once;
    double precision = segment->precisions[i];
    columns[i] = precision;
    columns[stride + i] = time * precision;
    columns[2 * stride + i] = time * time * precision;
    columns[3 * stride + i] = once * precision;
    columns[4 * stride + i] = twice * precision;
    columns[5 * stride + i] = offset * precision;
  }
  for (int j = 0; j <= COLUMNS; j++)
    for (int64_t i = count; i < stride; i++) columns[j * stride + i] = 0;
  factor_columns(COLUMNS, columns, stride, COLUMNS, COLUMNS, 0, triangle);
}

// The columns of up to BLOCK samples, a column of zeros for lanes without one.
struct rows {
  double columns[(CURVE_COLUMNS + 2) * BLOCK];
  const double *lanes[CURVE_COLUMNS], *right;
};

// A column has `stride` numbers, at most BLOCK.
INLINE void prepare_rows(struct rows *rows, int64_t coefficients, int64_t derivatives, int64_t stride) {
  double *zeros = rows->columns + (CURVE_COLUMNS + 1) * BLOCK;
  for (int64_t i = 0; i < BLOCK; i++) zeros[i] = 0;
  for (int64_t j = 0; j < CURVE_COLUMNS; j++) {
    int64_t column = j < FIRST_RATE ? j : j - FIRST_RATE + coefficients;
    int is_there = j < FIRST_RATE ? j < coefficients : j - FIRST_RATE < derivatives;
    rows->lanes[j] = is_there ? rows->columns + column * stride : zeros;
  }
  rows->right = rows->columns + (coefficients + derivatives) * stride;
}

INLINE eights row_of(const struct rows *rows, int64_t i) {
  return (eights){
    rows->lanes[0][i], rows->lanes[1][i], rows->lanes[2][i], rows->lanes[3][i], rows->lanes[4][i], 0, 0, rows->right[i],
  };
}

// Samples `first` ..< `first + count` of a segment.
INLINE struct scrollfit_segment part_of(const struct scrollfit_segment *segment, int64_t first, int64_t count) {
  struct scrollfit_segment part = *segment;
  part.times += first;
  part.offsets += first;
  part.precisions += first;
  part.readable -= first;
  part.count = count;
  return part;
}

INLINE void add_rows(int columns, const struct rows *rows, int64_t count, struct scrollfit_triangle *triangle) {
  for (int64_t i = 0; i < count; i++) add_row(columns, triangle, row_of(rows, i), 1);
}

// Sums the derivatives by the rates with the best coefficients of a factor of the columns without them.
INLINE void fill_derivatives_at_best(
  enum scrollfit_curve curve, int64_t coefficients, int64_t derivatives,
  const struct scrollfit_triangle *triangle, double *columns, int64_t stride, const double *parts) {
  double best[8];
  if (is_any_spanned(FIRST_RATE, triangle))
    solve_triangle(triangle, FIRST_RATE, best);
  else
    store_eight(best, solve_unspanned(FIRST_RATE, triangle));
  fill_derivatives(curve, coefficients, derivatives, best, columns, stride, parts);
}

// The factor of fewer samples than are factored at once. 0 where the columns without derivatives alone show that the least sum of
// squares is not below a bound.
static int factor_few(
  enum scrollfit_curve curve, int64_t coefficients, int64_t derivatives, const struct scrollfit_segment *segment,
  int is_at_best, double bound, struct scrollfit_triangle *triangle) {
  struct rows rows;
  int64_t stride = segment->count <= 8 ? 8 : BLOCK;
  if (is_at_best) {
    double parts[4 * BLOCK];
    struct rows plain;
    prepare_rows(&rows, coefficients, derivatives, stride);
    curve_parts(curve, coefficients, segment, rows.columns, stride, parts);
    prepare_rows(&plain, coefficients, 0, stride);
    for (int64_t j = 0; j < coefficients; j++) plain.lanes[j] = rows.lanes[j];
    plain.right = rows.right;
    scrollfit_triangle_clear(triangle);
    add_rows(FIRST_RATE, &plain, segment->count, triangle);
    if (!(triangle->inverse[RIGHT] < bound)) return 0;
    fill_derivatives_at_best(curve, coefficients, derivatives, triangle, rows.columns, stride, parts);
  } else {
    prepare_rows(&rows, coefficients, derivatives, stride);
    NAME(curve_columns)(curve, coefficients, derivatives, segment, rows.columns, stride);
  }
  scrollfit_triangle_clear(triangle);
  add_rows(CURVE_COLUMNS, &rows, segment->count, triangle);
  return 1;
}

// The same of more samples.
INLINE int factor_many(
  enum scrollfit_curve curve, int64_t coefficients, int64_t derivatives, const struct scrollfit_segment *segment,
  int is_at_best, double bound, double *space, struct scrollfit_triangle *triangle) {
  double own[SCROLLFIT_SAMPLES_AT_ONCE * SCROLLFIT_NUMBERS_AT_BEST];
  int64_t stride = (segment->count + 7) / 8 * 8, right = coefficients + derivatives;
  int64_t gap = FIRST_RATE - coefficients;
  double *columns = stride <= SCROLLFIT_SAMPLES_AT_ONCE ? own : space;
  if (!is_at_best) {
    NAME(curve_columns)(curve, coefficients, derivatives, segment, columns, stride);
    factor_columns(right, columns, stride, right, coefficients, gap, triangle);
    return 1;
  }
  double *parts = columns + (CURVE_COLUMNS + 1) * stride;
  curve_parts(curve, coefficients, segment, columns, stride, parts);
  factor_columns(coefficients, columns, stride, right, coefficients, gap, triangle);
  if (!(triangle->inverse[RIGHT] < bound)) return 0;
  fill_derivatives_at_best(curve, coefficients, derivatives, triangle, columns, stride, parts);
  if (coefficients == 2)
    narrow_factor(2, 3, columns, stride, right, coefficients, gap, triangle);
  else if (derivatives == 1)
    narrow_factor(3, 4, columns, stride, right, coefficients, gap, triangle);
  else
    narrow_factor(3, 5, columns, stride, right, coefficients, gap, triangle);
  return 1;
}

int NAME(linearize_below)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_at_best, double bound, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum) {
  struct scrollfit_triangle found;
  struct scrollfit_minimum least;
  int is_factored =
    segment->count < SCROLLFIT_FEWEST_AT_ONCE
      ? factor_few(curve, coefficients, derivatives, segment, is_at_best, bound, &found)
      : factor_many(curve, coefficients, derivatives, segment, is_at_best, bound, space, &found);
  if (!is_factored) return 0;
  find_minimum(FIRST_RATE, CURVE_COLUMNS, &found, &least);
  if (!(least.squares_of_first < bound)) return 0;
  *triangle = found;
  *minimum = least;
  return 1;
}

// Boundaries whose states are found at once: three times for each.
enum { BOUNDARIES = BLOCK / 3 };

void NAME(boundary_states)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, double step, double unknown,
  struct scrollfit_triangle *triangle, struct scrollfit_state *states) {
  static const double ones[BLOCK] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, none[BLOCK] = {};
  struct rows rows, near;
  prepare_rows(&rows, coefficients, derivatives, 8);
  prepare_rows(&near, coefficients, derivatives, BLOCK);
  for (int64_t done = 0; done < segment->count; done += BOUNDARIES) {
    int64_t left = segment->count - done, count = left < BOUNDARIES ? left : BOUNDARIES;
    struct scrollfit_segment block = part_of(segment, is_backward ? left - count : done, count);
    NAME(curve_columns)(curve, coefficients, derivatives, &block, rows.columns, 8);
    double times[BLOCK];
    for (int64_t i = 0; i < BLOCK; i++) times[i] = segment->start;
    for (int64_t k = 0; k < count; k++) {
      const double *own = block.times + (is_backward ? count - 1 - k : k);
      double middle = (own[0] + own[is_backward ? -1 : 1]) / 2;
      times[3 * k] = middle - step;
      times[3 * k + 1] = middle;
      times[3 * k + 2] = middle + step;
    }
    struct scrollfit_segment instants = *segment;
    instants.times = times;
    instants.offsets = none;
    instants.precisions = ones;
    instants.count = instants.readable = BLOCK;
    instants.level = 0;
    NAME(curve_columns)(curve, coefficients, derivatives, &instants, near.columns, BLOCK);
    for (int64_t k = 0; k < count; k++) {
      add_row(CURVE_COLUMNS, triangle, row_of(&rows, is_backward ? count - 1 - k : k), 1);
      eights before = row_of(&near, 3 * k), now = row_of(&near, 3 * k + 1), after = row_of(&near, 3 * k + 2);
      eights weights[3] = {now, (after - before) / (2 * step), (after - 2 * now + before) / (step * step)};
      struct combination sums = combine(CURVE_COLUMNS, triangle, unknown, weights);
      struct scrollfit_state *state = states + done + k;
      for (int m = 0; m < 3; m++) state->values[m] = sums.values[m];
      store_eight(state->offset, sums.whitened[0]);
      store_eight(state->velocity, sums.whitened[1]);
      state->squares = triangle->inverse[RIGHT];
    }
  }
}
