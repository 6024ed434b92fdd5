// Householder QR of a narrow matrix: see PivotedQR.swift.
//
// Sums run in eight lanes, then lane by lane, and no product is fused with a sum: all processors find the same digits.

INLINE double dot_product(const double *a, const double *b, int64_t count) {
#pragma clang fp contract(off)
  eights sums = {};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) sums += load_eight(a + i) * load_eight(b + i);
  double sum = 0;
  if (i > 0) {
    sum = sums[0];
    for (int lane = 1; lane < 8; lane++) sum += sums[lane];
  }
  for (; i < count; i++) sum += a[i] * b[i];
  return sum;
}

// Takes tau v (v'b) off b, where v's first entry is 1.
INLINE void apply_reflector(const double *v, double tau, double *b, int64_t count) {
#pragma clang fp contract(off)
  if (tau == 0) return;
  double share = tau * (b[0] + dot_product(v + 1, b + 1, count - 1));
  b[0] -= share;
  int64_t i = 1;
  for (; i + 8 <= count; i += 8) store_eight(b + i, load_eight(b + i) - share * load_eight(v + i));
  for (; i < count; i++) b[i] -= share * v[i];
}

// Turns x into (beta, v[1], ...) with (1 - tau v v') x = beta e1; returns tau, 0 where x is along e1.
INLINE double reflect(double *x, int64_t count) {
#pragma clang fp contract(off)
  double rest = dot_product(x + 1, x + 1, count - 1);
  if (!(rest > 0)) return 0;
  double alpha = x[0], length = __builtin_sqrt(alpha * alpha + rest);
  double beta = alpha > 0 ? -length : length, factor = 1 / (alpha - beta);
  for (int64_t i = 1; i < count; i++) x[i] *= factor;
  x[0] = beta;
  return (beta - alpha) / beta;
}

// The first of the columns from k on with the largest norm below row k.
INLINE int64_t longest_column(const double *matrix, int64_t rows, int64_t columns, int64_t k) {
  int64_t longest = k;
  double square = -1;
  for (int64_t j = k; k + 1 < columns && j < columns; j++) {
    const double *entries = matrix + j * rows + k;
    double own = dot_product(entries, entries, rows - k);
    // What differs by rounding is alike.
    if (own > square * (1 + 1e-14)) {
      longest = j;
      square = own;
    }
  }
  return longest;
}

void NAME(householder)(
  double *matrix, intptr_t rows, intptr_t columns, double *reflectors, intptr_t *pivots) {
  for (int64_t j = 0; j < columns; j++) pivots[j] = j;
  for (int64_t k = 0; k < columns; k++) {
    int64_t longest = longest_column(matrix, rows, columns, k);
    if (longest != k) {
      double *a = matrix + k * rows, *b = matrix + longest * rows;
      for (int64_t i = 0; i < rows; i++) {
        double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
      }
      intptr_t pivot = pivots[k];
      pivots[k] = pivots[longest];
      pivots[longest] = pivot;
    }
    double *own = matrix + k * rows + k;
    reflectors[k] = reflect(own, rows - k);
    for (int64_t j = k + 1; j < columns; j++)
      apply_reflector(own, reflectors[k], matrix + j * rows + k, rows - k);
  }
}

void NAME(rotate)(
  const double *matrix, intptr_t rows, intptr_t columns, const double *reflectors, int is_transposed, double *b) {
  for (int64_t step = 0; step < columns; step++) {
    int64_t k = is_transposed ? step : columns - 1 - step;
    apply_reflector(matrix + k * rows + k, reflectors[k], b + k, rows - k);
  }
}
