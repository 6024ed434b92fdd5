// Which kernels run is settled by what the processor says of itself.

#include "CKernels.h"

#define DECLARE(path) \
  void scrollfit_##path##_fit( \
    enum scrollfit_law law, const struct scrollfit_traces *traces, intptr_t first, intptr_t last, \
    const struct scrollfit_fits *fits); \
  void scrollfit_##path##_exponential(const double *x, double *result, intptr_t count); \
  void scrollfit_##path##_segment_costs( \
    const double *squares, const double *degrees, double *costs, intptr_t count); \
  void scrollfit_##path##_decayed_times( \
    double k, const double *times, double *travels, double *slopes, intptr_t count); \
  void scrollfit_##path##_spring_responses( \
    double sigma, double d, const double *times, double *releases, double *pushes, intptr_t count); \
  void scrollfit_##path##_eased_motion( \
    const struct scrollfit_eased_motion *motion, const double *abscissas, double start, intptr_t count, \
    const double *directions, intptr_t stride, const double *delays, intptr_t steps, \
    const struct scrollfit_eased_curve *curve); \
  void scrollfit_##path##_parabolas( \
    const struct scrollfit_segment *segment, intptr_t longest, double *squares); \
  void scrollfit_##path##_cubics( \
    const double *x, const double *y, intptr_t count, intptr_t width, int leaves_out_center, double unit, \
    double *squares, double *values); \
  int scrollfit_##path##_orthonormalize( \
    double *columns, intptr_t stride, intptr_t count, double *upper, double *projections); \
  int scrollfit_##path##_noise_point( \
    const struct scrollfit_noise *noise, double ratio, int has_product, double minimum_share, \
    struct scrollfit_noise_point *point); \
  double scrollfit_##path##_factor( \
    double *columns, intptr_t stride, intptr_t count, double *upper, double *projections); \
  void scrollfit_##path##_householder( \
    double *matrix, intptr_t rows, intptr_t columns, double *reflectors, intptr_t *pivots); \
  void scrollfit_##path##_rotate( \
    const double *matrix, intptr_t rows, intptr_t columns, const double *reflectors, int is_transposed, \
    double *b); \
  void scrollfit_##path##_curve_columns( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, double *columns, intptr_t stride); \
  void scrollfit_##path##_triangle_add( \
    struct scrollfit_triangle *triangle, const double *row, double variance); \
  void scrollfit_##path##_triangle_factor( \
    double *columns, intptr_t stride, intptr_t first, intptr_t later, intptr_t lane, \
    struct scrollfit_triangle *triangle); \
  void scrollfit_##path##_triangle_solve( \
    const struct scrollfit_triangle *triangle, intptr_t count, double *solution); \
  void scrollfit_##path##_triangle_combine( \
    const struct scrollfit_triangle *triangle, double unknown, const double *weights, double *values, \
    double *whitened); \
  void scrollfit_##path##_linearize( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle, \
    struct scrollfit_minimum *minimum); \
  double scrollfit_##path##_linearize_below( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, int is_at_best, double bound, double *space, \
    struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum); \
  intptr_t scrollfit_##path##_linearize_best( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, const double *rates, intptr_t number, double *space, \
    struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum); \
  void scrollfit_##path##_integrals( \
    const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle); \
  void scrollfit_##path##_grow( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, int is_backward, struct scrollfit_triangle *triangle, \
    double *remainders, struct scrollfit_minimum *minimum); \
  void scrollfit_##path##_boundary_state( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, double time, double step, double unknown, double deviation, \
    const struct scrollfit_triangle *triangle, struct scrollfit_state *state); \
  void scrollfit_##path##_boundary_states( \
    enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives, \
    const struct scrollfit_segment *segment, int is_backward, double step, double unknown, \
    struct scrollfit_triangle *triangle, struct scrollfit_state *states); \
  void scrollfit_##path##_parting( \
    const struct scrollfit_state *left, const struct scrollfit_state *right, intptr_t count, \
    const double *frames, double offset_slack, double velocity_slack, const double *instants, intptr_t number, \
    double *offsets, double *velocities); \
  double scrollfit_##path##_frame_ticks( \
    const struct scrollfit_frame_times *frames, uint8_t *origins, double *ticks); \
  intptr_t scrollfit_##path##_rough_windows(const double *x, const double *y, intptr_t count, double square); \
  int scrollfit_##path##_lie_on_grid(const double *offsets, intptr_t count, double grid, double power); \
  void scrollfit_##path##_sort(double *numbers, intptr_t count); \
  struct scrollfit_narrowest scrollfit_##path##_narrowest( \
    const double *residuals, double *sums, intptr_t count, intptr_t guess); \
  double scrollfit_##path##_lateness(const struct scrollfit_frame_times *frames); \
  void scrollfit_##path##_compare_blocks( \
    const struct scrollfit_block *blocks, intptr_t count, const struct scrollfit_picture *frame, \
    const struct scrollfit_picture *key, intptr_t shift, intptr_t width, intptr_t step, double least_energy, \
    const struct scrollfit_comparison *results); \
  void scrollfit_##path##_sum_rows( \
    const uint8_t *picture, intptr_t width, intptr_t height, uint8_t *means, \
    struct scrollfit_level_sums *sums); \
  uint32_t scrollfit_##path##_row_difference( \
    const uint8_t *frame, const uint8_t *key, const uint8_t *mask, intptr_t count, intptr_t stride); \
  void scrollfit_##path##_correlate_rows( \
    const struct scrollfit_row_point *points, intptr_t count, const int16_t *key, intptr_t lags, \
    int32_t *products, int32_t *energies);

DECLARE(portable)
#ifdef __x86_64__
DECLARE(avx2)
DECLARE(avx512)
#endif

void scrollfit_fit(
  enum scrollfit_law law, enum scrollfit_path path, const struct scrollfit_traces *traces, intptr_t first,
  intptr_t last, const struct scrollfit_fits *fits) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_fit(law, traces, first, last, fits);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_fit(law, traces, first, last, fits);
#endif
  scrollfit_portable_fit(law, traces, first, last, fits);
}

void scrollfit_exponential(enum scrollfit_path path, const double *x, double *result, intptr_t count) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_exponential(x, result, count);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_exponential(x, result, count);
#endif
  scrollfit_portable_exponential(x, result, count);
}

void scrollfit_segment_costs(
  enum scrollfit_path path, const double *squares, const double *degrees, double *costs, intptr_t count) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_segment_costs(squares, degrees, costs, count);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_segment_costs(squares, degrees, costs, count);
#endif
  scrollfit_portable_segment_costs(squares, degrees, costs, count);
}

void scrollfit_decayed_times(
  enum scrollfit_path path, double k, const double *times, double *travels, double *slopes, intptr_t count) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_decayed_times(k, times, travels, slopes, count);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_decayed_times(k, times, travels, slopes, count);
#endif
  scrollfit_portable_decayed_times(k, times, travels, slopes, count);
}

void scrollfit_eased_motion(
  enum scrollfit_path path, const struct scrollfit_eased_motion *motion, const double *abscissas, double start,
  intptr_t count, const double *directions, intptr_t stride, const double *delays, intptr_t steps,
  const struct scrollfit_eased_curve *curve) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_eased_motion(
      motion, abscissas, start, count, directions, stride, delays, steps, curve);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_eased_motion(
      motion, abscissas, start, count, directions, stride, delays, steps, curve);
#endif
  scrollfit_portable_eased_motion(
    motion, abscissas, start, count, directions, stride, delays, steps, curve);
}

void scrollfit_spring_responses(
  enum scrollfit_path path, double sigma, double d, const double *times, double *releases, double *pushes,
  intptr_t count) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_spring_responses(sigma, d, times, releases, pushes, count);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_spring_responses(sigma, d, times, releases, pushes, count);
#endif
  scrollfit_portable_spring_responses(sigma, d, times, releases, pushes, count);
}

int scrollfit_orthonormalize(
  enum scrollfit_path path, double *columns, intptr_t stride, intptr_t count, double *upper,
  double *projections) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_orthonormalize(columns, stride, count, upper, projections);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_orthonormalize(columns, stride, count, upper, projections);
#endif
  return scrollfit_portable_orthonormalize(columns, stride, count, upper, projections);
}

int scrollfit_noise_point(
  enum scrollfit_path path, const struct scrollfit_noise *noise, double ratio, int has_product,
  double minimum_share, struct scrollfit_noise_point *point) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_noise_point(noise, ratio, has_product, minimum_share, point);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_noise_point(noise, ratio, has_product, minimum_share, point);
#endif
  return scrollfit_portable_noise_point(noise, ratio, has_product, minimum_share, point);
}

double scrollfit_factor(
  enum scrollfit_path path, double *columns, intptr_t stride, intptr_t count, double *upper,
  double *projections) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_factor(columns, stride, count, upper, projections);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_factor(columns, stride, count, upper, projections);
#endif
  return scrollfit_portable_factor(columns, stride, count, upper, projections);
}

void scrollfit_householder(
  enum scrollfit_path path, double *matrix, intptr_t rows, intptr_t columns, double *reflectors,
  intptr_t *pivots) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_householder(matrix, rows, columns, reflectors, pivots);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_householder(matrix, rows, columns, reflectors, pivots);
#endif
  scrollfit_portable_householder(matrix, rows, columns, reflectors, pivots);
}

void scrollfit_rotate(
  enum scrollfit_path path, const double *matrix, intptr_t rows, intptr_t columns, const double *reflectors,
  int is_transposed, double *b) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_rotate(matrix, rows, columns, reflectors, is_transposed, b);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_rotate(matrix, rows, columns, reflectors, is_transposed, b);
#endif
  scrollfit_portable_rotate(matrix, rows, columns, reflectors, is_transposed, b);
}

void scrollfit_curve_columns(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *columns, intptr_t stride) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_curve_columns(curve, coefficients, derivatives, segment, columns, stride);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_curve_columns(curve, coefficients, derivatives, segment, columns, stride);
#endif
  scrollfit_portable_curve_columns(curve, coefficients, derivatives, segment, columns, stride);
}

void scrollfit_triangle_add(
  enum scrollfit_path path, struct scrollfit_triangle *triangle, const double *row, double variance) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_triangle_add(triangle, row, variance);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_triangle_add(triangle, row, variance);
#endif
  scrollfit_portable_triangle_add(triangle, row, variance);
}

void scrollfit_triangle_factor(
  enum scrollfit_path path, double *columns, intptr_t stride, intptr_t first, intptr_t later, intptr_t lane,
  struct scrollfit_triangle *triangle) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_triangle_factor(columns, stride, first, later, lane, triangle);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_triangle_factor(columns, stride, first, later, lane, triangle);
#endif
  scrollfit_portable_triangle_factor(columns, stride, first, later, lane, triangle);
}

void scrollfit_triangle_solve(
  enum scrollfit_path path, const struct scrollfit_triangle *triangle, intptr_t count, double *solution) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_triangle_solve(triangle, count, solution);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_triangle_solve(triangle, count, solution);
#endif
  scrollfit_portable_triangle_solve(triangle, count, solution);
}

void scrollfit_triangle_combine(
  enum scrollfit_path path, const struct scrollfit_triangle *triangle, double unknown, const double *weights,
  double *values, double *whitened) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_triangle_combine(triangle, unknown, weights, values, whitened);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_triangle_combine(triangle, unknown, weights, values, whitened);
#endif
  scrollfit_portable_triangle_combine(triangle, unknown, weights, values, whitened);
}

void scrollfit_linearize(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle,
  struct scrollfit_minimum *minimum) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_linearize(curve, coefficients, derivatives, segment, space, triangle, minimum);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_linearize(curve, coefficients, derivatives, segment, space, triangle, minimum);
#endif
  scrollfit_portable_linearize(curve, coefficients, derivatives, segment, space, triangle, minimum);
}

double scrollfit_linearize_below(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_at_best, double bound, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_linearize_below(curve, coefficients, derivatives, segment, is_at_best, bound, space, triangle, minimum);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_linearize_below(curve, coefficients, derivatives, segment, is_at_best, bound, space, triangle, minimum);
#endif
  return scrollfit_portable_linearize_below(curve, coefficients, derivatives, segment, is_at_best, bound, space, triangle, minimum);
}

intptr_t scrollfit_linearize_best(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, const double *rates, intptr_t number, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_linearize_best(curve, coefficients, derivatives, segment, rates, number, space, triangle, minimum);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_linearize_best(curve, coefficients, derivatives, segment, rates, number, space, triangle, minimum);
#endif
  return scrollfit_portable_linearize_best(curve, coefficients, derivatives, segment, rates, number, space, triangle, minimum);
}

void scrollfit_integrals(
  enum scrollfit_path path, const struct scrollfit_segment *segment, double *space,
  struct scrollfit_triangle *triangle) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_integrals(segment, space, triangle);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_integrals(segment, space, triangle);
#endif
  scrollfit_portable_integrals(segment, space, triangle);
}

void scrollfit_grow(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, struct scrollfit_triangle *triangle,
  double *remainders, struct scrollfit_minimum *minimum) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_grow(curve, coefficients, derivatives, segment, is_backward, triangle, remainders, minimum);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_grow(curve, coefficients, derivatives, segment, is_backward, triangle, remainders, minimum);
#endif
  scrollfit_portable_grow(curve, coefficients, derivatives, segment, is_backward, triangle, remainders, minimum);
}

void scrollfit_parabolas(
  enum scrollfit_path path, const struct scrollfit_segment *segment, intptr_t longest, double *squares) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_parabolas(segment, longest, squares);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_parabolas(segment, longest, squares);
#endif
  scrollfit_portable_parabolas(segment, longest, squares);
}

void scrollfit_cubics(
  enum scrollfit_path path, const double *x, const double *y, intptr_t count, intptr_t width,
  int leaves_out_center, double unit, double *squares, double *values) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_cubics(x, y, count, width, leaves_out_center, unit, squares, values);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_cubics(x, y, count, width, leaves_out_center, unit, squares, values);
#endif
  scrollfit_portable_cubics(x, y, count, width, leaves_out_center, unit, squares, values);
}

void scrollfit_boundary_state(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double time, double step, double unknown, double deviation,
  const struct scrollfit_triangle *triangle, struct scrollfit_state *state) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_boundary_state(curve, coefficients, derivatives, segment, time, step, unknown, deviation, triangle, state);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_boundary_state(curve, coefficients, derivatives, segment, time, step, unknown, deviation, triangle, state);
#endif
  scrollfit_portable_boundary_state(curve, coefficients, derivatives, segment, time, step, unknown, deviation, triangle, state);
}

void scrollfit_boundary_states(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, double step, double unknown,
  struct scrollfit_triangle *triangle, struct scrollfit_state *states) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_boundary_states(curve, coefficients, derivatives, segment, is_backward, step, unknown, triangle, states);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_boundary_states(curve, coefficients, derivatives, segment, is_backward, step, unknown, triangle, states);
#endif
  scrollfit_portable_boundary_states(curve, coefficients, derivatives, segment, is_backward, step, unknown, triangle, states);
}

void scrollfit_parting(
  enum scrollfit_path path, const struct scrollfit_state *left, const struct scrollfit_state *right,
  intptr_t count, const double *frames, double offset_slack, double velocity_slack, const double *instants,
  intptr_t number, double *offsets, double *velocities) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_parting(
      left, right, count, frames, offset_slack, velocity_slack, instants, number, offsets, velocities);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_parting(
      left, right, count, frames, offset_slack, velocity_slack, instants, number, offsets, velocities);
#endif
  scrollfit_portable_parting(
    left, right, count, frames, offset_slack, velocity_slack, instants, number, offsets, velocities);
}

double scrollfit_frame_ticks(
  enum scrollfit_path path, const struct scrollfit_frame_times *frames, uint8_t *origins, double *ticks) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_frame_ticks(frames, origins, ticks);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_frame_ticks(frames, origins, ticks);
#endif
  return scrollfit_portable_frame_ticks(frames, origins, ticks);
}

double scrollfit_lateness(enum scrollfit_path path, const struct scrollfit_frame_times *frames) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_lateness(frames);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_lateness(frames);
#endif
  return scrollfit_portable_lateness(frames);
}

struct scrollfit_narrowest scrollfit_narrowest(
  enum scrollfit_path path, const double *residuals, double *sums, intptr_t count, intptr_t guess) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_narrowest(residuals, sums, count, guess);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_narrowest(residuals, sums, count, guess);
#endif
  return scrollfit_portable_narrowest(residuals, sums, count, guess);
}

void scrollfit_sort(enum scrollfit_path path, double *numbers, intptr_t count) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_sort(numbers, count);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_sort(numbers, count);
#endif
  scrollfit_portable_sort(numbers, count);
}

intptr_t scrollfit_rough_windows(
  enum scrollfit_path path, const double *x, const double *y, intptr_t count, double square) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_rough_windows(x, y, count, square);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_rough_windows(x, y, count, square);
#endif
  return scrollfit_portable_rough_windows(x, y, count, square);
}

int scrollfit_lie_on_grid(
  enum scrollfit_path path, const double *offsets, intptr_t count, double grid, double power) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512) return scrollfit_avx512_lie_on_grid(offsets, count, grid, power);
  if (path == SCROLLFIT_AVX2) return scrollfit_avx2_lie_on_grid(offsets, count, grid, power);
#endif
  return scrollfit_portable_lie_on_grid(offsets, count, grid, power);
}

void scrollfit_compare_blocks(
  enum scrollfit_path path, const struct scrollfit_block *blocks, intptr_t count,
  const struct scrollfit_picture *frame, const struct scrollfit_picture *key, intptr_t shift, intptr_t width,
  intptr_t step, double least_energy, const struct scrollfit_comparison *results) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_compare_blocks(blocks, count, frame, key, shift, width, step, least_energy, results);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_compare_blocks(blocks, count, frame, key, shift, width, step, least_energy, results);
#endif
  scrollfit_portable_compare_blocks(blocks, count, frame, key, shift, width, step, least_energy, results);
}

void scrollfit_sum_rows(
  enum scrollfit_path path, const uint8_t *picture, intptr_t width, intptr_t height, uint8_t *means,
  struct scrollfit_level_sums *sums) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_sum_rows(picture, width, height, means, sums);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_sum_rows(picture, width, height, means, sums);
#endif
  scrollfit_portable_sum_rows(picture, width, height, means, sums);
}

uint32_t scrollfit_row_difference(
  enum scrollfit_path path, const uint8_t *frame, const uint8_t *key, const uint8_t *mask, intptr_t count,
  intptr_t stride) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_row_difference(frame, key, mask, count, stride);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_row_difference(frame, key, mask, count, stride);
#endif
  return scrollfit_portable_row_difference(frame, key, mask, count, stride);
}

void scrollfit_correlate_rows(
  enum scrollfit_path path, const struct scrollfit_row_point *points, intptr_t count, const int16_t *key,
  intptr_t lags, int32_t *products, int32_t *energies) {
#ifdef __x86_64__
  if (path == SCROLLFIT_AVX512)
    return scrollfit_avx512_correlate_rows(points, count, key, lags, products, energies);
  if (path == SCROLLFIT_AVX2)
    return scrollfit_avx2_correlate_rows(points, count, key, lags, products, energies);
#endif
  scrollfit_portable_correlate_rows(points, count, key, lags, products, energies);
}

double scrollfit_triangle_squares(const struct scrollfit_triangle *triangle, intptr_t count, intptr_t columns) {
  double sum = triangle->inverse[SCROLLFIT_TRIANGLE_COLUMNS];
  for (intptr_t j = count; j < columns; j++) {
    double rotated = triangle->factor[j][SCROLLFIT_TRIANGLE_COLUMNS];
    // 0 where the column has nothing yet.
    sum += rotated * rotated / triangle->inverse[j];
  }
  return sum;
}
