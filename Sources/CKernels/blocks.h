// The comparison of blocks of two pictures of 8-bit luma, by which displacements are verified.

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
typedef uint32_t level_sums __attribute__((vector_size(2 * LEVELS)));

INLINE bytes load_bytes(const uint8_t *p) {
  bytes v;
  __builtin_memcpy(&v, p, LEVELS);
  return v;
}

INLINE levels as_levels(bytes v) { return __builtin_convertvector(v, levels); }

INLINE void add_products(level_sums *sums, levels a, levels b) {
  typedef int32_t wide_products __attribute__((vector_size(4 * LEVELS)));
  wide_products all = __builtin_convertvector(a, wide_products) * __builtin_convertvector(b, wide_products);
  *sums += (level_sums)(__builtin_shufflevector(all, all, ONE) + __builtin_shufflevector(all, all, OTHER));
}

INLINE uint32_t total(level_sums sums) {
  uint32_t total = 0;
  for (int lane = 0; lane < LEVELS / 2; lane++) total += sums[lane];
  return total;
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

// The rows of a picture and their sums from a block's first compared one on.
struct block_rows {
  const uint8_t *levels;
  const struct scrollfit_level_sums *sums;
};

INLINE struct block_rows rows_of(const struct scrollfit_block *block, const struct scrollfit_picture *picture) {
  intptr_t column = block->number % SCROLLFIT_BLOCK_COLUMNS;
  return (struct block_rows){
    picture->levels + block->offset, picture->sums + block->row * SCROLLFIT_BLOCK_COLUMNS + column};
}

// Compared rows lie far apart in memory: those of a later block are asked for while this one is summed.
INLINE void prefetch_block(
  const struct scrollfit_block *block, const struct scrollfit_picture *picture, intptr_t width, intptr_t step) {
  struct block_rows rows = rows_of(block, picture);
  for (int row = 0; row < block->rows; row++) {
    __builtin_prefetch(rows.sums + row * step * SCROLLFIT_BLOCK_COLUMNS);
    for (int column = 0; column < block->columns; column += 64)
      __builtin_prefetch(rows.levels + row * step * width + column);
  }
}

INLINE uint32_t sum_products(const struct scrollfit_block *block, const uint8_t *a, const uint8_t *b, intptr_t step) {
  intptr_t whole = block->columns / LEVELS * LEVELS, rest = block->columns - whole;
  level_sums sums = {};
  for (int row = 0; row < block->rows; row++, a += step, b += step) {
    for (intptr_t column = 0; column < whole; column += LEVELS)
      add_products(&sums, as_levels(load_bytes(a + column)), as_levels(load_bytes(b + column)));
    if (rest > 0 && whole > 0)
      add_products(&sums, as_levels(load_last(a + block->columns, rest)), as_levels(load_last(b + block->columns, rest)));
    else if (rest > 0)
      add_products(&sums, as_levels(load_few(a, rest)), as_levels(load_few(b, rest)));
  }
  return total(sums);
}

// What blocks of two pictures, a and b, sum to, a block a lane.
struct block_sums {
  lanes count, a, b, aa, bb, ab;
};

INLINE void sum_block(
  const struct scrollfit_block *block, const struct scrollfit_picture *frame, const struct scrollfit_picture *key,
  intptr_t width, intptr_t step, struct block_sums *sums, int lane) {
  struct block_rows a = rows_of(block, frame), b = rows_of(block, key);
  struct scrollfit_level_sums own = {}, other = {};
  for (intptr_t row = 0; row < block->rows; row++) {
    intptr_t place = row * step * SCROLLFIT_BLOCK_COLUMNS;
    own.levels += a.sums[place].levels, own.squares += a.sums[place].squares;
    other.levels += b.sums[place].levels, other.squares += b.sums[place].squares;
  }
  sums->count[lane] = block->columns * block->rows;
  sums->a[lane] = own.levels, sums->aa[lane] = own.squares;
  sums->b[lane] = other.levels, sums->bb[lane] = other.squares;
  sums->ab[lane] = sum_products(block, a.levels, b.levels, step * width);
}

void NAME(compare_blocks)(
  const struct scrollfit_block *blocks, intptr_t count, const struct scrollfit_picture *frame,
  const struct scrollfit_picture *key, intptr_t shift, intptr_t width, intptr_t step, double least_energy,
  const struct scrollfit_comparison *results) {
#pragma clang fp contract(off)
  enum { AHEAD = 8 };
  const struct scrollfit_picture shifted = {
    key->levels + shift * width, key->sums + shift * SCROLLFIT_BLOCK_COLUMNS};
  for (intptr_t first = 0; first < count; first += WIDTH) {
    struct block_sums sums = {.count = all(1)};
    int filled = count - first < WIDTH ? (int)(count - first) : WIDTH;
    for (int lane = 0; lane < filled; lane++) {
      const struct scrollfit_block *block = blocks + first + lane;
      if (first + lane + AHEAD < count) {
        prefetch_block(block + AHEAD, frame, width, step);
        prefetch_block(block + AHEAD, &shifted, width, step);
      }
      sum_block(block, frame, &shifted, width, step, &sums, lane);
    }
    lanes mean_a = sums.a / sums.count, mean_b = sums.b / sums.count;
    lanes texture = sums.aa / sums.count - mean_a * mean_a;
    lanes energy = texture + sums.bb / sums.count - mean_b * mean_b;
    lanes covariance = sums.ab / sums.count - mean_a * mean_b;
    lanes mismatch = choose(energy > least_energy, 1 - 2 * covariance / energy, all(__builtin_nan("")));
    for (int lane = 0; lane < filled; lane++) {
      int32_t number = blocks[first + lane].number;
      results->mismatches[number] = (float)mismatch[lane];
      results->energies[number] = (float)energy[lane];
      results->textures[number] = (float)texture[lane];
    }
  }
}
