// The triangular factor of a curve's columns, as it takes in the samples of a segment one by one.

// `curve`, `coefficients` and `derivatives`, at most one, are constants in each call.
INLINE void grow_narrow(
  enum scrollfit_curve curve, int coefficients, int derivatives, const struct scrollfit_segment *segment,
  int is_backward, struct scrollfit_triangle *triangle, double *remainders, struct scrollfit_minimum *minimum) {
  struct narrow_triangle narrow = narrowed(coefficients, derivatives, triangle);
  IN_LINES double numbers[(FIRST_RATE + 2) * BLOCK];
  int64_t stride = segment->count <= 8 ? 8 : BLOCK;
  for (int64_t done = 0; done < segment->count; done += BLOCK) {
    int64_t left = segment->count - done, count = left < BLOCK ? left : BLOCK;
    struct scrollfit_segment block = part_of(segment, is_backward ? left - count : done, count);
    fill_curve(curve, coefficients, derivatives, &block, numbers, stride, 0);
    for (int64_t k = 0; k < count; k++) {
      int64_t i = is_backward ? count - 1 - k : k;
      fours row = narrow_row(coefficients, derivatives, coefficients + derivatives, numbers, stride, i);
      add_narrow_row(coefficients, derivatives, &narrow, numbers[i], row, 0);
      if (remainders) remainders[done + k] = narrow.squares;
    }
  }
  write_narrow(coefficients, derivatives, &narrow, triangle);
  if (minimum) find_minimum(FIRST_RATE, derivatives > 0 ? CURVE_COLUMNS : FIRST_RATE, triangle, minimum);
}

// A spring with two rates has a column more.
INLINE void grow_spring(
  const struct scrollfit_segment *segment, int is_backward, struct scrollfit_triangle *triangle,
  double *remainders, struct scrollfit_minimum *minimum) {
  struct rows rows;
  int64_t stride = segment->count <= 8 ? 8 : BLOCK;
  prepare_rows(&rows, FIRST_RATE, 2, stride);
  for (int64_t done = 0; done < segment->count; done += BLOCK) {
    int64_t left = segment->count - done, count = left < BLOCK ? left : BLOCK;
    struct scrollfit_segment block = part_of(segment, is_backward ? left - count : done, count);
    fill_curve(SCROLLFIT_SPRING, FIRST_RATE, 2, &block, rows.columns, stride, 0);
    for (int64_t k = 0; k < count; k++) {
      add_row(CURVE_COLUMNS, triangle, row_of(&rows, is_backward ? count - 1 - k : k), 1);
      if (remainders) remainders[done + k] = triangle->inverse[RIGHT];
    }
  }
  if (minimum) find_minimum(FIRST_RATE, CURVE_COLUMNS, triangle, minimum);
}

#define GROW(curve, coefficients, derivatives) \
  grow_narrow(curve, coefficients, derivatives, segment, is_backward, triangle, remainders, minimum)

void NAME(grow)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, struct scrollfit_triangle *triangle,
  double *remainders, struct scrollfit_minimum *minimum) {
  int has_slope = derivatives > 0;
  switch (curve) {
  case SCROLLFIT_POLYNOMIAL:
    if (coefficients == 1)
      GROW(SCROLLFIT_POLYNOMIAL, 1, 0);
    else if (coefficients == 2)
      GROW(SCROLLFIT_POLYNOMIAL, 2, 0);
    else
      GROW(SCROLLFIT_POLYNOMIAL, 3, 0);
    break;
  case SCROLLFIT_DECAY:
    if (coefficients == 2 && !has_slope)
      GROW(SCROLLFIT_DECAY, 2, 0);
    else if (coefficients == 2)
      GROW(SCROLLFIT_DECAY, 2, 1);
    else if (!has_slope)
      GROW(SCROLLFIT_DECAY, 3, 0);
    else
      GROW(SCROLLFIT_DECAY, 3, 1);
    break;
  case SCROLLFIT_CRITICAL_SPRING:
    if (!has_slope)
      GROW(SCROLLFIT_CRITICAL_SPRING, 3, 0);
    else
      GROW(SCROLLFIT_CRITICAL_SPRING, 3, 1);
    break;
  case SCROLLFIT_SPRING:
    if (!has_slope)
      GROW(SCROLLFIT_SPRING, 3, 0);
    else
      grow_spring(segment, is_backward, triangle, remainders, minimum);
    break;
  case SCROLLFIT_FINGER_STOP:
    if (!has_slope)
      GROW(SCROLLFIT_FINGER_STOP, 2, 0);
    else
      GROW(SCROLLFIT_FINGER_STOP, 2, 1);
    break;
  }
}

#undef GROW
