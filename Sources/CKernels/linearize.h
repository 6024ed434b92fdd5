// The triangular factor of a curve's columns over the samples of a segment, at once.

void NAME(linearize)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle,
  struct scrollfit_minimum *minimum) {
  IN_LINES double own[SCROLLFIT_SAMPLES_AT_ONCE * (CURVE_COLUMNS + 1)];
  int64_t stride = (segment->count + 7) / 8 * 8;
  double *columns = stride <= SCROLLFIT_SAMPLES_AT_ONCE ? own : space;
  NAME(curve_columns)(curve, coefficients, derivatives, segment, columns, stride);
  factor_columns(
    coefficients + derivatives, columns, stride, coefficients + derivatives, coefficients,
    FIRST_RATE - coefficients, triangle);
  find_minimum(FIRST_RATE, CURVE_COLUMNS, triangle, minimum);
}

// The columns of up to BLOCK samples, a column of zeros for lanes without one.
struct rows {
  IN_LINES double columns[(CURVE_COLUMNS + 2) * BLOCK];
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

// The rows of fewer samples than are factored at once, of a curve with one rate, and the factor of its columns without derivatives.
struct few_rows {
  IN_LINES double columns[(FIRST_RATE + 2) * BLOCK], parts[2 * BLOCK];
  struct rotations rotations[BLOCK];
  struct narrow_triangle narrow;
};

INLINE int64_t few_stride(const struct scrollfit_segment *segment) {
  return segment->count <= 8 ? 8 : BLOCK;
}

// `curve` and `coefficients` are constants in each call of the following.
INLINE void prepare_few(
  enum scrollfit_curve curve, int coefficients, const struct scrollfit_segment *segment, struct few_rows *rows) {
  struct scrollfit_triangle empty;
  scrollfit_triangle_clear(&empty);
  rows->narrow = narrowed(coefficients, 1, &empty);
  fill_curve(curve, coefficients, 1, segment, rows->columns, few_stride(segment), rows->parts);
}

INLINE void add_few(int coefficients, int64_t stride, int64_t i, struct few_rows *rows) {
  fours row = narrow_row(coefficients, 0, coefficients + 1, rows->columns, stride, i);
  add_narrow_row(coefficients, 0, &rows->narrow, rows->columns[i], row, rows->rotations + i);
}

// Adds the derivative, summed with the best coefficients.
INLINE void finish_few(
  enum scrollfit_curve curve, int coefficients, const struct scrollfit_segment *segment, struct few_rows *rows,
  struct scrollfit_triangle *triangle) {
  int64_t stride = few_stride(segment);
  scrollfit_triangle_clear(triangle);
  write_narrow(coefficients, 0, &rows->narrow, triangle);
  fill_derivatives_at_best(curve, coefficients, 1, triangle, rows->columns, stride, rows->parts);
  add_narrow_column(
    coefficients, rows->columns + coefficients * stride, rows->rotations, segment->count, &rows->narrow);
  write_narrow(coefficients, 1, &rows->narrow, triangle);
}

// The factor of fewer samples than are factored at once, of a curve with one rate. 0 where the columns without derivatives alone show
// that the least sum of squares is not below a bound: then the sum alone is set.
INLINE int factor_narrow_few(
  enum scrollfit_curve curve, int coefficients, const struct scrollfit_segment *segment, int is_at_best,
  double bound, struct scrollfit_triangle *triangle) {
  int64_t stride = few_stride(segment);
  if (is_at_best) {
    struct few_rows rows;
    prepare_few(curve, coefficients, segment, &rows);
    for (int64_t i = 0; i < segment->count; i++) add_few(coefficients, stride, i, &rows);
    triangle->inverse[RIGHT] = rows.narrow.squares;
    if (!(rows.narrow.squares < bound)) return 0;
    finish_few(curve, coefficients, segment, &rows, triangle);
    return 1;
  }
  IN_LINES double columns[(FIRST_RATE + 2) * BLOCK];
  scrollfit_triangle_clear(triangle);
  struct narrow_triangle narrow = narrowed(coefficients, 1, triangle);
  fill_curve(curve, coefficients, 1, segment, columns, stride, 0);
  for (int64_t i = 0; i < segment->count; i++) {
    fours row = narrow_row(coefficients, 1, coefficients + 1, columns, stride, i);
    add_narrow_row(coefficients, 1, &narrow, columns[i], row, 0);
  }
  write_narrow(coefficients, 1, &narrow, triangle);
  return 1;
}

// The same of any curve.
static int factor_few(
  enum scrollfit_curve curve, int64_t coefficients, int64_t derivatives, const struct scrollfit_segment *segment,
  int is_at_best, double bound, struct scrollfit_triangle *triangle) {
  if (curve == SCROLLFIT_DECAY && coefficients == 2 && derivatives == 1)
    return factor_narrow_few(SCROLLFIT_DECAY, 2, segment, is_at_best, bound, triangle);
  if (curve == SCROLLFIT_DECAY && derivatives == 1)
    return factor_narrow_few(SCROLLFIT_DECAY, 3, segment, is_at_best, bound, triangle);
  if (curve == SCROLLFIT_FINGER_STOP && derivatives == 1)
    return factor_narrow_few(SCROLLFIT_FINGER_STOP, 2, segment, is_at_best, bound, triangle);
  if (curve == SCROLLFIT_CRITICAL_SPRING && derivatives == 1)
    return factor_narrow_few(SCROLLFIT_CRITICAL_SPRING, 3, segment, is_at_best, bound, triangle);
  struct rows rows;
  int64_t stride = segment->count <= 8 ? 8 : BLOCK;
  if (is_at_best) {
    IN_LINES double parts[4 * BLOCK];
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
  IN_LINES double own[SCROLLFIT_SAMPLES_AT_ONCE * SCROLLFIT_NUMBERS_AT_BEST];
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

double NAME(linearize_below)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_at_best, double bound, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum) {
  struct scrollfit_triangle found;
  struct scrollfit_minimum least;
  int is_factored =
    segment->count < SCROLLFIT_FEWEST_AT_ONCE
      ? factor_few(curve, coefficients, derivatives, segment, is_at_best, bound, &found)
      : factor_many(curve, coefficients, derivatives, segment, is_at_best, bound, space, &found);
  if (!is_factored) return found.inverse[RIGHT];
  find_minimum(FIRST_RATE, CURVE_COLUMNS, &found, &least);
  if (!(least.squares_of_first < bound)) return least.squares_of_first;
  copy_triangle(&found, triangle);
  *minimum = least;
  return least.squares_of_first;
}

// The number of the start with the least sum of squares; -1 where none is finite. Row by row for all starts: the rows of one wait for each
// other, those of several do not.
INLINE intptr_t best_few(
  enum scrollfit_curve curve, int coefficients, const struct scrollfit_segment *segments, intptr_t number,
  struct scrollfit_triangle *triangle) {
  struct few_rows rows[SCROLLFIT_STARTS];
  int64_t stride = few_stride(segments);
  for (intptr_t n = 0; n < number; n++) prepare_few(curve, coefficients, segments + n, rows + n);
  for (int64_t i = 0; i < segments->count; i++)
    for (intptr_t n = 0; n < number; n++) add_few(coefficients, stride, i, rows + n);
  double least = unbounded;
  intptr_t best = -1;
  for (intptr_t n = 0; n < number; n++) {
    if (!(rows[n].narrow.squares < least)) continue;
    least = rows[n].narrow.squares;
    best = n;
  }
  if (best >= 0) finish_few(curve, coefficients, segments + best, rows + best, triangle);
  return best;
}

intptr_t NAME(linearize_best)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, const double *rates, intptr_t number, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum) {
  struct scrollfit_segment segments[SCROLLFIT_STARTS];
  for (intptr_t n = 0; n < number; n++) {
    segments[n] = *segment;
    segments[n].rates[0] = rates[2 * n];
    segments[n].rates[1] = rates[2 * n + 1];
  }
  intptr_t best = -1;
  if (segment->count < SCROLLFIT_FEWEST_AT_ONCE && derivatives == 1) {
    struct scrollfit_triangle found;
    struct scrollfit_minimum own;
    if (curve == SCROLLFIT_CRITICAL_SPRING)
      best = best_few(SCROLLFIT_CRITICAL_SPRING, 3, segments, number, &found);
    else if (curve == SCROLLFIT_FINGER_STOP)
      best = best_few(SCROLLFIT_FINGER_STOP, 2, segments, number, &found);
    else if (coefficients == 2)
      best = best_few(SCROLLFIT_DECAY, 2, segments, number, &found);
    else
      best = best_few(SCROLLFIT_DECAY, 3, segments, number, &found);
    if (best < 0) return best;
    find_minimum(FIRST_RATE, CURVE_COLUMNS, &found, &own);
    if (own.squares_of_first < unbounded) {
      copy_triangle(&found, triangle);
      *minimum = own;
      return best;
    }
    // The derivatives are not finite there.
    best = -1;
  }
  double least = unbounded;
  for (intptr_t n = 0; n < number; n++) {
    double squares = NAME(linearize_below)(
      curve, coefficients, derivatives, segments + n, 1, least, space, triangle, minimum);
    if (!(squares < least)) continue;
    least = squares;
    best = n;
  }
  return best;
}
