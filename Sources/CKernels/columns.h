// Columns over the samples of one curve, made orthonormal.
//
// A column is `stride` numbers, a multiple of 8: the samples', then zeros. Vectors have eight numbers on every path, so that
// sums do not depend on the processor's width.

// Nothing that takes or returns a vector is ever called: all of it is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef double eights __attribute__((vector_size(64)));
typedef double fours __attribute__((vector_size(32)));
typedef double unaligned_eights __attribute__((vector_size(64), aligned(8)));
typedef int64_t eight_integers __attribute__((vector_size(64)));

// A vector of eight that begins so lies in one line of the cache: one that lies across two takes two accesses.
#define IN_LINES _Alignas(64)

enum { MOST_NARROW = 6 };

INLINE eights load_eight(const double *p) { return *(const unaligned_eights *)p; }

INLINE void store_eight(double *p, eights v) { *(unaligned_eights *)p = v; }

INLINE eights choose_eight(eight_integers mask, eights a, eights b) {
  return (eights)((mask & (eight_integers)a) | (~mask & (eight_integers)b));
}

INLINE double sum_of_eight(eights v) {
  fours low = __builtin_shufflevector(v, v, 0, 1, 2, 3), high = __builtin_shufflevector(v, v, 4, 5, 6, 7);
  fours half = low + high;
  return (half[0] + half[2]) + (half[1] + half[3]);
}

INLINE double column_length(const double *column, int64_t stride) {
  eights even = {}, odd = {};
  int64_t i = 0;
  for (; i + 16 <= stride; i += 16) {
    even += load_eight(column + i) * load_eight(column + i);
    odd += load_eight(column + i + 8) * load_eight(column + i + 8);
  }
  if (i < stride) even += load_eight(column + i) * load_eight(column + i);
  return __builtin_sqrt(sum_of_eight(even + odd));
}

// Takes the `count` orthonormal columns before a column out of it, all at once, and adds what is taken to `shares`. Returns the
// squared length that is left. `count` is a constant in each call.
INLINE double narrow_sweep(int count, const double *columns, int64_t stride, double *column, double *shares) {
  eights products[MOST_NARROW] = {}, squares = {};
  for (int64_t i = 0; i < stride; i += 8) {
    eights own = load_eight(column + i);
    for (int j = 0; j < count; j++) products[j] += load_eight(columns + j * stride + i) * own;
  }
  double taken[MOST_NARROW];
  for (int j = 0; j < count; j++) {
    taken[j] = sum_of_eight(products[j]);
    shares[j] += taken[j];
  }
  for (int64_t i = 0; i < stride; i += 8) {
    eights own = load_eight(column + i);
    for (int j = 0; j < count; j++) own -= taken[j] * load_eight(columns + j * stride + i);
    store_eight(column + i, own);
    squares += own * own;
  }
  return sum_of_eight(squares);
}

static double sweep(int64_t count, const double *columns, int64_t stride, double *column, double *shares) {
  switch (count) {
  case 0: return narrow_sweep(0, columns, stride, column, shares);
  case 1: return narrow_sweep(1, columns, stride, column, shares);
  case 2: return narrow_sweep(2, columns, stride, column, shares);
  case 3: return narrow_sweep(3, columns, stride, column, shares);
  case 4: return narrow_sweep(4, columns, stride, column, shares);
  case 5: return narrow_sweep(5, columns, stride, column, shares);
  case 6: return narrow_sweep(6, columns, stride, column, shares);
  }
  // Of many columns a few at a time.
  sweep(count - MOST_NARROW, columns, stride, column, shares);
  int64_t first = count - MOST_NARROW;
  return narrow_sweep(MOST_NARROW, columns + first * stride, stride, column, shares + first);
}

// Makes column j orthogonal to those before it and of length 1; 0, with the column and its part of R zero, where nothing of it is
// left. A column that loses nine tenths of its length is swept a second time: twice is enough for orthonormal columns to working
// precision (W. Kahan and B. Parlett, in B. Parlett, The Symmetric Eigenvalue Problem, section 6.9).
INLINE int orthogonalize(double *columns, int64_t stride, int64_t count, int64_t j, double *upper) {
  double *column = columns + j * stride, *own = upper + j * count;
  for (int64_t i = 0; i < count; i++) own[i] = 0;
  double length = column_length(column, stride), left = length;
  if (j > 0 && length > 0) left = __builtin_sqrt(sweep(j, columns, stride, column, own));
  if (left < 0.1 * length) left = __builtin_sqrt(sweep(j, columns, stride, column, own));
  int is_left = left > (double)stride * 0x1p-52 * length && left < __builtin_inf();
  double factor = is_left ? 1 / left : 0;
  for (int64_t i = 0; i < stride; i += 8) store_eight(column + i, factor * load_eight(column + i));
  if (is_left)
    own[j] = left;
  else
    for (int64_t i = 0; i < j; i++) own[i] = 0;
  return is_left;
}

int NAME(orthonormalize)(
  double *columns, intptr_t stride, intptr_t count, double *upper, double *projections) {
  const double *right = columns + count * stride;
  for (int64_t j = 0; j < count; j++) {
    if (!orthogonalize(columns, stride, count, j, upper)) return 0;
    eights products = {};
    for (int64_t i = 0; i < stride; i += 8)
      products += load_eight(columns + j * stride + i) * load_eight(right + i);
    projections[j] = sum_of_eight(products);
  }
  return 1;
}

double NAME(factor)(
  double *columns, intptr_t stride, intptr_t count, double *upper, double *projections) {
  for (int64_t j = 0; j < count; j++) {
    orthogonalize(columns, stride, count, j, upper);
    projections[j] = 0;
  }
  return sweep(count, columns, stride, columns + count * stride, projections);
}
