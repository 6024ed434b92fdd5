// The laws as the kernels see them: f = sum of c[j] phi[j](x; alpha), one nonlinear parameter alpha.
//
// Exponential laws are f = a + (b + c s) e^(-alpha s) with s = x - middle: counted from the middle of a
// trace, sums of powers keep their digits. Deceleration lacks c, a bounce about 0 lacks a. Rubber bands are f
// = c g with g = x / (1 + alpha |x|); with a known dimension d, c = d alpha is no free number.

#include "CKernels.h"

struct curve {
  lanes alpha;
  // In the order of the law's columns; a known dimension stands at [0].
  lanes c[MOST_COLUMNS];
};

INLINE struct curve chosen(masks mask, const struct curve *a, const struct curve *b) {
  struct curve curve = {.alpha = choose(mask, a->alpha, b->alpha)};
  for (int j = 0; j < MOST_COLUMNS; j++) curve.c[j] = choose(mask, a->c[j], b->c[j]);
  return curve;
}

// What one pass over the samples gathers, r = y - f.
enum {
  // Sums of s^j e, j = 0 ... 3.
  E0, E1, E2, E3,
  // Sums of s^j e^2, j = 0 ... 4.
  Q0, Q1, Q2, Q3, Q4,
  // Sums of r s^j e, j = 0 ... 3.
  R0, R1, R2, R3,
  R,
  RR,
  SUMS,
};

// The same places in a rubber band's pass: sums of g^2 |g|^j, and of r g |g|^j.
enum { G0 = Q0, G1 = Q1, G2 = Q2, RG0 = R0, RG1 = R1, RG2 = R2 };

INLINE int is_polynomial(enum scrollfit_law law) { return law >= SCROLLFIT_LINE; }
INLINE int is_rubber(enum scrollfit_law law) {
  return law == SCROLLFIT_RUBBER_BAND || law == SCROLLFIT_RUBBER_BAND_FIXED;
}
INLINE int has_rest(enum scrollfit_law law) { return law <= SCROLLFIT_BOUNCE; }
INLINE int has_rise(enum scrollfit_law law) {
  return law == SCROLLFIT_BOUNCE || law == SCROLLFIT_BOUNCE_PHASE;
}

INLINE int columns_of(enum scrollfit_law law) {
  if (is_rubber(law)) return law == SCROLLFIT_RUBBER_BAND;
  return has_rest(law) + 1 + has_rise(law);
}

INLINE int parameters_of(enum scrollfit_law law) {
  return is_polynomial(law) ? law - SCROLLFIT_LINE + 2 : columns_of(law) + 1;
}

// Whether a law's pass gathers a sum.
INLINE int gathers(enum scrollfit_law law, int sum) {
  if (sum == RR) return 1;
  if (sum == R) return has_rest(law);
  if (is_rubber(law)) return (sum >= G0 && sum <= G2) || (sum >= RG0 && sum <= RG2);
  if (sum <= E3) return has_rest(law) && (sum <= E2 || has_rise(law));
  return (sum != Q3 && sum != Q4 && sum != R3) || has_rise(law);
}

INLINE void gather_rubber(
  enum scrollfit_law law, const struct curve *curve, struct block x, struct block y, struct block weight,
  lanes *sums) {
  struct block size, q, g, r, s;
  EACH q.v[u] = weight.v[u] / (1 + curve->alpha * magnitude(x.v[u]));
  EACH g.v[u] = x.v[u] * q.v[u];
  EACH size.v[u] = magnitude(g.v[u]);
  EACH r.v[u] = y.v[u] * weight.v[u];
  if (law == SCROLLFIT_RUBBER_BAND) {
    EACH r.v[u] -= curve->c[0] * g.v[u];
    EACH s.v[u] = g.v[u] * size.v[u];
    EACH sums[G0] += g.v[u] * g.v[u];
    EACH sums[G1] += g.v[u] * s.v[u];
    EACH sums[G2] += s.v[u] * s.v[u];
    EACH sums[RG0] += r.v[u] * g.v[u];
    EACH sums[RG1] += r.v[u] * s.v[u];
    EACH s.v[u] *= size.v[u];
    EACH sums[RG2] += r.v[u] * s.v[u];
  } else {
    EACH r.v[u] -= curve->c[0] * curve->alpha * g.v[u];
    EACH s.v[u] = g.v[u] * q.v[u];
    EACH sums[G0] += s.v[u] * s.v[u];
    EACH sums[RG0] += r.v[u] * s.v[u];
    EACH s.v[u] *= size.v[u];
    EACH sums[RG1] += r.v[u] * s.v[u];
  }
  EACH sums[RR] += r.v[u] * r.v[u];
}

// Adds samples to the sums; a weight is 1, or 0 for a sample that is none.
INLINE void gather(
  enum scrollfit_law law, const struct curve *curve, struct block x, struct block y, struct block weight,
  lanes *sums) {
  if (is_rubber(law)) return gather_rubber(law, curve, x, y, weight, sums);
  int first = has_rest(law);
  struct block e, xe, x2e, x3e, r;
  EACH e.v[u] = -(curve->alpha * x.v[u]);
  e = exponentials(e);
  EACH e.v[u] *= weight.v[u];
  EACH xe.v[u] = x.v[u] * e.v[u];
  EACH r.v[u] = y.v[u] * weight.v[u];
  if (has_rest(law)) EACH r.v[u] -= curve->c[0] * weight.v[u];
  EACH r.v[u] -= curve->c[first] * e.v[u];
  if (has_rise(law)) EACH r.v[u] -= curve->c[first + 1] * xe.v[u];
  EACH x2e.v[u] = x.v[u] * xe.v[u];
  if (has_rest(law)) {
    EACH sums[E0] += e.v[u];
    EACH sums[E1] += xe.v[u];
    EACH sums[E2] += x2e.v[u];
    EACH sums[R] += r.v[u];
  }
  EACH sums[Q0] += e.v[u] * e.v[u];
  EACH sums[Q1] += e.v[u] * xe.v[u];
  EACH sums[Q2] += xe.v[u] * xe.v[u];
  EACH sums[R0] += r.v[u] * e.v[u];
  EACH sums[R1] += r.v[u] * xe.v[u];
  EACH sums[R2] += r.v[u] * x2e.v[u];
  EACH sums[RR] += r.v[u] * r.v[u];
  if (has_rise(law)) {
    EACH x3e.v[u] = x.v[u] * x2e.v[u];
    if (has_rest(law)) EACH sums[E3] += x3e.v[u];
    EACH sums[Q3] += xe.v[u] * x2e.v[u];
    EACH sums[Q4] += x2e.v[u] * x2e.v[u];
    EACH sums[R3] += r.v[u] * x3e.v[u];
  }
}

// The Gram matrix G = Phi' Phi (its lower half) and Phi' r.
INLINE void normal_equations(
  enum scrollfit_law law, lanes count, const lanes *sums, lanes gram[MOST_COLUMNS][MOST_COLUMNS],
  lanes *right) {
  if (is_rubber(law)) {
    gram[0][0] = sums[G0];
    right[0] = sums[RG0];
    return;
  }
  int first = has_rest(law);
  if (has_rest(law)) {
    gram[0][0] = count;
    right[0] = sums[R];
  }
  for (int i = first; i < columns_of(law); i++) {
    if (has_rest(law)) gram[i][0] = sums[E0 + i - first];
    for (int j = first; j <= i; j++) gram[i][j] = sums[Q0 + i + j - 2 * first];
    right[i] = sums[R0 + i - first];
  }
}

// What a step of alpha is made of, r the residuals of the best coefficients: with f' and f'' the derivatives
// of f and phi' those of the columns by alpha,
struct slopes {
  lanes along[MOST_COLUMNS];   // phi[j] . f'
  lanes turning[MOST_COLUMNS]; // phi'[j] . r
  lanes length;                // f' . f'
  lanes bending;               // r . f''
  lanes descent;               // r . f'
};

// The curve's coefficients are the best ones at its alpha; `moved` is what they were moved by since the pass.
INLINE struct slopes slopes_of(
  enum scrollfit_law law, const struct curve *curve, const lanes *moved, const lanes *sums) {
  struct slopes s;
  if (law == SCROLLFIT_RUBBER_BAND_FIXED) {
    lanes d = curve->c[0];
    s.length = d * d * sums[G0];
    s.bending = -2 * d * sums[RG1];
    s.descent = d * sums[RG0];
    return s;
  }
  if (law == SCROLLFIT_RUBBER_BAND) {
    // phi' = -g |g|, phi'' = 2 g^3.
    lanes c = curve->c[0];
    lanes rg1 = sums[RG1] - moved[0] * sums[G1], rg2 = sums[RG2] - moved[0] * sums[G2];
    s.along[0] = -c * sums[G1];
    s.turning[0] = -rg1;
    s.length = c * c * sums[G2];
    s.bending = 2 * c * rg2;
    s.descent = -c * rg1;
    return s;
  }
  // f' = -(b s + c s^2) e, f'' = (b s^2 + c s^3) e.
  int first = has_rest(law), last = columns_of(law) - 1;
  lanes b = curve->c[first], c = has_rise(law) ? curve->c[last] : (lanes){};
  lanes r[4];
  for (int j = 1; j <= (has_rise(law) ? 3 : 2); j++) {
    r[j] = sums[R0 + j];
    if (has_rest(law)) r[j] -= moved[0] * sums[E0 + j];
    r[j] -= moved[first] * sums[Q0 + j];
    if (has_rise(law)) r[j] -= moved[last] * sums[Q0 + j + 1];
  }
  if (has_rest(law)) {
    s.along[0] = -(b * sums[E1]);
    if (has_rise(law)) s.along[0] -= c * sums[E2];
    s.turning[0] = (lanes){};
  }
  for (int i = first; i <= last; i++) {
    int j = i - first;
    s.along[i] = -(b * sums[Q1 + j]);
    if (has_rise(law)) s.along[i] -= c * sums[Q2 + j];
    s.turning[i] = -r[1 + j];
  }
  s.length = b * b * sums[Q2];
  s.bending = b * r[2];
  s.descent = -(b * r[1]);
  if (has_rise(law)) {
    s.length += 2 * b * c * sums[Q3] + c * c * sums[Q4];
    s.bending += c * r[3];
    s.descent -= c * r[2];
  }
  return s;
}
