// The states of a curve between samples, as its triangular factor takes them in one by one.

// Boundaries whose states are found at once: three times for each.
enum { BOUNDARIES = BLOCK / 3 };

// The instants around boundaries, as samples of a segment.
struct instants {
  double times[BLOCK];
  struct scrollfit_segment segment;
};

static const double ones[BLOCK] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, none[BLOCK] = {};

// Around the boundary behind each sample of a block: `step` before it, at it and `step` behind it.
INLINE void prepare_instants(
  struct instants *instants, const struct scrollfit_segment *block, int is_backward, double step) {
  for (int64_t i = 0; i < BLOCK; i++) instants->times[i] = block->start;
  for (int64_t k = 0; k < block->count; k++) {
    const double *own = block->times + (is_backward ? block->count - 1 - k : k);
    double middle = (own[0] + own[is_backward ? -1 : 1]) / 2;
    instants->times[3 * k] = middle - step;
    instants->times[3 * k + 1] = middle;
    instants->times[3 * k + 2] = middle + step;
  }
  instants->segment = *block;
  instants->segment.times = instants->times;
  instants->segment.offsets = none;
  instants->segment.precisions = ones;
  instants->segment.count = instants->segment.readable = BLOCK;
  instants->segment.level = 0;
}

INLINE void find_state(
  const struct scrollfit_triangle *triangle, double unknown, const eights *weights, struct scrollfit_state *state) {
  struct combination sums = combine(CURVE_COLUMNS, triangle, unknown, weights);
  for (int m = 0; m < 3; m++) state->values[m] = sums.values[m];
  store_eight(state->offset, sums.whitened[0]);
  store_eight(state->velocity, sums.whitened[1]);
  state->squares = triangle->inverse[RIGHT];
}

// By the rows of three instants from row `first` on, `step` apart.
INLINE void find_state_between(
  const struct scrollfit_triangle *triangle, double unknown, const struct rows *near, int64_t first, double step,
  struct scrollfit_state *state) {
  eights before = row_of(near, first), now = row_of(near, first + 1), after = row_of(near, first + 2);
  eights weights[3] = {now, (after - before) / (2 * step), (after - 2 * now + before) / (step * step)};
  find_state(triangle, unknown, weights, state);
}

// The columns but the first one, with the derivatives of their sums by time; the first one is 1.
struct narrow_weights {
  fours value, slope, curvature;
};

INLINE struct narrow_weights narrow_weights(fours before, fours now, fours after, double step) {
  return (struct narrow_weights){
    now, (after - before) / (2 * step), (after - 2 * now + before) / (step * step)};
}

INLINE int is_any_narrow_spanned(int coefficients, int derivatives, const struct narrow_triangle *triangle) {
#pragma clang fp contract(off)
  int is_any = 0;
#pragma clang loop unroll(full)
  for (int k = 1; k <= FIRST_RATE; k++) {
    if (!is_column(coefficients, derivatives, k)) continue;
    double inverse = triangle->inverse[k], scaled = 1e-28 * inverse;
    int is_spanned = 0;
#pragma clang loop unroll(full)
    for (int i = 0; i < k; i++) {
      if (!is_column(coefficients, derivatives, i)) continue;
      double share = triangle->factor[i][k - 1];
      is_spanned |= triangle->inverse[i] <= scaled * share * share;
    }
    is_any |= is_spanned & (inverse < unbounded);
  }
  return is_any;
}

// The state where no column spans another, as `combine` finds it.
INLINE void find_narrow_state(
  int coefficients, int derivatives, const struct narrow_triangle *triangle, double unknown,
  struct narrow_weights weights, struct scrollfit_state *state) {
  double solution[FIRST_RATE + 1] = {}, deviations[FIRST_RATE + 1];
#pragma clang loop unroll(full)
  for (int j = FIRST_RATE; j >= 0; j--) {
#pragma clang fp contract(off)
    if (!is_column(coefficients, derivatives, j)) continue;
    double explained = 0;
#pragma clang loop unroll(full)
    for (int k = j + 1; k <= FIRST_RATE; k++) {
      if (is_column(coefficients, derivatives, k)) explained += triangle->factor[j][k - 1] * solution[k];
    }
    int is_known = triangle->inverse[j] < unbounded;
    solution[j] = is_known ? triangle->factor[j][3] - explained : 0;
    deviations[j] = __builtin_sqrt(is_known ? triangle->inverse[j] : unknown);
  }
  fours later = {solution[1], solution[2], solution[3], 0};
  fours values[3] = {weights.value * later, weights.slope * later, weights.curvature * later};
  for (int k = 0; k < 3; k++)
    state->values[k] = ((k == 0 ? solution[0] : 0) + values[k][1]) + (values[k][0] + values[k][2]);
  fours offset = weights.value, velocity = weights.slope;
  eights offsets = {}, velocities = {};
  if (deviations[0] > 0) {
    offset -= triangle->factor[0];
    offsets[0] = deviations[0];
  }
#pragma clang loop unroll(full)
  for (int j = 1; j <= FIRST_RATE; j++) {
    if (!is_column(coefficients, derivatives, j) || !(deviations[j] > 0)) continue;
    double own = offset[j - 1], other = velocity[j - 1];
    offset -= own * triangle->factor[j];
    velocity -= other * triangle->factor[j];
    offsets[j] = own * deviations[j];
    velocities[j] = other * deviations[j];
  }
  store_eight(state->offset, offsets);
  store_eight(state->velocity, velocities);
  state->squares = triangle->squares;
}

// `curve`, `coefficients` and `derivatives`, at most one, are constants in each call.
INLINE void narrow_states(
  enum scrollfit_curve curve, int coefficients, int derivatives, const struct scrollfit_segment *segment,
  int is_backward, double step, double unknown, struct scrollfit_triangle *triangle,
  struct scrollfit_state *states) {
  int right = coefficients + derivatives;
  struct narrow_triangle narrow = narrowed(coefficients, derivatives, triangle);
  IN_LINES double numbers[(FIRST_RATE + 2) * 8], near[(FIRST_RATE + 2) * BLOCK];
  for (int64_t done = 0; done < segment->count; done += BOUNDARIES) {
    int64_t left = segment->count - done, count = left < BOUNDARIES ? left : BOUNDARIES;
    struct scrollfit_segment block = part_of(segment, is_backward ? left - count : done, count);
    struct instants instants;
    prepare_instants(&instants, &block, is_backward, step);
    fill_curve(curve, coefficients, derivatives, &block, numbers, 8, 0);
    fill_curve(curve, coefficients, derivatives, &instants.segment, near, BLOCK, 0);
    for (int64_t k = 0; k < count; k++) {
      int64_t i = is_backward ? count - 1 - k : k;
      fours row = narrow_row(coefficients, derivatives, right, numbers, 8, i);
      add_narrow_row(coefficients, derivatives, &narrow, numbers[i], row, 0);
      fours around[3];
      for (int m = 0; m < 3; m++)
        around[m] = narrow_row(coefficients, derivatives, right, near, BLOCK, 3 * k + m);
      struct narrow_weights weights = narrow_weights(around[0], around[1], around[2], step);
      struct scrollfit_state *state = states + done + k;
      if (!is_any_narrow_spanned(coefficients, derivatives, &narrow)) {
        find_narrow_state(coefficients, derivatives, &narrow, unknown, weights, state);
      } else {
        eights rows[3] = {
          {1, weights.value[0], weights.value[1], weights.value[2]},
          {0, weights.slope[0], weights.slope[1], weights.slope[2]},
          {0, weights.curvature[0], weights.curvature[1], weights.curvature[2]},
        };
        write_narrow(coefficients, derivatives, &narrow, triangle);
        find_state(triangle, unknown, rows, state);
      }
    }
  }
  write_narrow(coefficients, derivatives, &narrow, triangle);
}

// A spring with two rates has a column more.
INLINE void spring_states(
  const struct scrollfit_segment *segment, int is_backward, double step, double unknown,
  struct scrollfit_triangle *triangle, struct scrollfit_state *states) {
  struct rows rows, near;
  prepare_rows(&rows, FIRST_RATE, 2, 8);
  prepare_rows(&near, FIRST_RATE, 2, BLOCK);
  for (int64_t done = 0; done < segment->count; done += BOUNDARIES) {
    int64_t left = segment->count - done, count = left < BOUNDARIES ? left : BOUNDARIES;
    struct scrollfit_segment block = part_of(segment, is_backward ? left - count : done, count);
    struct instants instants;
    prepare_instants(&instants, &block, is_backward, step);
    fill_curve(SCROLLFIT_SPRING, FIRST_RATE, 2, &block, rows.columns, 8, 0);
    fill_curve(SCROLLFIT_SPRING, FIRST_RATE, 2, &instants.segment, near.columns, BLOCK, 0);
    for (int64_t k = 0; k < count; k++) {
      add_row(CURVE_COLUMNS, triangle, row_of(&rows, is_backward ? count - 1 - k : k), 1);
      find_state_between(triangle, unknown, &near, 3 * k, step, states + done + k);
    }
  }
}

#define STATES(curve, coefficients, derivatives) \
  narrow_states(curve, coefficients, derivatives, segment, is_backward, step, unknown, triangle, states)

void NAME(boundary_states)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, double step, double unknown,
  struct scrollfit_triangle *triangle, struct scrollfit_state *states) {
  int has_slope = derivatives > 0;
  switch (curve) {
  case SCROLLFIT_POLYNOMIAL:
    if (coefficients == 1)
      STATES(SCROLLFIT_POLYNOMIAL, 1, 0);
    else if (coefficients == 2)
      STATES(SCROLLFIT_POLYNOMIAL, 2, 0);
    else
      STATES(SCROLLFIT_POLYNOMIAL, 3, 0);
    break;
  case SCROLLFIT_DECAY:
    if (coefficients == 2 && !has_slope)
      STATES(SCROLLFIT_DECAY, 2, 0);
    else if (coefficients == 2)
      STATES(SCROLLFIT_DECAY, 2, 1);
    else if (!has_slope)
      STATES(SCROLLFIT_DECAY, 3, 0);
    else
      STATES(SCROLLFIT_DECAY, 3, 1);
    break;
  case SCROLLFIT_CRITICAL_SPRING:
    if (!has_slope)
      STATES(SCROLLFIT_CRITICAL_SPRING, 3, 0);
    else
      STATES(SCROLLFIT_CRITICAL_SPRING, 3, 1);
    break;
  case SCROLLFIT_SPRING:
    if (!has_slope)
      STATES(SCROLLFIT_SPRING, 3, 0);
    else
      spring_states(segment, is_backward, step, unknown, triangle, states);
    break;
  case SCROLLFIT_FINGER_STOP:
    if (!has_slope)
      STATES(SCROLLFIT_FINGER_STOP, 2, 0);
    else
      STATES(SCROLLFIT_FINGER_STOP, 2, 1);
    break;
  }
}

#undef STATES

void NAME(boundary_state)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double time, double step, double unknown, double deviation,
  const struct scrollfit_triangle *triangle, struct scrollfit_state *state) {
  // From the segment's start on: the curvature is a difference of what would lose digits to a recording's time.
  double local = time - segment->start, times[8] = {local - step, local, local + step};
  struct scrollfit_segment near = *segment;
  near.times = times;
  near.offsets = none;
  near.precisions = ones;
  near.count = near.readable = 8;
  near.start = near.level = 0;
  struct rows rows;
  prepare_rows(&rows, coefficients, derivatives, 8);
  NAME(curve_columns)(curve, coefficients, derivatives, &near, rows.columns, 8);
  find_state_between(triangle, unknown, &rows, 0, step, state);
  store_eight(state->offset, deviation * load_eight(state->offset));
  store_eight(state->velocity, deviation * load_eight(state->velocity));
}
