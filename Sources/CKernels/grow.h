// The triangular factor of a curve's columns, as it takes in the samples of a segment one by one.

// The first four columns of a factor while it grows: a row of it is one vector, the columns behind the first and the right-hand side.
struct narrow_triangle {
  fours factor[FIRST_RATE + 1];
  double inverse[FIRST_RATE + 1], squares;
};

INLINE int is_column(int coefficients, int derivatives, int j) {
  return j < coefficients || (derivatives > 0 && j == FIRST_RATE);
}

// Takes in a row as add_row does.
INLINE void add_narrow_row(
  int coefficients, int derivatives, struct narrow_triangle *triangle, double first, fours row) {
#pragma clang fp contract(off)
  double variance = 1;
#pragma clang loop unroll(full)
  for (int j = 0; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j)) continue;
    double below = j == 0 ? first : row[j - 1], square = below * below;
    if (below == 0) continue;
    double grown = variance + square * triangle->inverse[j];
    if (!(grown < unbounded)) {
      if (!(square >= 0x1p-1022)) continue;
      triangle->factor[j] = row / below;
      triangle->inverse[j] = variance / square;
      return;
    }
    double share = 1 / grown, cosine = variance * share, sine = below * triangle->inverse[j] * share;
    fours old = triangle->factor[j];
    triangle->factor[j] = cosine * old + sine * row;
    triangle->inverse[j] *= cosine;
    row -= below * old;
    variance = grown;
  }
  triangle->squares += row[3] * row[3] / variance;
}

// `curve`, `coefficients` and `derivatives`, at most one, are constants in each call.
INLINE void grow_narrow(
  enum scrollfit_curve curve, int coefficients, int derivatives, const struct scrollfit_segment *segment,
  int is_backward, struct scrollfit_triangle *triangle, double *remainders, struct scrollfit_minimum *minimum) {
  struct narrow_triangle narrow = {.squares = triangle->inverse[RIGHT]};
#pragma clang loop unroll(full)
  for (int j = 0; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j)) continue;
    const double *own = triangle->factor[j];
    narrow.factor[j] = (fours){own[1], own[2], own[3], own[RIGHT]};
    narrow.inverse[j] = triangle->inverse[j];
  }
  double numbers[(FIRST_RATE + 2) * BLOCK];
  int64_t stride = segment->count <= 8 ? 8 : BLOCK;
  for (int64_t done = 0; done < segment->count; done += BLOCK) {
    int64_t left = segment->count - done, count = left < BLOCK ? left : BLOCK;
    struct scrollfit_segment block = part_of(segment, is_backward ? left - count : done, count);
    fill_curve(curve, coefficients, derivatives, &block, numbers, stride, 0);
    for (int64_t k = 0; k < count; k++) {
      const double *own = numbers + (is_backward ? count - 1 - k : k);
      fours row = {
        coefficients > 1 ? own[stride] : 0, coefficients > 2 ? own[2 * stride] : 0,
        derivatives > 0 ? own[coefficients * stride] : 0, own[(coefficients + derivatives) * stride],
      };
      add_narrow_row(coefficients, derivatives, &narrow, own[0], row);
      if (remainders) remainders[done + k] = narrow.squares;
    }
  }
#pragma clang loop unroll(full)
  for (int j = 0; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j)) continue;
    double *own = triangle->factor[j];
    for (int k = 1; k <= FIRST_RATE; k++) own[k] = narrow.factor[j][k - 1];
    own[RIGHT] = narrow.factor[j][3];
    triangle->inverse[j] = narrow.inverse[j];
  }
  triangle->inverse[RIGHT] = narrow.squares;
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
  }
}

#undef GROW
