// The triangular factor of a least-squares problem that grows by rows: struct scrollfit_triangle.
//
// A = Q D^1/2 U, U unit upper triangular, by Givens rotations without square roots (W. Gentleman, J. Inst. Maths Applics 12,
// 1973); columns that are there at once are factored by modified Gram-Schmidt, which is backward stable for least squares with
// the right-hand side as one more column (A. Bjorck, BIT 7, 1967). A row is one vector of eight on every path. Products and sums
// of rows and of the triangular solve round apart, so that every path has the same last digits.

enum { TRIANGLE_COLUMNS = SCROLLFIT_TRIANGLE_COLUMNS, RIGHT = SCROLLFIT_TRIANGLE_COLUMNS };

static const double unbounded = __builtin_inf();

// In line, as a factor is small.
INLINE void copy_triangle(const struct scrollfit_triangle *triangle, struct scrollfit_triangle *copy) {
  __builtin_memcpy_inline(copy, triangle, sizeof *copy);
}

// Rotates a row's part of column j into the factor's row; 0 if the column takes in all of the row.
INLINE int rotate(int j, eights *upper, double *inverse, eights *row, double *variance) {
#pragma clang fp contract(off)
  double below = (*row)[j], square = below * below;
  if (below == 0) return 1;
  double grown = *variance + square * *inverse;
  if (!(grown < unbounded)) {
    // Nothing yet, or nothing beside this row; numbers whose squares a double cannot hold have no direction.
    if (!(square >= 0x1p-1022)) return 1;
    *upper = *row / below;
    *inverse = *variance / square;
    return 0;
  }
  double share = 1 / grown, cosine = *variance * share, sine = below * *inverse * share;
  eights old = *upper;
  *upper = cosine * old + sine * *row;
  *inverse *= cosine;
  *row -= below * old;
  *variance = grown;
  return 1;
}

// `columns` is a constant in each call.
INLINE void add_row(int columns, struct scrollfit_triangle *triangle, eights row, double variance) {
#pragma clang fp contract(off)
#pragma clang loop unroll(full)
  for (int j = 0; j < columns; j++) {
    eights upper = load_eight(triangle->factor[j]);
    int is_left = rotate(j, &upper, &triangle->inverse[j], &row, &variance);
    store_eight(triangle->factor[j], upper);
    if (!is_left) return;
  }
  triangle->inverse[RIGHT] += row[RIGHT] * row[RIGHT] / variance;
}

void NAME(triangle_add)(struct scrollfit_triangle *triangle, const double *row, double variance) {
  add_row(TRIANGLE_COLUMNS, triangle, load_eight(row), variance);
}

// Factors `count` columns and the column `right`; the first `known` of them are orthogonal to each other and to `right` already.
// `known` and `count` are constants in each call. A pass over the numbers takes one column out of the later ones and sums the
// next one's products with those behind it.
INLINE void narrow_factor(
  int known, int count, double *columns, int64_t stride, int64_t right, int64_t first, int64_t gap,
  struct scrollfit_triangle *triangle) {
  double *places[TRIANGLE_COLUMNS + 1];
  for (int k = 0; k <= count; k++) places[k] = columns + (k == count ? right : k) * stride;
  eights squares[TRIANGLE_COLUMNS + 1] = {}, products[TRIANGLE_COLUMNS + 1] = {};
  for (int64_t i = 0; i < stride; i += 8) {
    eights lead = load_eight(places[0] + i);
    for (int k = known; k <= count; k++) {
      eights own = load_eight(places[k] + i);
      squares[k] += own * own;
      products[k] += lead * own;
    }
  }
  double limit = (double)stride * 0x1p-52;
#pragma clang loop unroll(full)
  for (int j = 0; j < count; j++) {
    // The known columns have been taken out of `right`.
    int from = j < known ? known : j + 1, end = j < known ? count : count + 1;
    int64_t lane = j < first ? j : j + gap;
    double length = sum_of_eight(products[j]);
    int is_left = j < known ? triangle->inverse[lane] < unbounded
                            : length > limit * limit * sum_of_eight(squares[j]) && length < unbounded;
    double inverse = !is_left ? 0 : j < known ? triangle->inverse[lane] : 1 / length;
    double shares[TRIANGLE_COLUMNS + 1];
    double *row = triangle->factor[lane];
    for (int k = from; k < end; k++) {
      shares[k] = sum_of_eight(products[k]) * inverse;
      row[k == count ? RIGHT : k < first ? k : k + gap] = shares[k];
    }
    if (is_left) triangle->inverse[lane] = inverse;
    for (int k = from; k <= count; k++) products[k] = (eights){};
    for (int64_t i = 0; i < stride; i += 8) {
      eights own = load_eight(places[j] + i), next = j + 1 < known ? load_eight(places[j + 1] + i) : (eights){};
      for (int k = from; k <= count; k++) {
        eights rest = load_eight(places[k] + i);
        if (k < end) {
          rest -= shares[k] * own;
          store_eight(places[k] + i, rest);
        }
        if (k == j + 1) next = rest;
        products[k] += next * rest;
      }
    }
  }
  triangle->inverse[RIGHT] = sum_of_eight(products[count]);
}

static void factor_columns(
  int64_t count, double *columns, int64_t stride, int64_t right, int64_t first, int64_t gap,
  struct scrollfit_triangle *triangle) {
  scrollfit_triangle_clear(triangle);
  switch (count) {
  case 1: narrow_factor(0, 1, columns, stride, right, first, gap, triangle); break;
  case 2: narrow_factor(0, 2, columns, stride, right, first, gap, triangle); break;
  case 3: narrow_factor(0, 3, columns, stride, right, first, gap, triangle); break;
  case 4: narrow_factor(0, 4, columns, stride, right, first, gap, triangle); break;
  case 5: narrow_factor(0, 5, columns, stride, right, first, gap, triangle); break;
  case 6: narrow_factor(0, 6, columns, stride, right, first, gap, triangle); break;
  case 7: narrow_factor(0, 7, columns, stride, right, first, gap, triangle); break;
  }
}

void NAME(triangle_factor)(
  double *columns, intptr_t stride, intptr_t first, intptr_t later, intptr_t lane,
  struct scrollfit_triangle *triangle) {
  factor_columns(first + later, columns, stride, first + later, first, lane - first, triangle);
}

// Set in the lanes of the columns of which the ones before them leave nothing but rounding. A column that has nothing yet is
// none of them. `columns` is a constant in each call.
INLINE eight_integers spanned_columns(int columns, const struct scrollfit_triangle *triangle) {
  const eight_integers index = {0, 1, 2, 3, 4, 5, 6, 7};
  eights inverse = load_eight(triangle->inverse), scaled = 1e-28 * inverse;
  eight_integers spanned = {};
#pragma clang loop unroll(full)
  for (int i = 0; i + 1 < columns; i++) {
    eights row = load_eight(triangle->factor[i]);
    spanned |= (eight_integers)(triangle->inverse[i] <= scaled * row * row) & (eight_integers)(index > i);
  }
  return spanned & (eight_integers)(inverse < unbounded) & (eight_integers)(index < RIGHT);
}

// The lowest lane below `count` that is set; `count` where none is.
INLINE int64_t first_set(eight_integers mask, int64_t count) {
  int64_t j = 0;
  while (j < count && !mask[j]) j++;
  return j;
}

INLINE int is_any_set(eight_integers mask) {
  return __builtin_reduce_or(mask) != 0;
}

static void solve_triangle(const struct scrollfit_triangle *triangle, int64_t count, double *solution) {
#pragma clang fp contract(off)
  struct scrollfit_triangle others;
  for (;;) {
    eight_integers spanned = spanned_columns(TRIANGLE_COLUMNS, triangle);
    if (!is_any_set(spanned)) break;
    int64_t j = first_set(spanned, count);
    if (j == count) break;
    // The columns before column j span it: its row's part in the columns after it is the others' to explain.
    if (triangle != &others) others = *triangle;
    eights rest = load_eight(triangle->factor[j]);
    for (int64_t k = 0; k <= j; k++) rest[k] = 0;
    double variance = triangle->inverse[j];
    store_eight(others.factor[j], (eights){});
    others.inverse[j] = unbounded;
    add_row(TRIANGLE_COLUMNS, &others, rest, variance);
    triangle = &others;
  }
  for (int64_t j = 0; j < 8; j++) solution[j] = 0;
  for (int64_t j = count - 1; j >= 0; j--) {
    if (!(triangle->inverse[j] < unbounded)) continue;
    const double *row = triangle->factor[j];
    double explained = 0;
    for (int64_t k = j + 1; k < count; k++) explained += row[k] * solution[k];
    solution[j] = row[RIGHT] - explained;
  }
}

void NAME(triangle_solve)(const struct scrollfit_triangle *triangle, intptr_t count, double *solution) {
  solve_triangle(triangle, count, solution);
}

// Returns 1 where the columns before one of the first `columns`, a constant in each call, leave nothing of it but rounding. It reads
// number by number: a vector of numbers that were just stored one by one is not there before all of them are in the cache.
INLINE int is_any_spanned(int columns, const struct scrollfit_triangle *triangle) {
#pragma clang fp contract(off)
  int is_any = 0;
#pragma clang loop unroll(full)
  for (int k = 1; k < columns; k++) {
    double inverse = triangle->inverse[k], scaled = 1e-28 * inverse;
    int is_spanned = 0;
    for (int i = 0; i < k; i++) {
      double share = triangle->factor[i][k];
      is_spanned |= triangle->inverse[i] <= scaled * share * share;
    }
    is_any |= is_spanned & (inverse < unbounded);
  }
  return is_any;
}

// Solves for the first `count` columns, a constant in each call, of which the ones before them span none.
INLINE eights solve_unspanned(int count, const struct scrollfit_triangle *triangle) {
#pragma clang fp contract(off)
  double solution[8] = {};
#pragma clang loop unroll(full)
  for (int j = count - 1; j >= 0; j--) {
    const double *row = triangle->factor[j];
    double explained = 0;
    for (int k = j + 1; k < count; k++) explained += row[k] * solution[k];
    solution[j] = triangle->inverse[j] < unbounded ? row[RIGHT] - explained : 0;
  }
  return (eights){solution[0], solution[1], solution[2], solution[3], solution[4], solution[5], solution[6], solution[7]};
}

// The same for the first `first` and for all of `columns` columns, constants in each call, with what they leave.
INLINE void find_minimum(
  int first, int columns, const struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum) {
#pragma clang fp contract(off)
  double squares = triangle->inverse[RIGHT];
  minimum->squares = squares;
  for (int j = first; j < columns; j++) {
    double rotated = triangle->factor[j][RIGHT];
    squares += rotated * rotated / triangle->inverse[j];
  }
  minimum->squares_of_first = squares;
  if (is_any_spanned(columns, triangle)) {
    solve_triangle(triangle, first, minimum->coefficients_of_first);
    solve_triangle(triangle, columns, minimum->coefficients);
    return;
  }
  eights only = solve_unspanned(first, triangle), all = columns > first ? solve_unspanned(columns, triangle) : only;
  store_eight(minimum->coefficients, all);
  store_eight(minimum->coefficients_of_first, only);
}

// Sums of the coefficients with three rows of weights, and R^-T applied to these.
struct combination {
  eights whitened[3];
  double values[3];
};

// `columns` is a constant in each call.
INLINE struct combination combine(
  int columns, const struct scrollfit_triangle *triangle, double unknown, const eights *weights) {
  double numbers[8], deviations[8];
  eight_integers spanned = {};
  eights solution;
  if (is_any_spanned(columns, triangle)) {
    spanned = spanned_columns(columns, triangle);
    solve_triangle(triangle, columns, numbers);
    solution = load_eight(numbers);
  } else {
    solution = solve_unspanned(columns, triangle);
  }
  struct combination sums = {};
  eights inverse = load_eight(triangle->inverse), rest[3];
  for (int k = 0; k < 3; k++) {
    rest[k] = weights[k];
    sums.values[k] = sum_of_eight(rest[k] * solution);
  }
  eight_integers is_known = (eight_integers)(inverse < unbounded) & ~spanned;
  eights variances =
    (eights)((is_known & (eight_integers)inverse) | (~is_known & (eight_integers)(unknown - (eights){})));
  store_eight(deviations, __builtin_elementwise_sqrt(variances));
#pragma clang loop unroll(full)
  for (int j = 0; j < columns; j++) {
    if (!(deviations[j] > 0)) continue;
    eights row = load_eight(triangle->factor[j]);
    for (int k = 0; k < 3; k++) {
      double weight = rest[k][j];
      rest[k] -= weight * row;
      sums.whitened[k][j] = weight * deviations[j];
    }
  }
  return sums;
}

void NAME(triangle_combine)(
  const struct scrollfit_triangle *triangle, double unknown, const double *weights, double *values,
  double *whitened) {
  eights rows[3] = {load_eight(weights), load_eight(weights + 8), load_eight(weights + 16)};
  struct combination sums = combine(TRIANGLE_COLUMNS, triangle, unknown, rows);
  for (int k = 0; k < 3; k++) {
    values[k] = sums.values[k];
    store_eight(whitened + 8 * k, sums.whitened[k]);
  }
}
