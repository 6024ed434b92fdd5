// Eight parabolas or cubics over neighboring samples, each grown by one sample at a time: a lane each, with the operations of add_row.

enum { PARABOLA_COLUMNS = 3, CUBIC_COLUMNS = 4, PARABOLAS = SCROLLFIT_PARABOLAS };

// The triangular factors of eight least-squares problems; above the diagonal, the right-hand side behind the last column.
struct eight_triangles {
  eights factor[CUBIC_COLUMNS][CUBIC_COLUMNS + 1], inverse[CUBIC_COLUMNS], squares;
};

INLINE struct eight_triangles empty_triangles(void) {
  struct eight_triangles triangles = {};
  for (int j = 0; j < CUBIC_COLUMNS; j++) triangles.inverse[j] = unbounded - (eights){};
  return triangles;
}

// Takes a row into each of them. `columns` is a constant in each call.
INLINE void add_eight_rows(int columns, struct eight_triangles *triangles, eights *row) {
#pragma clang fp contract(off)
  eights variance = 1 - (eights){};
  eight_integers is_left = ~(eight_integers){};
#pragma clang loop unroll(full)
  for (int j = 0; j < columns; j++) {
    eights below = row[j], square = below * below, inverse = triangles->inverse[j];
    eights grown = variance + square * inverse;
    eight_integers has_part = is_left & (eight_integers)(below != 0), is_finite = (eight_integers)(grown < unbounded);
    eight_integers is_rotated = has_part & is_finite;
    eight_integers is_first = has_part & ~is_finite & (eight_integers)(square >= 0x1p-1022);
    eights share = 1 / grown, cosine = variance * share, sine = below * inverse * share;
    triangles->inverse[j] = choose_eight(is_rotated, inverse * cosine, inverse);
    for (int k = j + 1; k <= columns; k++) {
      eights old = triangles->factor[j][k];
      triangles->factor[j][k] = choose_eight(is_rotated, cosine * old + sine * row[k], old);
      if (is_any_set(is_first))
        triangles->factor[j][k] = choose_eight(is_first, row[k] / below, triangles->factor[j][k]);
      row[k] = choose_eight(is_rotated, row[k] - below * old, row[k]);
    }
    if (is_any_set(is_first))
      triangles->inverse[j] = choose_eight(is_first, variance / square, triangles->inverse[j]);
    variance = choose_eight(is_rotated, grown, variance);
    is_left &= ~is_first;
  }
  eights right = row[columns];
  triangles->squares = choose_eight(is_left, triangles->squares + right * right / variance, triangles->squares);
}

// Numbers `first` and later of `count`, the last one where there are no more.
INLINE eights eight_from(const double *numbers, int64_t first, int64_t count) {
  if (first + PARABOLAS <= count) return load_eight(numbers + first);
  eights own;
  for (int64_t i = 0; i < PARABOLAS; i++) own[i] = numbers[first + i < count ? first + i : count - 1];
  return own;
}

void NAME(parabolas)(const struct scrollfit_segment *segment, intptr_t longest, double *squares) {
#pragma clang fp contract(off)
  struct eight_triangles triangles = empty_triangles();
  int64_t count = segment->count;
  eights start = eight_from(segment->times, 0, count), level = eight_from(segment->offsets, 0, count);
  for (int64_t k = 0; k < longest; k++) {
    eights t = eight_from(segment->times, k, count) - start, precision = eight_from(segment->precisions, k, count);
    eights row[PARABOLA_COLUMNS + 1] = {
      precision, t * precision, t * t * precision, (eight_from(segment->offsets, k, count) - level) * precision,
    };
    add_eight_rows(PARABOLA_COLUMNS, &triangles, row);
    store_eight(squares + PARABOLAS * k, triangles.squares);
  }
}

// The coefficient of the first column in each of them.
INLINE eights first_coefficients(const struct eight_triangles *triangles) {
#pragma clang fp contract(off)
  eights solution[CUBIC_COLUMNS];
#pragma clang loop unroll(full)
  for (int j = CUBIC_COLUMNS - 1; j >= 0; j--) {
    eights explained = {};
    for (int k = j + 1; k < CUBIC_COLUMNS; k++) explained += triangles->factor[j][k] * solution[k];
    eight_integers is_known = (eight_integers)(triangles->inverse[j] < unbounded);
    solution[j] = choose_eight(is_known, triangles->factor[j][CUBIC_COLUMNS] - explained, (eights){});
  }
  eight_integers is_spanned = {};
  for (int k = 1; k < CUBIC_COLUMNS; k++)
    for (int i = 0; i < k; i++) {
      eights share = triangles->factor[i][k], scaled = 1e-28 * triangles->inverse[k];
      is_spanned |= (eight_integers)(triangles->inverse[i] <= scaled * share * share)
        & (eight_integers)(triangles->inverse[k] < unbounded);
    }
  if (!is_any_set(is_spanned)) return solution[0];
  for (int lane = 0; lane < PARABOLAS; lane++) {
    struct scrollfit_triangle own;
    double coefficients[8];
    scrollfit_triangle_clear(&own);
    for (int j = 0; j < CUBIC_COLUMNS; j++) {
      for (int k = j + 1; k < CUBIC_COLUMNS; k++) own.factor[j][k] = triangles->factor[j][k][lane];
      own.factor[j][RIGHT] = triangles->factor[j][CUBIC_COLUMNS][lane];
      own.inverse[j] = triangles->inverse[j][lane];
    }
    solve_triangle(&own, CUBIC_COLUMNS, coefficients);
    solution[0][lane] = coefficients[0];
  }
  return solution[0];
}

void NAME(cubics)(
  const double *x, const double *y, intptr_t count, intptr_t width, int leaves_out_center, double unit,
  double *squares, double *values) {
#pragma clang fp contract(off)
  intptr_t center = width / 2;
  for (intptr_t i = 0; i + width <= count; i += PARABOLAS) {
    struct eight_triangles triangles = empty_triangles();
    eights origin = eight_from(x, i + center, count), level = eight_from(y, i + center, count);
    for (intptr_t k = 0; k < width; k++) {
      if (leaves_out_center && k == center) continue;
      eights t = (eight_from(x, i + k, count) - origin) / unit;
      eights row[CUBIC_COLUMNS + 1] = {1 - (eights){}, t, t * t, t * t * t, eight_from(y, i + k, count) - level};
      add_eight_rows(CUBIC_COLUMNS, &triangles, row);
    }
    eights own[2] = {triangles.squares, first_coefficients(&triangles)};
    intptr_t left = count - width + 1 - i, filled = left < PARABOLAS ? left : PARABOLAS;
    for (intptr_t lane = 0; lane < filled; lane++) {
      squares[i + lane] = own[0][lane];
      values[i + lane] = own[1][lane];
    }
  }
}
