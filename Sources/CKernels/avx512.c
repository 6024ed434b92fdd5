#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,fma"))), apply_to = function)
#define WIDTH 8
#define NAME(x) scrollfit_avx512_##x
#include "kernels.h"
#pragma clang attribute pop
#endif
