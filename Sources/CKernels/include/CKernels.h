#ifndef SCROLLFIT_CKERNELS_H
#define SCROLLFIT_CKERNELS_H

#include <stdint.h>

/// The laws that have a fused kernel, each with its parameters in the order of the results.
enum scrollfit_law {
  /// initialOffset, initialVelocity, decayConstant.
  SCROLLFIT_DECELERATION = 0,
  /// rest, displacement, initialVelocity, damping.
  SCROLLFIT_BOUNCE = 1,
  /// amplitude, damping, phase; about rest 0.
  SCROLLFIT_BOUNCE_PHASE = 2,
  /// coefficient, dimension.
  SCROLLFIT_RUBBER_BAND = 3,
  /// coefficient; the dimension is given.
  SCROLLFIT_RUBBER_BAND_FIXED = 4,
  /// c0, c1 and so on: polynomials of degree 1 to 3.
  SCROLLFIT_LINE = 5,
  SCROLLFIT_QUADRATIC = 6,
  SCROLLFIT_CUBIC = 7,
};

/// Which of a processor's instruction sets the kernels are run with.
enum scrollfit_path {
  SCROLLFIT_PORTABLE = 0,
  SCROLLFIT_AVX2 = 1,
  SCROLLFIT_AVX512 = 2,
};

/// Traces side by side: trace i has the samples starts[i] ..< starts[i + 1].
struct scrollfit_traces {
  const double *x;
  const double *y;
  /// count + 1 of them.
  const intptr_t *starts;
  intptr_t count;
  /// The known dimension of each trace, for SCROLLFIT_RUBBER_BAND_FIXED; else null.
  const double *dimensions;
};

/// Where the results go, all but passes NaN where a trace has none.
struct scrollfit_fits {
  /// Parameter j of trace i at [j * count + i].
  double *parameters;
  /// The same for their standard errors.
  double *errors;
  /// One for each trace.
  double *sums_of_squares;
  /// The largest size of an observation.
  double *largest;
  /// Passes over all samples of each trace; 0 for one that the kernel leaves to the plain path.
  uint8_t *passes;
};

/// The fastest path that this processor can run.
static inline enum scrollfit_path scrollfit_fastest_path(void) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
      && __builtin_cpu_supports("avx512vl"))
    return SCROLLFIT_AVX512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return SCROLLFIT_AVX2;
#endif
  return SCROLLFIT_PORTABLE;
}

/// Fits the traces first ..< last. A path that this processor cannot run must not be asked for.
void scrollfit_fit(
  enum scrollfit_law law, enum scrollfit_path path, const struct scrollfit_traces *traces, intptr_t first,
  intptr_t last, const struct scrollfit_fits *fits);

/// e^x for count numbers of magnitude up to 700, as the kernels have it.
void scrollfit_exponential(enum scrollfit_path path, const double *x, double *result, intptr_t count);

/// (1 - e^(-k t))/k and, where `slopes` is not null, its derivative by k, for count times t with |k t| <= 700; t and -t^2/2 for
/// k = 0.
void scrollfit_decayed_times(
  enum scrollfit_path path, double k, const double *times, double *travels, double *slopes, intptr_t count);

/// The motions of the spring y'' + 2 sigma y' + (sigma^2 - D) y = 0 from displacement 1 and from velocity 1 (SpringResponse), for
/// count times t with |sigma t| <= 700, and sqrt(D) |t| <= 300 or sqrt(-D) |t| <= 1e6.
void scrollfit_spring_responses(
  enum scrollfit_path path, double sigma, double d, const double *times, double *releases, double *pushes,
  intptr_t count);

/// The easings whose curves are made of roundings alone, no function of a library.
enum scrollfit_easing {
  SCROLLFIT_BEZIER,
  /// 1 - (1 - u)^n.
  SCROLLFIT_POWER_OUT,
  /// sqrt(u (2 - u)).
  SCROLLFIT_CIRCULAR_OUT,
};

/// The numbers of an eased motion that have derivatives: from, to, duration, and a Bezier curve's control points.
enum { SCROLLFIT_EASED_NUMBERS = 7 };

/// A motion from one offset to another along an easing (EasedMotion).
struct scrollfit_eased_motion {
  enum scrollfit_easing easing;
  /// `begin` is the time of its start.
  double from, to, begin, duration;
  /// x1, y1, x2 and y2 of a Bezier curve, and its slopes at 0 and 1.
  double points[4], first_slope, last_slope;
  /// n of a power.
  intptr_t exponent;
};

/// The storage of a curve: an offset and a slope for each abscissa, and the derivative by each step, `stride` numbers behind the one
/// before.
struct scrollfit_eased_curve {
  double *values, *slopes, *derivatives;
  intptr_t stride;
};

/// The offsets, velocities and derivatives of an eased motion at count times, `start` after the abscissas: the same digits on every path.
///
/// \param directions for each step SCROLLFIT_EASED_NUMBERS derivatives of the motion's numbers, `stride` numbers behind those of the
/// step before.
/// \param delays for each step the derivative of the time at which the motion begins, with the same stride; null for 0.
void scrollfit_eased_motion(
  enum scrollfit_path path, const struct scrollfit_eased_motion *motion, const double *abscissas, double start,
  intptr_t count, const double *directions, intptr_t stride, const double *delays, intptr_t steps,
  const struct scrollfit_eased_curve *curve);

/// Makes `count` columns orthonormal by Gram-Schmidt, twice where a column loses most of its length; returns 0 where one
/// depends on those before it or is not finite. A column is `stride` numbers, a multiple of 8, the last of which may be zeros.
///
/// \param columns the columns, and one more behind them.
/// \param upper count * count numbers: R's element (i, j), i <= j, at [j * count + i].
/// \param projections the scalar products of the columns with the one behind them.
int scrollfit_orthonormalize(
  enum scrollfit_path path, double *columns, intptr_t stride, intptr_t count, double *upper,
  double *projections);

/// A curve's columns and residuals, whose noise is looked for.
struct scrollfit_noise {
  /// As for scrollfit_orthonormalize, `count` of them, the last one the residuals.
  const double *columns;
  /// v^2, `stride` numbers.
  const double *squared_slopes;
  intptr_t stride, count;
  /// Room for the sums of w a_j a_l and of v^2 w^2 a_j a_l at [j * count + l], l <= j.
  double *gram, *slope_gram;
  /// Room for the combinations of columns that are orthogonal under the weights, combination j from [j * count] on, and for their
  /// squared lengths.
  double *combinations, *lengths;
};

/// The sums over a recording's samples that a likelihood of its noise is made of, with the weights w = 1/(1 + ratio v^2) and the
/// leverages h.
struct scrollfit_noise_point {
  /// The sum of v^2 w.
  double steepness;
  /// The product of all 1 + ratio v^2 is product * 2^exponent.
  double product, exponent;
  /// The sum of v^2 w (1 - h).
  double free;
  /// The sum of v^2 w^2 e^2 and that of w e^2, e what is left of the residuals.
  double steep, squares;
};

/// The sums at one ratio, by sums of products of columns.
///
/// \param has_product not 0 where the product is asked for.
/// \param minimum_share the share of a column's squared length that has to be left beside those before it.
/// \returns 0 where less is left; then only the sums of products, the steepness and the product are there.
int scrollfit_noise_point(
  enum scrollfit_path path, const struct scrollfit_noise *noise, double ratio, int has_product,
  double minimum_share, struct scrollfit_noise_point *point);

/// Makes columns orthonormal that may depend on each other or be zeros, as scrollfit_orthonormalize: one that does is left out, with 0 for its row of R and its
/// projection. Leaves in the column behind them what is orthogonal to all, and returns its squared length; NaN or infinite where
/// a number is not finite.
double scrollfit_factor(
  enum scrollfit_path path, double *columns, intptr_t stride, intptr_t count, double *upper,
  double *projections);

/// Householder QR with column pivoting in the layout of LAPACK's dgeqp3: R on and above the diagonal, below it the reflectors v, whose
/// first entries are 1. Columns are to be of like lengths, with entries whose squares neither overflow nor vanish.
///
/// \param matrix rows * columns numbers, column-major, rows >= columns.
/// \param reflectors tau of the reflectors 1 - tau v v'.
/// \param pivots the column of the matrix that stands at each place.
void scrollfit_householder(
  enum scrollfit_path path, double *matrix, intptr_t rows, intptr_t columns, double *reflectors,
  intptr_t *pivots);

/// Replaces b by Q'b, or by Q b, of what scrollfit_householder has left.
void scrollfit_rotate(
  enum scrollfit_path path, const double *matrix, intptr_t rows, intptr_t columns, const double *reflectors,
  int is_transposed, double *b);

/// The curves of a scroll recording's segments: polynomials of degree up to 2; exponential deceleration, with a drift where it has
/// three coefficients; the critically damped spring; a spring of any damping; a finger that stops, whose speed falls as (1 - t/D)^q.
enum scrollfit_curve {
  SCROLLFIT_POLYNOMIAL,
  SCROLLFIT_DECAY,
  SCROLLFIT_CRITICAL_SPRING,
  SCROLLFIT_SPRING,
  SCROLLFIT_FINGER_STOP,
};

/// The samples of a segment and the point of the curve.
struct scrollfit_segment {
  const double *times, *offsets, *precisions;
  intptr_t count;
  /// The numbers that may be read from those pointers on, at least `count`.
  intptr_t readable;
  /// The time and the offset that the curve counts from.
  double start, level;
  /// The decay constant k, or sigma and D of y'' + 2 sigma y' + (sigma^2 - D) y = 0, or the duration D and the exponent q of a stop, a
  /// multiple of 1/2 that is no rate of its own.
  double rates[2];
  /// The coefficients that the derivatives by the rates are summed with.
  double slopes[3];
};

/// Fills the columns of a curve: one for each coefficient, then for each derivative by a rate (none, or as many as the curve has
/// rates), then the offsets, all times the samples' precisions and with zeros up to `stride`, a multiple of 8.
void scrollfit_curve_columns(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *columns, intptr_t stride);

/// The most columns that a triangular factor has room for.
enum { SCROLLFIT_TRIANGLE_COLUMNS = 7 };

/// The triangular factor of a least-squares problem: D and U of A = Q D^1/2 U, U unit upper triangular.
struct scrollfit_triangle {
  /// The rows of U with the rotated right-hand side in the last lane; lanes up to the diagonal are not read.
  double factor[SCROLLFIT_TRIANGLE_COLUMNS][SCROLLFIT_TRIANGLE_COLUMNS + 1];
  /// 1/D, infinite for a column that has nothing yet; behind it the squared length of what is orthogonal to all columns.
  double inverse[SCROLLFIT_TRIANGLE_COLUMNS + 1];
};

/// Empties a factor. In line, as it is small: a call that fills it would take longer.
static inline void scrollfit_triangle_clear(struct scrollfit_triangle *triangle) {
  __builtin_memset_inline(triangle->factor, 0, sizeof triangle->factor);
  for (int j = 0; j < SCROLLFIT_TRIANGLE_COLUMNS; j++) triangle->inverse[j] = __builtin_inf();
  triangle->inverse[SCROLLFIT_TRIANGLE_COLUMNS] = 0;
}

/// The least sum of squares with the first `count` of `columns` columns.
double scrollfit_triangle_squares(const struct scrollfit_triangle *triangle, intptr_t count, intptr_t columns);

/// Takes in a row, its right-hand side in the last lane, whose variance is given relative to other rows'.
void scrollfit_triangle_add(
  enum scrollfit_path path, struct scrollfit_triangle *triangle, const double *row, double variance);

/// Factors columns that are there at once, `first` of them in the first lanes and `later` ones from `lane` on, with the
/// right-hand side behind them. A column is `stride` numbers, a multiple of 8; it is overwritten. One that depends on those
/// before it is left out.
void scrollfit_triangle_factor(
  enum scrollfit_path path, double *columns, intptr_t stride, intptr_t first, intptr_t later, intptr_t lane,
  struct scrollfit_triangle *triangle);

/// Finds the coefficients of the first `count` columns, the others left out; eight numbers, 0 for a column that the ones before it
/// span to the last digits.
void scrollfit_triangle_solve(
  enum scrollfit_path path, const struct scrollfit_triangle *triangle, intptr_t count, double *solution);

/// Finds three weighted sums of the coefficients, and R^-T, R = D^1/2 U, applied to their weights.
///
/// \param unknown the variance of a coefficient whose column others span, or no row has.
/// \param weights eight numbers for each sum, as for `whitened`.
void scrollfit_triangle_combine(
  enum scrollfit_path path, const struct scrollfit_triangle *triangle, double unknown, const double *weights,
  double *values, double *whitened);

/// The least sums of squares of a curve's factor, and the coefficients there: with the columns of coefficients alone, and with the
/// derivatives. A lane for each of three coefficients, then one for each of two derivatives.
struct scrollfit_minimum {
  double squares_of_first, squares;
  double coefficients_of_first[SCROLLFIT_TRIANGLE_COLUMNS + 1];
  double coefficients[SCROLLFIT_TRIANGLE_COLUMNS + 1];
};

/// The samples of which scrollfit_linearize needs no space.
enum { SCROLLFIT_SAMPLES_AT_ONCE = 512 };

/// Factors the columns of a curve over all samples of a segment, in the lanes of scrollfit_minimum.
///
/// \param space six numbers for every sample, rounded up to a multiple of 8; null for at most SCROLLFIT_SAMPLES_AT_ONCE samples.
void scrollfit_linearize(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle,
  struct scrollfit_minimum *minimum);

/// The fewest samples that scrollfit_linearize_below factors at once; fewer are taken in one by one, as scrollfit_grow does.
enum { SCROLLFIT_FEWEST_AT_ONCE = 12 };

/// The numbers that scrollfit_linearize_below needs for every sample: the columns, the derivatives and the offsets, and the parts of
/// the derivatives.
enum { SCROLLFIT_NUMBERS_AT_BEST = 10 };

/// The same for a curve with rates, where the least sum of squares without a step is below a bound. Returns that sum; nothing has changed
/// where it is not.
///
/// \param is_at_best if not 0, the derivatives are summed with the best coefficients, whatever the segment's slopes.
/// \param space SCROLLFIT_NUMBERS_AT_BEST numbers for every sample, as above.
double scrollfit_linearize_below(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_at_best, double bound, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum);

/// The most starts that scrollfit_linearize_best compares.
enum { SCROLLFIT_STARTS = 4 };

/// The same at the start of the least sum of squares, with the derivatives at the best coefficients there. Returns its number; -1, with
/// nothing changed, where no sum is finite.
///
/// \param rates two for each of up to SCROLLFIT_STARTS starts, in the place of the segment's.
intptr_t scrollfit_linearize_best(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, const double *rates, intptr_t number, double *space,
  struct scrollfit_triangle *triangle, struct scrollfit_minimum *minimum);

/// Factors the columns 1, t, t^2 and the offset integrated once and twice over the samples of a segment, all times their precisions.
///
/// \param space six numbers for every sample, as for scrollfit_linearize.
void scrollfit_integrals(
  enum scrollfit_path path, const struct scrollfit_segment *segment, double *space,
  struct scrollfit_triangle *triangle);

/// Takes the samples of a segment into the same factor one by one, from the last one on if `is_backward` is not 0.
///
/// \param remainders the least sum of squares after each sample, unless null.
/// \param minimum that of the last factor, unless null.
void scrollfit_grow(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, struct scrollfit_triangle *triangle,
  double *remainders, struct scrollfit_minimum *minimum);

/// Finds the costs of segments: -2 log likelihood of samples with a weighted sum of squares X and n degrees of freedom, their common
/// scale s >= 1 estimated: X for X <= n, n (ln(X/n) + 1) beyond; 0 for n <= 0.
///
/// \param costs may be the sums of squares.
/// \param count a multiple of 8.
void scrollfit_segment_costs(
  enum scrollfit_path path, const double *squares, const double *degrees, double *costs, intptr_t count);

/// The parabolas that scrollfit_parabolas grows at once.
enum { SCROLLFIT_PARABOLAS = 8 };

/// Finds the least sums of squares of parabolas that begin at the first samples of a segment, one at each, after every sample, as
/// scrollfit_grow does.
///
/// \param longest the samples that each is grown to; those beyond the segment's last sample mean nothing.
/// \param squares SCROLLFIT_PARABOLAS numbers for each sample.
void scrollfit_parabolas(
  enum scrollfit_path path, const struct scrollfit_segment *segment, intptr_t longest, double *squares);

/// Fits a cubic to the samples of each window of neighboring ones.
///
/// \param count the samples; there is a window for each of the first count - width + 1.
/// \param width the samples of a window, odd.
/// \param leaves_out_center if not 0, the sample in the middle of a window is none of it.
/// \param unit of x: smaller numbers are better conditioned where it is about the difference of neighbors.
/// \param squares the least sum of squares of each window.
/// \param values that of each cubic in the middle of its window, from the offset there.
void scrollfit_cubics(
  enum scrollfit_path path, const double *x, const double *y, intptr_t count, intptr_t width,
  int leaves_out_center, double unit, double *squares, double *values);

/// The state of a curve in the middle between a sample and the next.
struct scrollfit_state {
  /// Offset, velocity, acceleration; the offset counts from the segment's level.
  double values[3];
  /// The least sum of squares of the samples up to there.
  double squares;
  /// The whitened rows of offset and velocity: their scalar products are the covariances.
  double offset[SCROLLFIT_TRIANGLE_COLUMNS + 1], velocity[SCROLLFIT_TRIANGLE_COLUMNS + 1];
};

/// Finds the state of a curve at a time, from its factor. Of the segment it reads no samples, and no offset counts.
///
/// \param step half of the time over which slopes are taken.
/// \param unknown as for scrollfit_triangle_combine.
/// \param deviation by how much the samples' standard deviations are larger than their precisions say.
void scrollfit_boundary_state(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double time, double step, double unknown, double deviation,
  const struct scrollfit_triangle *triangle, struct scrollfit_state *state);

/// The same as scrollfit_grow, with the state behind each sample. The sample behind the last one is read, too.
///
/// \param step half of the time over which slopes are taken.
/// \param unknown as for scrollfit_triangle_combine.
void scrollfit_boundary_states(
  enum scrollfit_path path, enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, int is_backward, double step, double unknown,
  struct scrollfit_triangle *triangle, struct scrollfit_state *states);

/// Finds the Wald statistics of what parts the states of two curves, at several instants around each of some boundaries: those of the
/// offset, and of offset and velocity. The states move on with velocity and acceleration; their variances are those at the boundary.
///
/// \param left the states before each boundary.
/// \param right those behind it, the last boundary's first.
/// \param frames the time that an instant counts in, for each boundary.
/// \param offset_slack the variances of offset and velocity beside those of the states.
/// \param number of instants.
/// \param offsets as many numbers for an instant as there are boundaries, rounded up to a multiple of 8.
void scrollfit_parting(
  enum scrollfit_path path, const struct scrollfit_state *left, const struct scrollfit_state *right,
  intptr_t count, const double *frames, double offset_slack, double velocity_slack, const double *instants,
  intptr_t number, double *offsets, double *velocities);

/// The times of samples around a display's ticks, origin + tick n, and the costs of sequences of ticks (FrameSequence).
struct scrollfit_frame_times {
  /// Increasing times, and their offsets.
  const double *times, *offsets;
  intptr_t count;
  double origin, tick;
  /// The scales of late and of early times, the most that one costs, and the most ticks that one is early.
  double late, early, maximum_lateness, maximum_earliness;
  /// The fewest ticks that a frame lasts, and the cost of a shorter one.
  double shortest_frame, too_short;
  /// The costs of a frame that lasts twice as long as the one before or half as long, and of another change.
  double doubled, changed;
  /// The offsets' step; the change of speed that costs 1, relative to the speed, and the most that one costs: 0 for times alone.
  double grid, usual_acceleration, maximum_acceleration;
};

/// Finds the least costly ticks of at least three samples, of four before each, and returns their cost.
///
/// \param origins space for sixteen numbers a sample, aligned to 16 bytes.
/// \param ticks one for each sample.
double scrollfit_frame_ticks(
  enum scrollfit_path path, const struct scrollfit_frame_times *frames, uint8_t *origins, double *ticks);

/// The cost of all times where each shows the tick that it most likely shows, whatever the others show.
double scrollfit_lateness(enum scrollfit_path path, const struct scrollfit_frame_times *frames);

/// The position of a residual, and the roots of the means, over all, of how far those above it are and of how far those below it are.
struct scrollfit_narrowest {
  intptr_t position;
  double late, early;
};

/// Finds the residual, of some in ascending order, at which the sum of both roots is least; its position is -1 where all are one.
///
/// \param sums space for `count` numbers: the sums of the residuals from the first one go there.
/// \param guess a position near the best one.
struct scrollfit_narrowest scrollfit_narrowest(
  enum scrollfit_path path, const double *residuals, double *sums, intptr_t count, intptr_t guess);

/// Puts finite numbers in ascending order.
///
/// \param numbers room for `count` of them, rounded up to a multiple of 8: those behind the last one are overwritten.
void scrollfit_sort(enum scrollfit_path path, double *numbers, intptr_t count);

/// The number of windows of five neighboring samples whose squared distance from a cubic is above `square`.
///
/// \param x the samples' abscissas, increasing, `count` of them.
intptr_t scrollfit_rough_windows(
  enum scrollfit_path path, const double *x, const double *y, intptr_t count, double square);

/// 1 where each finite offset is a multiple of a grid: but for rounding, or to an eighth of the grid and a unit of the last decimal, where all
/// are written with the same number of decimals.
///
/// \param count at least 8.
/// \param power 10 to the number of decimals.
int scrollfit_lie_on_grid(
  enum scrollfit_path path, const double *offsets, intptr_t count, double grid, double power);

enum {
  /// The bands of columns that rows are reduced to, those that a column of blocks has, and the columns of blocks.
  SCROLLFIT_BANDS = 32,
  SCROLLFIT_BANDS_PER_BLOCK = 2,
  SCROLLFIT_BLOCK_COLUMNS = SCROLLFIT_BANDS / SCROLLFIT_BANDS_PER_BLOCK,
  /// Lags are correlated by as many at once.
  SCROLLFIT_LAGS = 32,
};

/// The sums of some levels and of their squares.
struct scrollfit_level_sums {
  uint32_t levels, squares;
};

/// A picture of 8-bit luma, and the sums of each row over each column of blocks.
struct scrollfit_picture {
  const uint8_t *levels;
  const struct scrollfit_level_sums *sums;
};

/// Reduces the rows of a picture to the means of bands of columns, rounded down, and to the sums over columns of blocks.
///
/// \param picture the first level.
/// \param width from SCROLLFIT_BANDS to 2^15.
/// \param means SCROLLFIT_BANDS for each row.
/// \param sums SCROLLFIT_BLOCK_COLUMNS for each row.
void scrollfit_sum_rows(
  enum scrollfit_path path, const uint8_t *picture, intptr_t width, intptr_t height, uint8_t *means,
  struct scrollfit_level_sums *sums);

/// The sum of the absolute differences of rows of SCROLLFIT_BANDS means, at most 2^19 of them.
///
/// \param mask 0xFF for the bands to compare, 0 for the others.
/// \param stride the bytes from a compared row to the next.
uint32_t scrollfit_row_difference(
  enum scrollfit_path path, const uint8_t *frame, const uint8_t *key, const uint8_t *mask, intptr_t count,
  intptr_t stride);

/// A place of a row, its differences in two neighboring bands, and the number of the pair that the first lag leads to.
struct scrollfit_row_point {
  int32_t place;
  int16_t differences[2];
};

/// Sums, for each lag, the products of the differences of points with the pairs of a key frame that lie `lag` behind, and the squares of the latter.
///
/// The sums are exact for differences of at most 255 and at most 16,000 points.
///
/// \param key pairs; as many as SCROLLFIT_LAGS behind the last one that is asked for can be read.
/// \param products, energies a sum for each lag, and for those up to the next multiple of SCROLLFIT_LAGS.
void scrollfit_correlate_rows(
  enum scrollfit_path path, const struct scrollfit_row_point *points, intptr_t count, const int16_t *key,
  intptr_t lags, int32_t *products, int32_t *energies);

/// A block of a picture of 8-bit luma: at most 2048 columns, and the rows of it that are compared.
struct scrollfit_block {
  /// The number in its grid, of SCROLLFIT_BLOCK_COLUMNS columns.
  int32_t number;
  /// The distance of its first compared level from the picture's first.
  int32_t offset;
  /// The first compared row.
  int32_t row;
  uint16_t columns, rows;
};

/// The comparison of blocks: arrays by the blocks' numbers.
struct scrollfit_comparison {
  /// 1 - 2 cov(a, b) / (var a + var b) of the levels of two blocks; NaN where the sum of the variances is too small.
  float *mismatches;
  /// var a + var b, squared levels.
  float *energies;
  /// var a, squared levels.
  float *textures;
};

/// Compares blocks of a frame with those of a key frame that lie `shift` rows below; a block must have fewer than 2^16 levels.
///
/// \param width the levels of a row of both pictures.
/// \param step the rows from a compared row of a block to the next.
/// \param least_energy the sum of the variances that a comparable block exceeds.
void scrollfit_compare_blocks(
  enum scrollfit_path path, const struct scrollfit_block *blocks, intptr_t count,
  const struct scrollfit_picture *frame, const struct scrollfit_picture *key, intptr_t shift, intptr_t width,
  intptr_t step, double least_energy, const struct scrollfit_comparison *results);

#endif
