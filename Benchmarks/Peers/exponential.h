// e^x of many numbers by the widest vectors of libmvec that the compiler's target has.
#pragma once
#include <cmath>
#include <cstddef>

#if defined(__x86_64__) && defined(__GLIBC__) && (defined(__AVX512F__) || defined(__AVX2__))
#include <immintrin.h>

#if defined(__AVX512F__)
extern "C" __m512d _ZGVeN8v_exp(__m512d);
inline std::size_t exponentials_of_vectors(const double *x, double *e, std::size_t count) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) _mm512_storeu_pd(e + i, _ZGVeN8v_exp(_mm512_loadu_pd(x + i)));
  return i;
}
#else
extern "C" __m256d _ZGVdN4v_exp(__m256d);
inline std::size_t exponentials_of_vectors(const double *x, double *e, std::size_t count) {
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) _mm256_storeu_pd(e + i, _ZGVdN4v_exp(_mm256_loadu_pd(x + i)));
  return i;
}
#endif
#else
inline std::size_t exponentials_of_vectors(const double *, double *, std::size_t) { return 0; }
#endif

// What fills no vector is computed one by one.
inline void exponentials(const double *x, double *e, std::size_t count) {
  for (std::size_t i = exponentials_of_vectors(x, e, count); i < count; ++i) e[i] = std::exp(x[i]);
}
