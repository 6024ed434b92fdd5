// The rows of a picture of 8-bit luma, reduced to bands of columns, and the comparison of reduced rows.

typedef uint16_t row_sums __attribute__((vector_size(2 * LEVELS)));
typedef uint8_t band_bytes __attribute__((vector_size(SCROLLFIT_BANDS)));
typedef uint16_t band_pairs __attribute__((vector_size(SCROLLFIT_BANDS)));
typedef uint32_t band_sums __attribute__((vector_size(SCROLLFIT_BANDS)));

INLINE uint32_t total_levels(row_sums row) {
  typedef uint32_t wide_sums __attribute__((vector_size(4 * LEVELS)));
  wide_sums all = __builtin_convertvector(row, wide_sums);
  return total(__builtin_shufflevector(all, all, ONE) + __builtin_shufflevector(all, all, OTHER));
}

INLINE void add_levels(row_sums *row, level_sums *squares, bytes more) {
  levels v = as_levels(more);
  *row += (row_sums)v;
  add_products(squares, v, v);
}

void NAME(sum_rows)(
  const uint8_t *picture, intptr_t width, intptr_t height, uint8_t *means, struct scrollfit_level_sums *sums) {
  // 2^32 / n, rounded up: the quotient of a sum of n levels is exact, as 255 n^2 < 2^32.
  uint64_t inverses[SCROLLFIT_BANDS];
  intptr_t ends[SCROLLFIT_BANDS];
  for (int band = 0, start = 0; band < SCROLLFIT_BANDS; start = ends[band++]) {
    ends[band] = (band + 1) * width / SCROLLFIT_BANDS;
    inverses[band] = ((UINT64_C(1) << 32) - 1) / (uint64_t)(ends[band] - start) + 1;
  }
  for (intptr_t row = 0; row < height; row++, picture += width) {
    intptr_t start = 0;
    level_sums squares = {};
    uint32_t levels_before = 0;
    for (int band = 0; band < SCROLLFIT_BANDS; band++) {
      intptr_t end = ends[band], rest = (end - start) % LEVELS;
      row_sums band_levels = {};
      for (; start + LEVELS <= end; start += LEVELS)
        add_levels(&band_levels, &squares, load_bytes(picture + start));
      if (rest > 0 && end >= LEVELS) add_levels(&band_levels, &squares, load_last(picture + end, rest));
      else if (rest > 0) add_levels(&band_levels, &squares, load_few(picture + start, rest));
      start = end;
      uint32_t sum = total_levels(band_levels);
      *means++ = (uint8_t)(sum * inverses[band] >> 32);
      if (band % SCROLLFIT_BANDS_PER_BLOCK < SCROLLFIT_BANDS_PER_BLOCK - 1) {
        levels_before += sum;
      } else {
        *sums++ = (struct scrollfit_level_sums){levels_before + sum, total(squares)};
        levels_before = 0;
        squares = (level_sums){};
      }
    }
  }
}

INLINE band_bytes load_bands(const uint8_t *p) {
  band_bytes v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

uint32_t NAME(row_difference)(
  const uint8_t *frame, const uint8_t *key, const uint8_t *mask, intptr_t count, intptr_t stride) {
  // A pair grows by 510 at most: it holds 128 rows.
  enum { HELD = 128 };
  band_bytes selected = load_bands(mask);
  band_sums sums = {};
  while (count > 0) {
    band_pairs pairs = {};
    for (intptr_t row = count < HELD ? count : HELD; row > 0; row--, count--) {
      band_bytes a = load_bands(frame), b = load_bands(key);
      band_bytes distances = (__builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b)) & selected;
      pairs += ((band_pairs)distances & 0xFF) + ((band_pairs)distances >> 8);
      frame += stride, key += stride;
    }
    sums += ((band_sums)pairs & 0xFFFF) + ((band_sums)pairs >> 16);
  }
  uint32_t total = 0;
  for (int lane = 0; lane < SCROLLFIT_BANDS / 4; lane++) total += sums[lane];
  return total;
}

INLINE levels load_differences(const int16_t *p) {
  levels v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

// Of each pair of neighbors, the sum of the products.
INLINE void add_pairs(level_sums *sums, levels a, levels b) {
#if WIDTH == 2
  typedef int32_t wide_products __attribute__((vector_size(4 * LEVELS)));
  wide_products all = __builtin_convertvector(a, wide_products) * __builtin_convertvector(b, wide_products);
  *sums += (level_sums)(
    __builtin_shufflevector(all, all, 0, 2, 4, 6) + __builtin_shufflevector(all, all, 1, 3, 5, 7));
#else
  add_products(sums, a, b);
#endif
}

void NAME(correlate_rows)(
  const struct scrollfit_row_point *points, intptr_t count, const int16_t *key, intptr_t lags, int32_t *products,
  int32_t *energies) {
  enum { PAIRS = LEVELS / 2, TILE = SCROLLFIT_LAGS / PAIRS };
  for (intptr_t lag = 0; lag < lags; lag += SCROLLFIT_LAGS) {
    level_sums product[TILE] = {}, energy[TILE] = {};
    for (intptr_t i = 0; i < count; i++) {
      const int16_t *place = key + 2 * (points[i].place + lag);
      int32_t pair;
      __builtin_memcpy(&pair, points[i].differences, sizeof pair);
      levels own = (levels)((level_sums){} + (uint32_t)pair);
      for (int u = 0; u < TILE; u++) {
        levels other = load_differences(place + u * LEVELS);
        add_pairs(product + u, own, other);
        add_pairs(energy + u, other, other);
      }
    }
    __builtin_memcpy(products + lag, product, sizeof product);
    __builtin_memcpy(energies + lag, energy, sizeof energy);
  }
}
