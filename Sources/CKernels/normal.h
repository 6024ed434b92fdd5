// The small linear algebra of a projected Newton step, WIDTH traces at once.

enum { MOST_COLUMNS = 3 };

// G = L D L', G the Gram matrix of the law's columns.
struct factors {
  lanes lower[MOST_COLUMNS][MOST_COLUMNS];
  lanes inverse[MOST_COLUMNS];
  // Where columns are independent enough for sums of products: the plain path's QR bears twice the digits.
  masks sound;
};

// The least share of a column's squared length that must not lie along the columns before it: sums of
// products lose as many digits, and steps that follow residuals win them back as long as some are left.
static const double least_independence = 1e-11;

INLINE struct factors factor(int n, lanes gram[MOST_COLUMNS][MOST_COLUMNS]) {
  struct factors f;
  f.sound = ~(masks){};
  for (int j = 0; j < n; j++) {
    lanes pivot = gram[j][j];
    lanes scaled[MOST_COLUMNS];
    for (int k = 0; k < j; k++) {
      scaled[k] = gram[j][k];
      for (int i = 0; i < k; i++) scaled[k] -= scaled[i] * f.lower[k][i];
      f.lower[j][k] = scaled[k] * f.inverse[k];
      pivot -= scaled[k] * f.lower[j][k];
    }
    f.sound &= (masks)(pivot > least_independence * gram[j][j]);
    f.inverse[j] = 1 / pivot;
  }
  return f;
}

// z = L^-1 b; b' G^-1 b is the sum of z[j]^2 inverse[j].
INLINE void lower_solve(int n, const struct factors *f, const lanes *b, lanes *z) {
  for (int j = 0; j < n; j++) {
    z[j] = b[j];
    for (int k = 0; k < j; k++) z[j] -= f->lower[j][k] * z[k];
  }
}

// z = G^-1 b.
INLINE void solve(int n, const struct factors *f, const lanes *b, lanes *z) {
  lower_solve(n, f, b, z);
  for (int j = 0; j < n; j++) z[j] *= f->inverse[j];
  for (int j = n - 1; j >= 0; j--)
    for (int k = j + 1; k < n; k++) z[j] -= f->lower[k][j] * z[k];
}

INLINE lanes dot(int n, const lanes *a, const lanes *b) {
  lanes sum = {};
  for (int j = 0; j < n; j++) sum += a[j] * b[j];
  return sum;
}
