// The origin of a display's ticks of a known duration, among the residuals of times that show them.

// Sums of how far the residuals above one are from it, and how far those below.
struct distances {
  double late, early;
};

INLINE struct distances distances_of(
  const double *residuals, const double *sums, intptr_t count, intptr_t position) {
#pragma clang fp contract(off)
  double own = residuals[position] - residuals[0], below = sums[position];
  double late = sums[count - 1] - below - own * (double)(count - position - 1);
  double early = own * (double)(position + 1) - below;
  return (struct distances){late > 0 ? late : 0, early > 0 ? early : 0};
}

INLINE struct scrollfit_narrowest roots_of(struct distances distances, intptr_t position, double count) {
  return (struct scrollfit_narrowest){
    position, __builtin_sqrt(distances.late / count), __builtin_sqrt(distances.early / count)};
}

struct scrollfit_narrowest NAME(narrowest)(const double *residuals, double *sums, intptr_t count, intptr_t guess) {
#pragma clang fp contract(off)
  static const double steps[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  double sum = 0, first = residuals[0], number = (double)count;
  for (intptr_t i = 0; i < count; i++) {
    sum += residuals[i] - first;
    sums[i] = sum;
  }
  // The guess is a bound that few others reach, without a root: sqrt(a) + sqrt(b) < sqrt(w) where 4ab < (w - a - b)^2, a + b < w.
  struct scrollfit_narrowest guessed = roots_of(distances_of(residuals, sums, count, guess), guess, number);
  struct scrollfit_narrowest best = {-1, unbounded, unbounded};
  double bound = guessed.late + guessed.early, square = bound * bound * number * (1 + 1e-12);
  for (intptr_t i = 0; i < count; i += WIDTH) {
    intptr_t left = count - i < WIDTH ? count - i : WIDTH;
    if (left == WIDTH) {
      lanes own = load(residuals + i) - first, below = load(sums + i), position = load(steps) + (double)i;
      lanes late = sum - below - own * (number - position - 1), early = own * (position + 1) - below;
      late = choose(late > 0, late, all(0));
      early = choose(early > 0, early, all(0));
      lanes rest = square - late - early;
      if (!any_of((rest > 0) & (4 * late * early < rest * rest))) continue;
    }
    for (intptr_t j = i; j < i + left; j++) {
      struct distances own = distances_of(residuals, sums, count, j);
      struct scrollfit_narrowest found = roots_of(own, j, number);
      double rest = square - own.late - own.early, width = found.late + found.early;
      if (!(rest > 0 && 4 * own.late * own.early < rest * rest && width < best.late + best.early)) continue;
      best = found;
      square = width * width * number * (1 + 1e-12);
    }
  }
  return best;
}
