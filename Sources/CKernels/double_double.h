// Numbers of twice a double's digits, each the unevaluated sum of a double and what it lacks. (T. Dekker, A
// floating-point technique for extending the available precision, Numerische Mathematik 18, 1971.)

struct double_double {
  lanes high;
  lanes low;
};

// a + b exactly.
INLINE struct double_double exact_sum(lanes a, lanes b) {
  lanes sum = a + b, shifted = sum - a;
  return (struct double_double){sum, (a - (sum - shifted)) + (b - shifted)};
}

// a + b exactly, |a| >= |b|.
INLINE struct double_double ordered_sum(lanes a, lanes b) {
  lanes sum = a + b, shifted = sum - a;
  return (struct double_double){sum, b - shifted};
}

// a b exactly: what a fused operation leaves of it, which all paths of more than two lanes have, else what the
// halves of both factors' digits do.
INLINE struct double_double exact_product(lanes a, lanes b) {
  lanes product = a * b;
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || WIDTH > 2
  return (struct double_double){product, __builtin_elementwise_fma(a, b, -product)};
#else
  lanes far_a = 0x1p27 * a + a, far_b = 0x1p27 * b + b;
  lanes high_a = far_a - (far_a - a), high_b = far_b - (far_b - b);
  lanes low_a = a - high_a, low_b = b - high_b;
  lanes rest = high_a * high_b - product;
  rest += high_a * low_b;
  rest += low_a * high_b;
  return (struct double_double){product, rest + low_a * low_b};
#endif
}

INLINE struct double_double double_double(lanes a) { return (struct double_double){a, (lanes){}}; }

INLINE struct double_double plus(struct double_double a, struct double_double b) {
  struct double_double sum = exact_sum(a.high, b.high);
  return ordered_sum(sum.high, sum.low + (a.low + b.low));
}

INLINE struct double_double times(struct double_double a, struct double_double b) {
  struct double_double product = exact_product(a.high, b.high);
  return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

INLINE struct double_double minus_product(struct double_double a, struct double_double b, struct double_double c) {
  return plus(a, times((struct double_double){-b.high, -b.low}, c));
}

// 1 / a, by one step of Newton's from the double.
INLINE struct double_double reciprocal(struct double_double a) {
  lanes first = 1 / a.high;
  struct double_double product = exact_product(first, a.high);
  lanes rest = (1 - product.high) - product.low - first * a.low;
  return ordered_sum(first, first * rest);
}
