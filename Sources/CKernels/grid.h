// Offsets on a grid of pixels: see PixelGrid.swift.

INLINE eights magnitudes(eights v) { return (eights)((eight_integers)v & INT64_MAX); }

// The nearest integers, in the order of operations of PixelGrid.nearestInteger.
INLINE eights nearest_integers(eights v) {
  eight_integers is_whole = (eight_integers)(magnitudes(v) >= 0x1p52);
  eights half = (eights)((eight_integers)(0.5 - (eights){}) | ((eight_integers)v & INT64_MIN));
  eights nearest = __builtin_elementwise_trunc(v + half);
  return (eights)((is_whole & (eight_integers)v) | (~is_whole & (eight_integers)nearest));
}

int NAME(lie_on_grid)(const double *offsets, intptr_t count, double grid, double power) {
#pragma clang fp contract(off)
  for (int64_t i = 0; i < count; i += 8) {
    // The last eight, some of them a second time.
    eights offset = load_eight(offsets + (i + 8 <= count ? i : count - 8));
    eights distance =
      magnitudes(offset - nearest_integers(offset / grid) * grid) - magnitudes(offset) * 0x1p-50;
    eights scaled = nearest_integers(offset * power);
    eight_integers is_written = (eight_integers)(magnitudes(scaled) <= 0x1p53)
      & (eight_integers)(scaled / power == offset) & (eight_integers)(distance <= 1 / power);
    eight_integers is_on_grid = (eight_integers)(distance <= 0)
      | ((eight_integers)(distance <= grid / 8) & is_written);
    if (__builtin_reduce_and(is_on_grid) == 0) return 0;
  }
  return 1;
}
