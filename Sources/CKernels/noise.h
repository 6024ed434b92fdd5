// Sums of products of a curve's columns, weighted for a likelihood of the samples' noise.

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
  int count, const struct scrollfit_noise *noise, double ratio, int has_product,
  struct scrollfit_noise_point *point) {
  const double *columns = noise->columns;
  int64_t stride = noise->stride;
  eights gram[MOST_NARROW * (MOST_NARROW + 1) / 2] = {}, slope_gram[MOST_NARROW * (MOST_NARROW + 1) / 2] = {};
  eights steepness = {};
  struct running_product product = {1 + (eights){}, {}};
  for (int64_t i = 0; i < stride; i += 8) {
    eights weight, steep, excess, own[MOST_NARROW];
    weigh(noise->squared_slopes + i, ratio, &weight, &steep, &excess);
    steepness += steep;
    if (has_product) multiply(&product, excess);
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
      noise->gram[j * noise->count + l] = sum_of_eight(gram[place]);
      noise->slope_gram[j * noise->count + l] = sum_of_eight(slope_gram[place]);
    }
  point->steepness = sum_of_eight(steepness);
  double mantissa = 1;
  int64_t exponent = 0;
  for (int lane = 0; lane < 8; lane++) {
    mantissa *= product.mantissa[lane];
    exponent += product.exponent[lane];
  }
  point->product = mantissa;
  point->exponent = (double)exponent;
}

// The same of any number of columns, a pair at a time.
static void wide_sums(
  const struct scrollfit_noise *noise, double ratio, int has_product, struct scrollfit_noise_point *point) {
  narrow_sums(1, noise, ratio, has_product, point);
  for (int64_t j = 0; j < noise->count; j++)
    for (int64_t l = 0; l <= j; l++) {
      const double *own = noise->columns + j * noise->stride, *other = noise->columns + l * noise->stride;
      eights gram = {}, slope_gram = {};
      for (int64_t i = 0; i < noise->stride; i += 8) {
        eights weight, steep, excess;
        weigh(noise->squared_slopes + i, ratio, &weight, &steep, &excess);
        eights weighted = load_eight(own + i) * weight;
        gram += weighted * load_eight(other + i);
        slope_gram += weighted * steep * load_eight(other + i);
      }
      noise->gram[j * noise->count + l] = sum_of_eight(gram);
      noise->slope_gram[j * noise->count + l] = sum_of_eight(slope_gram);
    }
}

// Orthogonalizes the columns, and the residuals to them, by their sums of products; 0 where too little of a column is left.
static int orthogonalize_sums(
  const struct scrollfit_noise *noise, double minimum_share, struct scrollfit_noise_point *point) {
#pragma clang fp contract(off)
  int64_t side = noise->count;
  const double *gram = noise->gram, *slope_gram = noise->slope_gram;
  double *combinations = noise->combinations, *lengths = noise->lengths;
  double leverage = 0;
  point->free = point->steepness;
  for (int64_t j = 0; j < side; j++) {
    double *own = combinations + j * side;
    for (int64_t l = 0; l < side; l++) own[l] = j == l;
    double left = gram[j * side + j];
    for (int64_t l = 0; l < j; l++) {
      const double *other = combinations + l * side;
      double product = 0;
      for (int64_t m = 0; m <= l; m++) product += other[m] * gram[j * side + m];
      double share = product / lengths[l];
      left -= share * product;
      for (int64_t m = 0; m <= l; m++) own[m] -= share * other[m];
    }
    if (!(left >= minimum_share * gram[j * side + j] && left < __builtin_inf())) return 0;
    lengths[j] = left;
    double steep = 0;
    for (int64_t l = 0; l <= j; l++) {
      double others = 0;
      for (int64_t m = 0; m < l; m++) others += own[m] * slope_gram[l * side + m];
      steep += own[l] * (own[l] * slope_gram[l * side + l] + 2 * others);
    }
    if (j + 1 == side) {
      point->squares = left;
      point->steep = steep;
    } else {
      if (!(left > 0)) return 0;
      leverage += steep / left;
    }
  }
  point->free -= leverage;
  return 1;
}

int NAME(noise_point)(
  const struct scrollfit_noise *noise, double ratio, int has_product, double minimum_share,
  struct scrollfit_noise_point *point) {
  switch (noise->count) {
  case 2: narrow_sums(2, noise, ratio, has_product, point); break;
  case 3: narrow_sums(3, noise, ratio, has_product, point); break;
  case 4: narrow_sums(4, noise, ratio, has_product, point); break;
  case 5: narrow_sums(5, noise, ratio, has_product, point); break;
  case 6: narrow_sums(6, noise, ratio, has_product, point); break;
  default: wide_sums(noise, ratio, has_product, point);
  }
  return orthogonalize_sums(noise, minimum_share, point);
}
