// The travel of a decaying velocity, (1 - e^(-u))/k with u = k t, and its derivative by k.

struct decays {
  struct block travels, slopes;
};

// The slope loses digits to cancellation as u -> 0: below 1/2 it is -t^2 sum (n + 1)/(n + 2)! (-u)^n, the first term left
// out below 2^-60.
INLINE struct decays decays_of(double k, struct block times) {
  struct block exponent, u2, even, odd;
  struct decays result;
  EACH exponent.v[u] = -k * times.v[u];
  EACH u2.v[u] = exponent.v[u] * exponent.v[u];
  EACH odd.v[u] = u2.v[u] * (14.0 / 1307674368000.0) + 12.0 / 6227020800.0;
  EACH even.v[u] = u2.v[u] * (13.0 / 87178291200.0) + 11.0 / 479001600.0;
  EACH odd.v[u] = odd.v[u] * u2.v[u] + 10.0 / 39916800.0;
  EACH even.v[u] = even.v[u] * u2.v[u] + 9.0 / 3628800.0;
  EACH odd.v[u] = odd.v[u] * u2.v[u] + 8.0 / 362880.0;
  EACH even.v[u] = even.v[u] * u2.v[u] + 7.0 / 40320.0;
  EACH odd.v[u] = odd.v[u] * u2.v[u] + 6.0 / 5040.0;
  EACH even.v[u] = even.v[u] * u2.v[u] + 5.0 / 720.0;
  EACH odd.v[u] = odd.v[u] * u2.v[u] + 4.0 / 120.0;
  EACH even.v[u] = even.v[u] * u2.v[u] + 3.0 / 24.0;
  EACH odd.v[u] = odd.v[u] * u2.v[u] + 2.0 / 6.0;
  EACH even.v[u] = even.v[u] * u2.v[u] + 1.0 / 2.0;
  EACH even.v[u] = odd.v[u] * exponent.v[u] + even.v[u];
  struct powers powers = powers_of(exponent);
  // Both, since 1 more than a small power less 1 has lost its digits.
  struct block power = exponentials_of(powers), less = exponentials_minus_one_of(powers);
  EACH {
    lanes t = times.v[u];
    // Below 1e-17 the travel is t to the last bit.
    lanes travel = choose(magnitude(exponent.v[u]) < 1e-17, t, -less.v[u] / k);
    result.travels.v[u] = travel;
    result.slopes.v[u] =
      choose(magnitude(exponent.v[u]) < 0.5, -t * t * even.v[u], (t * power.v[u] - travel) / k);
  }
  return result;
}

void NAME(decayed_times)(double k, const double *times, double *travels, double *slopes, intptr_t count) {
  for (int64_t i = 0; i < count; i += DEPTH * WIDTH) {
    int64_t filled = count - i < DEPTH * WIDTH ? count - i : DEPTH * WIDTH;
    struct block block = {};
    if (filled == DEPTH * WIDTH) {
      EACH block.v[u] = load(times + i + u * WIDTH);
    } else {
      for (int64_t j = 0; j < filled; j++) block.v[j / WIDTH][j % WIDTH] = times[i + j];
    }
    struct decays decays = decays_of(k, block);
    if (filled == DEPTH * WIDTH) {
      EACH store(travels + i + u * WIDTH, decays.travels.v[u]);
      if (slopes) EACH store(slopes + i + u * WIDTH, decays.slopes.v[u]);
    } else {
      for (int64_t j = 0; j < filled; j++) travels[i + j] = decays.travels.v[j / WIDTH][j % WIDTH];
      if (slopes)
        for (int64_t j = 0; j < filled; j++) slopes[i + j] = decays.slopes.v[j / WIDTH][j % WIDTH];
    }
  }
}
