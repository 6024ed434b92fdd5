// What every processor can run: pairs of doubles, as SSE2 and NEON have them.
#define WIDTH 2
#define NAME(x) scrollfit_portable_##x
#include "kernels.h"
