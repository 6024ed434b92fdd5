// SHA-256 as FIPS 180-4 has it, section 6.2; the names are its names.

#include "CHashing.h"

#include <string.h>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

enum { BLOCK = 64 };

// The fractional parts of the cube roots of the first 64 primes (4.2.2).
static const uint32_t K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static uint32_t big_endian(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void portable_blocks(uint32_t H[8], const uint8_t *content, size_t blocks) {
  for (; blocks > 0; blocks--, content += BLOCK) {
    uint32_t W[64], s[8];
    for (int t = 0; t < 16; t++) W[t] = big_endian(content + 4 * t);
    for (int t = 16; t < 64; t++) {
      uint32_t early = W[t - 15], late = W[t - 2];
      W[t] = W[t - 16] + (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) + W[t - 7]
        + (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
    }
    memcpy(s, H, sizeof s);
    // a to h change places from round to round in place of values.
#pragma unroll
    for (int t = 0; t < 64; t++) {
      uint32_t a = s[-t & 7], b = s[(1 - t) & 7], c = s[(2 - t) & 7], e = s[(4 - t) & 7], f = s[(5 - t) & 7], g = s[(6 - t) & 7];
      uint32_t T1 =
        s[(7 - t) & 7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + W[t];
      uint32_t T2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      s[(3 - t) & 7] += T1;
      s[(7 - t) & 7] = T1 + T2;
    }
    for (int i = 0; i < 8; i++) H[i] += s[i];
  }
}

#ifdef __x86_64__
static int has_instructions(void) {
  // Asked once: where a processor is virtual, its host answers, which takes longer than a block.
  static _Atomic int known = -1;
  if (known < 0) {
    unsigned a, b, c, d;
    known = __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1;
  }
  return known;
}

// Two rounds an instruction. It takes the state as a, b, e, f and c, d, g, h, the last of them in the lowest lane.
__attribute__((target("sha,sse4.1")))
static void instruction_blocks(uint32_t H[8], const uint8_t *content, size_t blocks) {
  const __m128i reversed = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i abef = _mm_setr_epi32((int)H[5], (int)H[4], (int)H[1], (int)H[0]);
  __m128i cdgh = _mm_setr_epi32((int)H[7], (int)H[6], (int)H[3], (int)H[2]);
  for (; blocks > 0; blocks--, content += BLOCK) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i W[4];
    for (int i = 0; i < 4; i++)
      W[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(content + 16 * i)), reversed);
#pragma unroll
    for (int t = 0; t < 16; t++) {
      __m128i next = W[t & 3], last = W[(t + 3) & 3];
      __m128i sum = _mm_add_epi32(next, _mm_loadu_si128((const __m128i *)(K + 4 * t)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      next = _mm_sha256msg1_epu32(next, W[(t + 1) & 3]);
      next = _mm_add_epi32(next, _mm_alignr_epi8(last, W[(t + 2) & 3], 4));
      W[t & 3] = _mm_sha256msg2_epu32(next, last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  uint32_t low[4], high[4];
  _mm_storeu_si128((__m128i *)low, abef);
  _mm_storeu_si128((__m128i *)high, cdgh);
  for (int i = 0; i < 2; i++) {
    H[1 - i] = low[2 + i];
    H[5 - i] = low[i];
    H[3 - i] = high[2 + i];
    H[7 - i] = high[i];
  }
}
#endif

void scrollfit_sha256(const uint8_t *content, size_t count, int is_portable, uint8_t digest[32]) {
  void (*add)(uint32_t *, const uint8_t *, size_t) = portable_blocks;
#ifdef __x86_64__
  if (!is_portable && has_instructions()) add = instruction_blocks;
#endif
  // The fractional parts of the square roots of the first eight primes (5.3.3).
  uint32_t H[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  size_t whole = count / BLOCK, rest = count % BLOCK;
  add(H, content, whole);
  // A one bit, zeros, and the number of bits at the end of a block (5.1.1).
  uint8_t padded[2 * BLOCK] = {0};
  if (rest > 0) memcpy(padded, content + whole * BLOCK, rest);
  padded[rest] = 0x80;
  size_t length = rest + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
  uint64_t bits = (uint64_t)count * 8;
  for (int i = 0; i < 8; i++) padded[length - 1 - i] = (uint8_t)(bits >> 8 * i);
  add(H, padded, length / BLOCK);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(H[i / 4] >> (24 - 8 * (i % 4)));
}
