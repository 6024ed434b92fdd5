// The triangular factor of a curve's columns but for springs with two rates: at most four, a row of it a vector of four.

// The lane of the first derivative by a rate.
enum { FIRST_RATE = 3, BLOCK = 16, CURVE_COLUMNS = 5 };

// The first four columns of a factor while it grows: a row of it is one vector, the columns behind the first and the right-hand side.
struct narrow_triangle {
  fours factor[FIRST_RATE + 1];
  double inverse[FIRST_RATE + 1], squares;
};

INLINE int is_column(int coefficients, int derivatives, int j) {
  return j < coefficients || (derivatives > 0 && j == FIRST_RATE);
}

// The rotations that took a row into a factor, and what they left of its right-hand side.
struct rotations {
  double below[FIRST_RATE], cosines[FIRST_RATE], sines[FIRST_RATE];
  // The column that took in all of the row; none below 0.
  int last;
  double right, variance;
};

// Takes in a row as add_row does. The rotations are kept unless `kept`, a constant in each call, is null.
INLINE void add_narrow_row(
  int coefficients, int derivatives, struct narrow_triangle *triangle, double first, fours row,
  struct rotations *kept) {
#pragma clang fp contract(off)
  double variance = 1;
#pragma clang loop unroll(full)
  for (int j = 0; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j)) continue;
    double below = j == 0 ? first : row[j - 1], square = below * below;
    if (kept) kept->below[j] = 0;
    if (below == 0) continue;
    double grown = variance + square * triangle->inverse[j];
    if (!(grown < unbounded)) {
      if (!(square >= 0x1p-1022)) continue;
      triangle->factor[j] = row / below;
      triangle->inverse[j] = variance / square;
      if (kept) {
        kept->below[j] = below;
        kept->last = j;
      }
      return;
    }
    double share = 1 / grown, cosine = variance * share, sine = below * triangle->inverse[j] * share;
    if (kept) {
      kept->below[j] = below;
      kept->cosines[j] = cosine;
      kept->sines[j] = sine;
    }
    fours old = triangle->factor[j];
    triangle->factor[j] = cosine * old + sine * row;
    triangle->inverse[j] *= cosine;
    row -= below * old;
    variance = grown;
  }
  triangle->squares += row[3] * row[3] / variance;
  if (kept) {
    kept->last = -1;
    kept->right = row[3];
    kept->variance = variance;
  }
}

// Adds a column behind those of `coefficients`, a constant in each call, to a factor of rows whose rotations were kept.
INLINE void add_narrow_column(
  int coefficients, const double *column, const struct rotations *rotations, int64_t count,
  struct narrow_triangle *triangle) {
#pragma clang fp contract(off)
  double upper[FIRST_RATE] = {}, last = 0, inverse = unbounded, squares = 0;
  for (int64_t k = 0; k < count; k++) {
    const struct rotations *own = rotations + k;
    double below = column[k], right = own->right, variance = own->variance;
#pragma clang loop unroll(full)
    for (int j = 0; j < coefficients; j++) {
      if (own->last == j) {
        upper[j] = below / own->below[j];
        break;
      }
      if (own->below[j] == 0) continue;
      double old = upper[j];
      upper[j] = own->cosines[j] * old + own->sines[j] * below;
      below -= own->below[j] * old;
    }
    if (own->last >= 0) continue;
    double square = below * below, grown = variance + square * inverse;
    if (below != 0 && grown < unbounded) {
      double share = 1 / grown, cosine = variance * share, sine = below * inverse * share, old = last;
      last = cosine * old + sine * right;
      inverse *= cosine;
      right -= below * old;
      variance = grown;
    } else if (below != 0 && square >= 0x1p-1022) {
      last = right / below;
      inverse = variance / square;
      continue;
    }
    squares += right * right / variance;
  }
  for (int j = 0; j < coefficients; j++) triangle->factor[j][FIRST_RATE - 1] = upper[j];
  triangle->factor[FIRST_RATE] = (fours){0, 0, 0, last};
  triangle->inverse[FIRST_RATE] = inverse;
  triangle->squares = squares;
}

// `coefficients` and `derivatives`, at most one, are constants in each call.
INLINE struct narrow_triangle narrowed(int coefficients, int derivatives, const struct scrollfit_triangle *triangle) {
  struct narrow_triangle narrow = {.squares = triangle->inverse[RIGHT]};
#pragma clang loop unroll(full)
  for (int j = 0; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j)) continue;
    const double *own = triangle->factor[j];
    narrow.factor[j] = (fours){own[1], own[2], own[3], own[RIGHT]};
    narrow.inverse[j] = triangle->inverse[j];
  }
  return narrow;
}

INLINE void write_narrow(
  int coefficients, int derivatives, const struct narrow_triangle *narrow, struct scrollfit_triangle *triangle) {
#pragma clang loop unroll(full)
  for (int j = 0; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j)) continue;
    double *own = triangle->factor[j];
    for (int k = 1; k <= FIRST_RATE; k++) own[k] = narrow->factor[j][k - 1];
    own[RIGHT] = narrow->factor[j][3];
    triangle->inverse[j] = narrow->inverse[j];
  }
  triangle->inverse[RIGHT] = narrow->squares;
}

// Row `k` of columns without the first one, and the right-hand side, which is column `right`.
INLINE fours narrow_row(
  int coefficients, int derivatives, int right, const double *columns, int64_t stride, int64_t k) {
  const double *own = columns + k;
  return (fours){
    coefficients > 1 ? own[stride] : 0, coefficients > 2 ? own[2 * stride] : 0,
    derivatives > 0 ? own[coefficients * stride] : 0, own[right * stride],
  };
}
