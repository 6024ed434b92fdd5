// What a spring that is let go, and one that is pushed, is at each of some times.

void NAME(spring_responses)(
  double sigma, double d, const double *times, double *releases, double *pushes, intptr_t count) {
  const double rates[2] = {sigma, d};
  for (int64_t i = 0; i < count; i += WIDTH) {
    int64_t filled = count - i < WIDTH ? count - i : WIDTH;
    lanes t = {};
    if (filled == WIDTH)
      t = load(times + i);
    else
      for (int64_t j = 0; j < filled; j++) t[j] = times[i + j];
    struct curve_columns own = {};
    spring_columns(&own, rates, t, exponential(within(-sigma * t, -700, 700)));
    if (filled == WIDTH) {
      store(releases + i, own.basis[1]);
      store(pushes + i, own.basis[2]);
    } else {
      for (int64_t j = 0; j < filled; j++) {
        releases[i + j] = own.basis[1][j];
        pushes[i + j] = own.basis[2][j];
      }
    }
  }
}
