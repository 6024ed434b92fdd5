#include <stdint.h>

// Vectors of WIDTH doubles, with what the kernels do with them. Plain operators: the compiler turns them into
// what the instruction set at hand has, and a * b + c into one operation where there is one.

#define INLINE static inline __attribute__((always_inline))

typedef double lanes __attribute__((vector_size(8 * WIDTH)));
typedef double unaligned_lanes __attribute__((vector_size(8 * WIDTH), aligned(8)));
typedef int64_t masks __attribute__((vector_size(8 * WIDTH)));

INLINE lanes load(const double *p) { return *(const unaligned_lanes *)p; }

INLINE void store(double *p, lanes v) { *(unaligned_lanes *)p = v; }

INLINE lanes all(double value) { return value - (lanes){}; }

INLINE lanes choose(masks mask, lanes a, lanes b) {
  return (lanes)((mask & (masks)a) | (~mask & (masks)b));
}

INLINE lanes magnitude(lanes v) { return (lanes)((masks)v & INT64_MAX); }

INLINE int any_of(masks mask) {
  return __builtin_reduce_or(mask) != 0;
}

// Set in the lanes before `place`.
INLINE masks before(int64_t place) {
  masks index;
  for (int i = 0; i < WIDTH; i++) index[i] = i;
  return (masks)(index < (masks){} + place);
}

INLINE double least_of(lanes v) {
  double least = v[0];
  for (int lane = 1; lane < WIDTH; lane++) least = v[lane] < least ? v[lane] : least;
  return least;
}

// The sums of WIDTH vectors, the i-th one's in lane i.
INLINE lanes sums_of(const lanes *v) {
#if WIDTH == 8
#define PAIR(a, b) \
  (__builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14) \
   + __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15))
#define QUAD(a, b) \
  (__builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13) \
   + __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15))
  lanes low = QUAD(PAIR(v[0], v[1]), PAIR(v[2], v[3])), high = QUAD(PAIR(v[4], v[5]), PAIR(v[6], v[7]));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11)
    + __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
#elif WIDTH == 4
#define PAIR(a, b) (__builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7))
  lanes low = PAIR(v[0], v[1]), high = PAIR(v[2], v[3]);
  return __builtin_shufflevector(low, high, 0, 1, 4, 5) + __builtin_shufflevector(low, high, 2, 3, 6, 7);
#else
  return __builtin_shufflevector(v[0], v[1], 0, 2) + __builtin_shufflevector(v[0], v[1], 1, 3);
#endif
}

// Vectors that are worked on side by side: a single chain of operations would leave most of the processor
// idle.
enum { DEPTH = 2 };

#define EACH for (int u = 0; u < DEPTH; u++)

struct block {
  lanes v[DEPTH];
};

// e^x = 2^n (1 + rest) for |x| <= 700: x = n ln 2 + f, rest = f + f^2 g(f) with |f| <= ln 2 / 2. g interpolates at
// Chebyshev's nodes, relative error of the whole 1.6e-17; its even and its odd powers make two short chains.
struct powers {
  // n in the bits that a double has for its exponent.
  masks shift[DEPTH];
  struct block rest;
};

INLINE struct powers powers_of(struct block x) {
  struct block shifted, f, f2, even, odd;
  struct powers result;
  // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits.
  EACH shifted.v[u] = x.v[u] * 0x1.71547652b82fep+0 + 0x1.8p52;
  EACH f.v[u] = x.v[u] - (shifted.v[u] - 0x1.8p52) * 0x1.62e42fefa0000p-1;
  EACH f.v[u] = f.v[u] - (shifted.v[u] - 0x1.8p52) * 0x1.cf79abc9e3b3ap-40;
  EACH f2.v[u] = f.v[u] * f.v[u];
  EACH odd.v[u] = f2.v[u] * 0x1.af38a9b0ec855p-26 + 0x1.71de0dae63bb3p-19;
  EACH even.v[u] = f2.v[u] * 0x1.289185613a3d6p-22 + 0x1.a019b90d2ae7ap-16;
  EACH odd.v[u] = odd.v[u] * f2.v[u] + 0x1.a01a01a7c41d5p-13;
  EACH even.v[u] = even.v[u] * f2.v[u] + 0x1.6c16c1788bd90p-10;
  EACH odd.v[u] = odd.v[u] * f2.v[u] + 0x1.11111111109b3p-7;
  EACH even.v[u] = even.v[u] * f2.v[u] + 0x1.5555555553d63p-5;
  EACH odd.v[u] = odd.v[u] * f2.v[u] + 0x1.5555555555556p-3;
  EACH even.v[u] = even.v[u] * f2.v[u] + 0x1.0000000000001p-1;
  EACH even.v[u] = odd.v[u] * f.v[u] + even.v[u];
  EACH result.rest.v[u] = even.v[u] * f2.v[u] + f.v[u];
  EACH result.shift[u] = (masks)shifted.v[u] << 52;
  return result;
}

INLINE struct block exponentials_of(struct powers powers) {
  struct block result;
  EACH result.v[u] = (lanes)((masks)(powers.rest.v[u] + 1) + powers.shift[u]);
  return result;
}

INLINE struct block exponentials(struct block x) {
  return exponentials_of(powers_of(x));
}

// e^x - 1, without cancellation near 0.
INLINE struct block exponentials_minus_one_of(struct powers powers) {
  struct block result;
  EACH {
    lanes power = (lanes)((masks)all(1) + powers.shift[u]);
    result.v[u] = power * powers.rest.v[u] + (power - 1);
  }
  return result;
}

INLINE lanes exponential(lanes x) {
  struct block both;
  EACH both.v[u] = x;
  return exponentials(both).v[0];
}

// ln x for normal x, infinite for infinite x: x = 2^n (1 + f) between the root of 1/2 and that of 2, the logarithm of 1 + f a series in
// s = f/(2 + f) as fdlibm has it (Sun Microsystems 1993, e_log.c).
INLINE lanes logarithm(lanes x) {
#pragma clang fp contract(off)
  masks shifted = (masks)x + (0x3ff0000000000000 - 0x3fe6a09e667f3bcd), power = shifted >> 52;
  lanes f = (lanes)((shifted & 0xfffffffffffff) + 0x3fe6a09e667f3bcd) - 1;
  lanes n = __builtin_convertvector(power - 1023, lanes);
  lanes s = f / (2 + f), z = s * s, w = z * z, half = 0.5 * f * f;
  lanes even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  lanes odd = 2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01);
  odd = z * (6.666666666666735130e-01 + w * odd);
  lanes low = s * (half + (even + odd)) + n * 1.90821492927058770002e-10;
  lanes result = n * 6.93147180369123816490e-01 - ((half - low) - f);
  return choose(x < __builtin_inf(), result, x);
}
