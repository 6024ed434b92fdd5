// The likeliest ticks of a display at which the frames of samples were shown: a second-order Markov chain, whose states are the
// ticks of two neighboring samples.

// Lane 4 i + j: the i-th candidate of the earlier sample and the j-th of the later one.
typedef double pairs __attribute__((vector_size(8 * 16)));
typedef int64_t pair_masks __attribute__((vector_size(8 * 16)));
// The numbers of ticks that a frame may last: those between the latest candidates, less 3, and so on to 4 more.
typedef double durations __attribute__((vector_size(8 * 8)));
typedef double candidate_costs __attribute__((vector_size(8 * 4)));

#define PICK(mask, a, b) \
  ((__typeof__(a))(((mask) & (__typeof__(mask))(a)) | (~(mask) & (__typeof__(mask))(b))))
#define SIZE(v) ((pairs)((pair_masks)(v) & INT64_MAX))
// Of durations, those of the pairs.
#define OF_PAIRS(v) __builtin_shufflevector(v, v, 3, 2, 1, 0, 4, 3, 2, 1, 5, 4, 3, 2, 6, 5, 4, 3)
// Of pairs, for every pair that goes on from the i-th candidate.
#define GOING_ON(v, i) \
  __builtin_shufflevector( \
    v, v, 4 * i, 4 * i, 4 * i, 4 * i, 4 * i + 1, 4 * i + 1, 4 * i + 1, 4 * i + 1, 4 * i + 2, 4 * i + 2, \
    4 * i + 2, 4 * i + 2, 4 * i + 3, 4 * i + 3, 4 * i + 3, 4 * i + 3)
#define OF_EARLIER(v) __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
#define OF_LATER(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3)

// The frames between two neighboring samples: the ticks that each lasts, the content's step per tick and that of rounding, and the
// cost of the frame alone.
struct frame_steps {
  pairs duration, speed, rounding, cost;
};

INLINE double latest_tick(const struct scrollfit_frame_times *frames, double time) {
#pragma clang fp contract(off)
  return __builtin_floor((time - frames->origin) / frames->tick + frames->maximum_earliness);
}

INLINE void find_lateness(
  const struct scrollfit_frame_times *frames, double time, double latest, candidate_costs *costs) {
#pragma clang fp contract(off)
  for (int i = 0; i < 4; i++) {
    double error = time - frames->origin - frames->tick * (latest - i);
    double cost = error >= 0 ? error / frames->late : -error / frames->early;
    (*costs)[i] = cost < frames->maximum_lateness ? cost : frames->maximum_lateness;
  }
}

INLINE void find_steps(
  const struct scrollfit_frame_times *frames, int uses_offsets, double ticks, double distance,
  struct frame_steps *steps) {
#pragma clang fp contract(off)
  // Two samples show no one tick.
  static const double forbidden = 1e9;
  durations number = ticks + (durations){-3, -2, -1, 0, 1, 2, 3, 4};
  pairs duration = OF_PAIRS(number), zero = {}, one = zero + 1;
  pair_masks may_be = duration > 0;
  steps->duration = PICK(may_be, duration, one);
  steps->cost =
    PICK(may_be, PICK(duration < frames->shortest_frame, zero + frames->too_short, zero), zero + forbidden);
  if (!uses_offsets) return;
  durations speed = distance / number, rounding = frames->grid / number;
  steps->speed = PICK(may_be, OF_PAIRS(speed), zero);
  steps->rounding = PICK(may_be, OF_PAIRS(rounding), zero + frames->grid);
}

// Weighs the frames before from the i-th candidate of the sample before the earlier one.
#define WEIGH(i) \
  do { \
    pairs duration = GOING_ON(before.duration, i), cost = GOING_ON(costs, i); \
    if (uses_offsets) { \
      pairs speed = GOING_ON(before.speed, i), rounding = GOING_ON(before.rounding, i); \
      pairs size = SIZE(speed), next_size = SIZE(after.speed); \
      pairs usual = frames->usual_acceleration * PICK(size > next_size, size, next_size) \
        + PICK(rounding > after.rounding, rounding, after.rounding); \
      pairs change = SIZE(after.speed - speed) / usual; \
      cost += PICK(change < most_acceleration, change, most_acceleration); \
    } \
    pair_masks is_double = (duration == 2 * after.duration) | (after.duration == 2 * duration); \
    pairs change = PICK(is_double, twice, other); \
    cost += PICK(duration == after.duration, zero, change); \
    pair_masks is_better = cost < best; \
    best = PICK(is_better, cost, best); \
    origin = (is_better & i) | (~is_better & origin); \
  } while (0)

// `uses_offsets` is a constant in each call.
INLINE double frame_ticks(
  const struct scrollfit_frame_times *frames, int uses_offsets, uint8_t *origins, double *ticks) {
#pragma clang fp contract(off)
  typedef uint8_t places __attribute__((vector_size(16)));
  const double *times = frames->times, *offsets = frames->offsets;
  const pairs zero = {}, twice = zero + frames->doubled, other = zero + frames->changed;
  const pairs most_acceleration = zero + frames->maximum_acceleration;
  candidate_costs first, late;
  struct frame_steps before = {}, after = {};
  ticks[0] = latest_tick(frames, times[0]);
  ticks[1] = latest_tick(frames, times[1]);
  find_lateness(frames, times[0], ticks[0], &first);
  find_lateness(frames, times[1], ticks[1], &late);
  find_steps(frames, uses_offsets, ticks[1] - ticks[0], offsets[1] - offsets[0], &before);
  pairs costs = before.cost + OF_EARLIER(first) + OF_LATER(late);
  for (intptr_t i = 2; i < frames->count; i++) {
    ticks[i] = latest_tick(frames, times[i]);
    find_lateness(frames, times[i], ticks[i], &late);
    find_steps(frames, uses_offsets, ticks[i] - ticks[i - 1], offsets[i] - offsets[i - 1], &after);
    pairs best = zero + __builtin_inf();
    pair_masks origin = {};
    WEIGH(0);
    WEIGH(1);
    WEIGH(2);
    WEIGH(3);
    *(places *)(origins + 16 * i) = __builtin_convertvector(origin, places);
    costs = best + after.cost + OF_LATER(late);
    before = after;
  }
  int pair = 0;
  for (int lane = 1; lane < 16; lane++) pair = costs[lane] < costs[pair] ? lane : pair;
  double cost = costs[pair];
  for (intptr_t i = frames->count - 1; i > 1; i--) {
    ticks[i] -= pair % 4;
    pair = origins[16 * i + pair] * 4 + pair / 4;
  }
  ticks[1] -= pair % 4;
  ticks[0] -= pair / 4;
  return cost;
}

double NAME(frame_ticks)(const struct scrollfit_frame_times *frames, uint8_t *origins, double *ticks) {
  return frames->maximum_acceleration > 0 ? frame_ticks(frames, 1, origins, ticks)
                                          : frame_ticks(frames, 0, origins, ticks);
}

// Eight at a time on every instruction set: the same sum.
double NAME(lateness)(const struct scrollfit_frame_times *frames) {
#pragma clang fp contract(off)
  typedef double eight __attribute__((vector_size(8 * 8)));
  const double nearest = frames->early / (frames->early + frames->late), rate = 1 / frames->tick;
  const double late = frames->tick / frames->late, early = frames->tick / frames->early;
  const eight zero = {}, most = zero + frames->maximum_lateness;
  eight sum = {};
  for (intptr_t i = 0; i < frames->count; i += 8) {
    eight times = zero + frames->origin;
    if (i + 8 <= frames->count)
      __builtin_memcpy(&times, frames->times + i, sizeof times);
    else
      __builtin_memcpy(&times, frames->times + i, (frames->count - i) * sizeof(double));
    eight time = (times - frames->origin) * rate;
    // Where a time is as near to two ticks, either will do.
    eight error = time - __builtin_elementwise_floor(time + nearest);
    eight cost = PICK(error >= 0, error * late, error * -early);
    sum += PICK(cost < most, cost, most);
  }
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

#undef PICK
#undef SIZE
#undef OF_PAIRS
#undef GOING_ON
#undef OF_EARLIER
#undef OF_LATER
#undef WEIGH
