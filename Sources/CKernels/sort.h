// Numbers put in ascending order by K. Batcher's bitonic network (Sorting networks and their applications, AFIPS 1968), eight at a time.
// Each merge begins with a mirrored comparison, so that every comparison brings the lesser number to the front: infinite numbers
// behind the last one would stay there, and are not needed.

INLINE eights lesser_of(eights a, eights b) { return choose_eight((eight_integers)(b < a), b, a); }
INLINE eights greater_of(eights a, eights b) { return choose_eight((eight_integers)(b < a), a, b); }

// Compares each lane with another one: the lesser number goes to the lanes below 8 of `lanes`, the greater one to the others.
#define COMPARE(v, other, ...) \
  __builtin_shufflevector(lesser_of(v, other), greater_of(v, other), __VA_ARGS__)
#define PARTNERS(v, ...) __builtin_shufflevector(v, v, __VA_ARGS__)

INLINE eights order_pairs(eights v) { return COMPARE(v, PARTNERS(v, 1, 0, 3, 2, 5, 4, 7, 6), 0, 9, 2, 11, 4, 13, 6, 15); }

INLINE eights order_fours(eights v) {
  return order_pairs(COMPARE(v, PARTNERS(v, 2, 3, 0, 1, 6, 7, 4, 5), 0, 1, 10, 11, 4, 5, 14, 15));
}

// Of a bitonic vector.
INLINE eights order_eight(eights v) {
  return order_fours(COMPARE(v, PARTNERS(v, 4, 5, 6, 7, 0, 1, 2, 3), 0, 1, 2, 3, 12, 13, 14, 15));
}

INLINE eights mirrored_eight(eights v) { return PARTNERS(v, 7, 6, 5, 4, 3, 2, 1, 0); }

INLINE eights sort_eight(eights v) {
  v = order_pairs(v);
  v = order_pairs(COMPARE(v, PARTNERS(v, 3, 2, 1, 0, 7, 6, 5, 4), 0, 1, 10, 11, 4, 5, 14, 15));
  return order_fours(COMPARE(v, mirrored_eight(v), 0, 1, 2, 3, 12, 13, 14, 15));
}

void NAME(sort)(double *numbers, intptr_t count) {
  for (int64_t i = count; i % 8 != 0; i++) numbers[i] = unbounded;
  int64_t end = (count + 7) / 8 * 8;
  for (int64_t i = 0; i < end; i += 8) store_eight(numbers + i, sort_eight(load_eight(numbers + i)));
  for (int64_t sorted = 8; sorted < end; sorted *= 2) {
    for (int64_t start = 0; start + sorted < end; start += 2 * sorted) {
      for (int64_t i = start, j = start + 2 * sorted - 8; i < start + sorted; i += 8, j -= 8) {
        if (j >= end) continue;
        eights a = load_eight(numbers + i), b = mirrored_eight(load_eight(numbers + j));
        store_eight(numbers + i, lesser_of(a, b));
        store_eight(numbers + j, mirrored_eight(greater_of(a, b)));
      }
    }
    for (int64_t gap = sorted / 2; gap >= 8; gap /= 2) {
      for (int64_t start = 0; start + gap < end; start += 2 * gap) {
        for (int64_t i = start; i < start + gap && i + gap < end; i += 8) {
          eights a = load_eight(numbers + i), b = load_eight(numbers + i + gap);
          store_eight(numbers + i, lesser_of(a, b));
          store_eight(numbers + i + gap, greater_of(a, b));
        }
      }
    }
    for (int64_t i = 0; i < end; i += 8) store_eight(numbers + i, order_eight(load_eight(numbers + i)));
  }
}

#undef COMPARE
#undef PARTNERS
