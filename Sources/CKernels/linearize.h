// The triangular factor of a curve's columns over the samples of a segment, at once or one by one.

// The lane of the first derivative by a rate.
enum { FIRST_RATE = 3, BLOCK = 16, CURVE_COLUMNS = 5 };

void NAME(linearize)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle) {
  double own[SCROLLFIT_SAMPLES_AT_ONCE * (CURVE_COLUMNS + 1)];
  int64_t stride = (segment->count + 7) / 8 * 8;
  double *columns = stride <= SCROLLFIT_SAMPLES_AT_ONCE ? own : space;
  NAME(curve_columns)(curve, coefficients, derivatives, segment, columns, stride);
  factor_columns(
    coefficients + derivatives, columns, stride, coefficients, FIRST_RATE - coefficients, triangle);
}

void NAME(grow)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, struct scrollfit_triangle *triangle,
  double *remainders) {
  double columns[(CURVE_COLUMNS + 2) * BLOCK];
  // A column of zeros for the lanes without a column.
  const double *lanes_of[CURVE_COLUMNS], *zeros = columns + (CURVE_COLUMNS + 1) * BLOCK;
  for (int64_t j = 0; j < CURVE_COLUMNS; j++) {
    int64_t column = j < FIRST_RATE ? j : j - FIRST_RATE + coefficients;
    int is_there = j < FIRST_RATE ? j < coefficients : j - FIRST_RATE < derivatives;
    lanes_of[j] = is_there ? columns + column * BLOCK : zeros;
  }
  for (int64_t i = 0; i < BLOCK; i++) columns[(CURVE_COLUMNS + 1) * BLOCK + i] = 0;
  const double *right = columns + (coefficients + derivatives) * BLOCK;
  struct scrollfit_triangle grown = *triangle;
  for (int64_t done = 0; done < segment->count; done += BLOCK) {
    int64_t left = segment->count - done, count = left < BLOCK ? left : BLOCK;
    int64_t first = is_backward ? left - count : done;
    struct scrollfit_segment block = *segment;
    block.times += first;
    block.offsets += first;
    block.precisions += first;
    block.readable -= first;
    block.count = count;
    NAME(curve_columns)(curve, coefficients, derivatives, &block, columns, BLOCK);
    for (int64_t k = 0; k < count; k++) {
      int64_t i = is_backward ? count - 1 - k : k;
      eights row = {lanes_of[0][i], lanes_of[1][i], lanes_of[2][i], lanes_of[3][i], lanes_of[4][i], 0, 0, right[i]};
      add_row(CURVE_COLUMNS, &grown, row, 1);
      if (remainders) remainders[done + k] = grown.inverse[RIGHT];
    }
  }
  *triangle = grown;
}
