// Columns over the samples of one curve: made orthonormal, and summed with weights for a likelihood of the samples' noise.
//
// A column is `stride` numbers, a multiple of 8: the samples', then zeros. Vectors have eight numbers on every path, so that
// sums do not depend on the processor's width.

// Nothing that takes or returns a vector is ever called: all of it is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef double eights __attribute__((vector_size(64)));
typedef double unaligned_eights __attribute__((vector_size(64), aligned(8)));
typedef int64_t eight_integers __attribute__((vector_size(64)));

enum { MOST_NARROW = 6 };

INLINE eights load_eight(const double *p) { return *(const unaligned_eights *)p; }

INLINE void store_eight(double *p, eights v) { *(unaligned_eights *)p = v; }

INLINE double sum_of_eight(eights v) {
  typedef double fours __attribute__((vector_size(32)));
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

// The running product of numbers from 1 on, its exponent apart.
struct running_product {
  eights mantissa;
  eight_integers exponent;
};

INLINE void multiply(struct running_product *product, eights factor) {
  eight_integers bits = (eight_integers)(product->mantissa * factor);
  product->exponent += (bits >> 52) - 1023;
  product->mantissa = (eights)((bits & 0xfffffffffffff) | 0x3ff0000000000000);
}

INLINE void weigh(
  const double *squared_slopes, double ratio, eights *weight, eights *steep, eights *excess) {
  eights square = load_eight(squared_slopes);
  *excess = 1 + ratio * square;
  *weight = 1 / *excess;
  *steep = square * *weight;
}

// The sums of all pairs of `count` columns, a constant in each call: they stay in registers.
INLINE void narrow_sums(
  int count, const double *columns, int64_t stride, const double *squared_slopes, double ratio,
  const struct scrollfit_noise_sums *sums) {
  eights gram[MOST_NARROW * (MOST_NARROW + 1) / 2] = {}, slope_gram[MOST_NARROW * (MOST_NARROW + 1) / 2] = {};
  eights steepness = {};
  struct running_product product = {1 + (eights){}, {}};
  for (int64_t i = 0; i < stride; i += 8) {
    eights weight, steep, excess, own[MOST_NARROW];
    weigh(squared_slopes + i, ratio, &weight, &steep, &excess);
    steepness += steep;
    multiply(&product, excess);
    for (int j = 0; j < count; j++) own[j] = load_eight(columns + j * stride + i);
    for (int j = 0, place = 0; j < count; j++) {
      eights weighted = own[j] * weight, sloped = weighted * steep;
      for (int l = 0; l <= j; l++, place++) {
        gram[place] += weighted * own[l];
        slope_gram[place] += sloped * own[l];
      }
    }
  }
  for (int j = 0, place = 0; j < count; j++)
    for (int l = 0; l <= j; l++, place++) {
      sums->gram[j * count + l] = sum_of_eight(gram[place]);
      sums->slope_gram[j * count + l] = sum_of_eight(slope_gram[place]);
    }
  sums->totals[0] = sum_of_eight(steepness);
  double mantissa = 1;
  int64_t exponent = 0;
  for (int lane = 0; lane < 8; lane++) {
    mantissa *= product.mantissa[lane];
    exponent += product.exponent[lane];
  }
  sums->totals[1] = mantissa;
  sums->totals[2] = (double)exponent;
}

// The same of any number of columns, a pair at a time.
static void wide_sums(
  int64_t count, const double *columns, int64_t stride, const double *squared_slopes, double ratio,
  const struct scrollfit_noise_sums *sums) {
  narrow_sums(1, columns, stride, squared_slopes, ratio, sums);
  for (int64_t j = 0; j < count; j++)
    for (int64_t l = 0; l <= j; l++) {
      eights gram = {}, slope_gram = {};
      for (int64_t i = 0; i < stride; i += 8) {
        eights weight, steep, excess;
        weigh(squared_slopes + i, ratio, &weight, &steep, &excess);
        eights weighted = load_eight(columns + j * stride + i) * weight, other = load_eight(columns + l * stride + i);
        gram += weighted * other;
        slope_gram += weighted * steep * other;
      }
      sums->gram[j * count + l] = sum_of_eight(gram);
      sums->slope_gram[j * count + l] = sum_of_eight(slope_gram);
    }
}

void NAME(noise_sums)(
  const double *columns, intptr_t stride, intptr_t count, const double *squared_slopes, double ratio,
  const struct scrollfit_noise_sums *sums) {
  switch (count) {
  case 2: narrow_sums(2, columns, stride, squared_slopes, ratio, sums); break;
  case 3: narrow_sums(3, columns, stride, squared_slopes, ratio, sums); break;
  case 4: narrow_sums(4, columns, stride, squared_slopes, ratio, sums); break;
  case 5: narrow_sums(5, columns, stride, squared_slopes, ratio, sums); break;
  case 6: narrow_sums(6, columns, stride, squared_slopes, ratio, sums); break;
  default: wide_sums(count, columns, stride, squared_slopes, ratio, sums);
  }
}
