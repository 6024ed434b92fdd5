// The sums over blocks of two pictures of 8-bit luma, by which displacements are verified.

// Levels as 16-bit numbers, whose products are summed in 32 bits, two in each lane: halves of a vector, or neighbors, as AVX2
// has them in one instruction. AVX-512 has it for its widest vectors only with an extension.
#if WIDTH == 2
#define LEVELS 8
#define ONE 0, 1, 2, 3
#define OTHER 4, 5, 6, 7
#else
#define LEVELS 16
#define ONE 0, 2, 4, 6, 8, 10, 12, 14
#define OTHER 1, 3, 5, 7, 9, 11, 13, 15
#endif
typedef uint8_t bytes __attribute__((vector_size(LEVELS)));
typedef int16_t levels __attribute__((vector_size(2 * LEVELS)));
typedef uint16_t row_sums __attribute__((vector_size(2 * LEVELS)));
typedef uint32_t level_sums __attribute__((vector_size(2 * LEVELS)));

INLINE bytes load_bytes(const uint8_t *p) {
  bytes v;
  __builtin_memcpy(&v, p, LEVELS);
  return v;
}

INLINE void add_products(level_sums *sums, levels a, levels b) {
  typedef int32_t wide_products __attribute__((vector_size(4 * LEVELS)));
  wide_products all = __builtin_convertvector(a, wide_products) * __builtin_convertvector(b, wide_products);
  *sums += (level_sums)(__builtin_shufflevector(all, all, ONE) + __builtin_shufflevector(all, all, OTHER));
}

INLINE void add_sums(level_sums *sums, row_sums row) {
  typedef uint32_t wide_sums __attribute__((vector_size(4 * LEVELS)));
  wide_sums all = __builtin_convertvector(row, wide_sums);
  *sums += __builtin_shufflevector(all, all, ONE) + __builtin_shufflevector(all, all, OTHER);
}

INLINE uint32_t total(level_sums sums) {
  uint32_t total = 0;
  for (int lane = 0; lane < LEVELS / 2; lane++) total += sums[lane];
  return total;
}

struct level_moments {
  level_sums a, b, aa, bb, ab;
};

INLINE void add_levels(struct level_moments *sums, row_sums *a, row_sums *b, bytes more_a, bytes more_b) {
  levels x = __builtin_convertvector(more_a, levels), y = __builtin_convertvector(more_b, levels);
  *a += (row_sums)x;
  *b += (row_sums)y;
  add_products(&sums->aa, x, x);
  add_products(&sums->bb, y, y);
  add_products(&sums->ab, x, y);
}

// The last `count` levels before `end` of a row that has as many as a vector before it, zeros before them.
INLINE bytes load_last(const uint8_t *end, intptr_t count) {
  static const uint8_t mask[2 * LEVELS] = {[LEVELS... 2 * LEVELS - 1] = 0xFF};
  return load_bytes(end - LEVELS) & load_bytes(mask + count);
}

INLINE bytes load_few(const uint8_t *p, intptr_t count) {
  bytes v = {};
  for (intptr_t i = 0; i < count; i++) v[i] = p[i];
  return v;
}

// Compared rows lie far apart in memory: those of a later block are asked for while this one is summed.
INLINE void prefetch_block(const struct scrollfit_block *block, const uint8_t *frame, const uint8_t *key, intptr_t step) {
  const uint8_t *a = frame + block->offset, *b = key + block->offset;
  for (int row = 0; row < block->rows; row++, a += step, b += step)
    for (int column = 0; column < block->columns; column += 64) {
      __builtin_prefetch(a + column);
      __builtin_prefetch(b + column);
    }
}

void NAME(sum_blocks)(
  const struct scrollfit_block *blocks, intptr_t count, const uint8_t *frame, const uint8_t *key, intptr_t step,
  struct scrollfit_block_sums *results) {
  enum { AHEAD = 8 };
  for (intptr_t i = 0; i < count; i++) {
    struct scrollfit_block block = blocks[i];
    if (i + AHEAD < count) prefetch_block(blocks + i + AHEAD, frame, key, step);
    const uint8_t *a = frame + block.offset, *b = key + block.offset;
    intptr_t whole = block.columns / LEVELS * LEVELS, rest = block.columns - whole;
    struct level_moments sums = {};
    for (int row = 0; row < block.rows; row++, a += step, b += step) {
      row_sums row_a = {}, row_b = {};
      for (intptr_t column = 0; column < whole; column += LEVELS)
        add_levels(&sums, &row_a, &row_b, load_bytes(a + column), load_bytes(b + column));
      if (rest > 0 && whole > 0)
        add_levels(&sums, &row_a, &row_b, load_last(a + block.columns, rest), load_last(b + block.columns, rest));
      else if (rest > 0)
        add_levels(&sums, &row_a, &row_b, load_few(a, rest), load_few(b, rest));
      add_sums(&sums.a, row_a);
      add_sums(&sums.b, row_b);
    }
    results[i] = (struct scrollfit_block_sums){
      total(sums.a), total(sums.b), total(sums.aa), total(sums.bb), total(sums.ab)};
  }
}
