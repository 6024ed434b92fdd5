#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define WIDTH 4
#define NAME(x) scrollfit_avx2_##x
#include "kernels.h"
#pragma clang attribute pop
#endif
