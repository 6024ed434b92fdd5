#ifndef SCROLLFIT_CHASHING_H
#define SCROLLFIT_CHASHING_H

#include <stddef.h>
#include <stdint.h>

/// Leaves the SHA-256 of `count` bytes (FIPS 180-4) in `digest`.
///
/// `is_portable` is 0 to use the processor's own instructions for it, where it has them.
void scrollfit_sha256(const uint8_t *content, size_t count, int is_portable, uint8_t digest[32]);

#endif
