// A motion along an easing, with its derivatives by the numbers that make it: see EasedMotion.
//
// Products and sums round apart, as those of one time do (EasedMotion.differential): no path contracts them.

INLINE lanes bezier_coordinate(double first, double second, lanes s) {
#pragma clang fp contract(off)
  lanes rest = 1 - s;
  return s * (3 * rest * (rest * first + s * second) + s * s);
}

INLINE lanes bezier_derivative(double first, double second, lanes s) {
#pragma clang fp contract(off)
  lanes rest = 1 - s;
  return 3 * (rest * rest * first + 2 * rest * s * (second - first) + s * s * (1 - second));
}

INLINE lanes bezier_curvature(double first, double second, lanes s) {
#pragma clang fp contract(off)
  return 6 * ((1 - s) * (second - 2 * first) + s * (1 - 2 * second + first));
}

// The parameters of abscissas inside 0 ... 1, by the steps of UnitBezier.parameter(at:): a lane that has arrived waits.
INLINE lanes bezier_parameters(double first, double second, lanes x, masks active) {
#pragma clang fp contract(off)
  lanes low = {}, high = all(1), s = x;
  for (int count = 1; any_of(active); count++) {
    lanes excess = bezier_coordinate(first, second, s) - x;
    masks is_low = active & (excess < 0);
    low = choose(is_low, s, low);
    high = choose(active & ~is_low, s, high);
    lanes slope = bezier_derivative(first, second, s);
    lanes next = s - excess * slope / (slope * slope - excess * bezier_curvature(first, second, s) / 2);
    masks is_inside = (masks)(next > low) & (masks)(next < high) & (int64_t)(count % 8 != 0 ? -1 : 0);
    lanes half = low + (high - low) / 2;
    masks is_far = magnitude(excess) > 0x1p-20 * next * slope;
    masks is_parted = (masks)(half > low) & (masks)(half < high);
    masks goes_on = (is_inside & is_far) | (~is_inside & is_parted);
    lanes target = choose(is_inside, next, choose(goes_on, half, high));
    s = choose(active, target, s);
    active &= goes_on;
  }
  return s;
}

// The share of the way, its derivative by the share of the time, and for Bezier's curve those by its control points.
struct eased_shares {
  lanes value, slope, points[4];
};

INLINE struct eased_shares bezier_shares(const struct scrollfit_eased_motion *motion, lanes share, masks active) {
#pragma clang fp contract(off)
  double x1 = motion->points[0], y1 = motion->points[1], x2 = motion->points[2], y2 = motion->points[3];
  masks is_inside = (masks)(share > 0) & (masks)(share < 1);
  lanes s = bezier_parameters(x1, x2, share, is_inside & active);
  lanes slope = bezier_derivative(y1, y2, s) / bezier_derivative(x1, x2, s);
  lanes first = 3 * (1 - s) * (1 - s) * s, second = 3 * (1 - s) * s * s, zero = {};
  masks is_before = share <= 0;
  return (struct eased_shares){
    choose(is_inside, bezier_coordinate(y1, y2, s), choose(is_before, zero, all(1))),
    choose(is_inside, slope, choose(is_before, all(motion->first_slope), all(motion->last_slope))),
    {
      choose(is_inside, -slope * first, zero),
      choose(is_inside, first, zero),
      choose(is_inside, -slope * second, zero),
      choose(is_inside, second, zero),
    },
  };
}

INLINE struct eased_shares power_shares(intptr_t exponent, lanes share) {
#pragma clang fp contract(off)
  lanes rest = 1 - share, power = all(1), lower = power;
  for (intptr_t factor = 0; factor < exponent; factor++) {
    lower = power;
    power = power * rest;
  }
  lanes value = choose(share <= 0, (lanes){}, choose(share >= 1, all(1), 1 - power));
  return (struct eased_shares){value, (double)exponent * lower, {}};
}

INLINE struct eased_shares circular_shares(lanes share) {
#pragma clang fp contract(off)
  lanes root = __builtin_elementwise_sqrt(share * (2 - share));
  lanes value = choose(share <= 0, (lanes){}, choose(share >= 1, all(1), root));
  return (struct eased_shares){value, (1 - share) / root, {}};
}

INLINE struct eased_shares shares_of(const struct scrollfit_eased_motion *motion, lanes share, masks active) {
  switch (motion->easing) {
  case SCROLLFIT_BEZIER: return bezier_shares(motion, share, active);
  case SCROLLFIT_POWER_OUT: return power_shares(motion->exponent, share);
  case SCROLLFIT_CIRCULAR_OUT: return circular_shares(share);
  }
}

INLINE void store_some(double *p, lanes v, int64_t count) {
  if (count == WIDTH) {
    store(p, v);
  } else {
    for (int64_t lane = 0; lane < count; lane++) p[lane] = v[lane];
  }
}

void NAME(eased_motion)(
  const struct scrollfit_eased_motion *motion, const double *abscissas, double start, intptr_t count,
  const double *directions, intptr_t stride, const double *delays, intptr_t steps,
  const struct scrollfit_eased_curve *curve) {
#pragma clang fp contract(off)
  double travel = motion->to - motion->from;
  for (int64_t i = 0; i < count; i += WIDTH) {
    int64_t filled = count - i < WIDTH ? count - i : WIDTH;
    lanes abscissa = all(abscissas[i]);
    if (filled == WIDTH) {
      abscissa = load(abscissas + i);
    } else {
      for (int64_t lane = 1; lane < filled; lane++) abscissa[lane] = abscissas[i + lane];
    }
    lanes time = abscissa + start - motion->begin, share = time / motion->duration;
    masks is_moving = time < motion->duration;
    struct eased_shares shares = shares_of(motion, share, is_moving);
    lanes zero = {}, velocity = choose(is_moving, travel * shares.slope / motion->duration, zero);
    store_some(
      curve->values + i, choose(is_moving, motion->from + travel * shares.value, all(motion->to)), filled);
    store_some(curve->slopes + i, velocity, filled);
    lanes partial[SCROLLFIT_EASED_NUMBERS] = {
      choose(is_moving, 1 - shares.value, zero),
      choose(is_moving, shares.value, all(1)),
      choose((masks)(share <= 0) | ~is_moving, zero, -velocity * share),
    };
    for (int j = 0; j < 4; j++) partial[3 + j] = choose(is_moving, travel * shares.points[j], zero);
    for (intptr_t step = 0; step < steps; step++) {
      const double *direction = directions + step * stride;
      lanes sum = delays ? -velocity * delays[step * stride] : zero;
      for (int j = 0; j < SCROLLFIT_EASED_NUMBERS; j++) sum += partial[j] * direction[j];
      store_some(curve->derivatives + step * curve->stride + i, sum, filled);
    }
  }
}
