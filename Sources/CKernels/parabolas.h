// Eight parabolas that begin at neighboring samples, each grown by one sample at a time: a lane each, with the operations of add_row.

enum { PARABOLA_COLUMNS = 3, PARABOLAS = SCROLLFIT_PARABOLAS };

// The triangular factors of eight least-squares problems; above the diagonal, the right-hand side in the last column.
struct eight_triangles {
  eights factor[PARABOLA_COLUMNS][PARABOLA_COLUMNS + 1], inverse[PARABOLA_COLUMNS], squares;
};

INLINE eights choose_eight(eight_integers mask, eights a, eights b) {
  return (eights)((mask & (eight_integers)a) | (~mask & (eight_integers)b));
}

// Takes a row into each of them.
INLINE void add_eight_rows(struct eight_triangles *triangles, eights *row) {
#pragma clang fp contract(off)
  eights variance = 1 - (eights){};
  eight_integers is_left = ~(eight_integers){};
#pragma clang loop unroll(full)
  for (int j = 0; j < PARABOLA_COLUMNS; j++) {
    eights below = row[j], square = below * below, inverse = triangles->inverse[j];
    eights grown = variance + square * inverse;
    eight_integers has_part = is_left & (eight_integers)(below != 0), is_finite = (eight_integers)(grown < unbounded);
    eight_integers is_rotated = has_part & is_finite;
    eight_integers is_first = has_part & ~is_finite & (eight_integers)(square >= 0x1p-1022);
    eights share = 1 / grown, cosine = variance * share, sine = below * inverse * share;
    triangles->inverse[j] = choose_eight(is_rotated, inverse * cosine, inverse);
    for (int k = j + 1; k <= PARABOLA_COLUMNS; k++) {
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
  eights right = row[PARABOLA_COLUMNS];
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
  struct eight_triangles triangles = {};
  for (int j = 0; j < PARABOLA_COLUMNS; j++) triangles.inverse[j] = unbounded - (eights){};
  int64_t count = segment->count;
  eights start = eight_from(segment->times, 0, count), level = eight_from(segment->offsets, 0, count);
  for (int64_t k = 0; k < longest; k++) {
    eights t = eight_from(segment->times, k, count) - start, precision = eight_from(segment->precisions, k, count);
    eights row[PARABOLA_COLUMNS + 1] = {
      precision, t * precision, t * t * precision, (eight_from(segment->offsets, k, count) - level) * precision,
    };
    add_eight_rows(&triangles, row);
    store_eight(squares + PARABOLAS * k, triangles.squares);
  }
}
