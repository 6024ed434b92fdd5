// One Newton step on the projected objective min over c of |y - Phi(alpha) c|^2, from the sums of one pass.
//
// The sums are of the residuals of the curve at hand, not of y: near the minimum a step is a small number
// from small numbers, and steps win back the digits that products of sums lose (as iterative refinement
// does). (G. Golub and V. Pereyra, Separable nonlinear least squares, Inverse Problems 19, 2003; A. Bjorck,
// Numerical Methods for Least Squares Problems, 1996, section 2.9.3 on corrected semi-normal equations.)

struct step {
  struct curve next;
  // Of the residuals at the alpha that the pass was made with.
  lanes objective;
  // Of those that next leaves, to second order.
  lanes sum_of_squares;
  // By how much the pass's own sum is more.
  lanes gain;
  // |step| / alpha.
  lanes size;
  // Positive where the objective falls as alpha grows.
  lanes descent;
  masks sound;
  // Whether the samples determine alpha by itself: else only c and alpha together are known, and no errors.
  masks determined;
  // What the covariance is made of: G, the projection of f' on the columns, and f's length across them,
  // squared.
  struct factors gram;
  lanes projection[MOST_COLUMNS];
  lanes across;
};

INLINE struct step step_from(
  enum scrollfit_law law, const struct curve *curve, lanes count, const lanes *sums) {
  int n = columns_of(law);
  struct step step;
  lanes gram[MOST_COLUMNS][MOST_COLUMNS], right[MOST_COLUMNS], moved[MOST_COLUMNS];
  struct curve best = *curve;
  if (n > 0) {
    normal_equations(law, count, sums, gram, right);
    step.gram = factor(n, gram);
    solve(n, &step.gram, right, moved);
    for (int j = 0; j < n; j++) best.c[j] += moved[j];
  } else {
    step.gram.sound = ~(masks){};
  }
  step.objective = sums[RR] - dot(n, moved, right);

  struct slopes s = slopes_of(law, &best, moved, sums);
  solve(n, &step.gram, s.along, step.projection);
  step.across = s.length - dot(n, step.projection, s.along);
  step.sound = step.gram.sound;
  step.determined = (masks)(step.across > least_independence * s.length);

  lanes cross[MOST_COLUMNS], turn[MOST_COLUMNS];
  for (int j = 0; j < n; j++) cross[j] = s.along[j] - s.turning[j];
  solve(n, &step.gram, cross, turn);
  lanes curvature = s.length - s.bending - dot(n, cross, turn);
  // Far from the minimum the objective may bend the other way: Gauss and Newton's curvature is always
  // positive.
  curvature = choose((masks)(curvature > 0.25 * step.across), curvature, step.across);
  step.sound &= (masks)(curvature < __builtin_inf());
  lanes delta = s.descent / curvature;
  lanes limit = 0.5 * best.alpha;
  delta = choose((masks)(delta > limit), limit, delta);
  delta = choose((masks)(delta < -limit), -limit, delta);

  step.next.alpha = best.alpha + delta;
  for (int j = 0; j < MOST_COLUMNS; j++) step.next.c[j] = j < n ? best.c[j] - turn[j] * delta : best.c[j];
  step.sum_of_squares = step.objective - s.descent * delta;
  step.gain = sums[RR] - step.sum_of_squares;
  step.descent = s.descent;
  step.size = magnitude(delta) / best.alpha;
  return step;
}

// What is known of where alpha's minimum lies.
struct bracket {
  lanes low;
  lanes high;
};

// Where a step from `at` leads: minima lie where the descent turns, and a step that leaves what is known of
// them is no good.
INLINE lanes held(struct bracket *bracket, lanes at, const struct step *step) {
  lanes next = step->next.alpha;
  masks rises = (masks)(step->descent > 0);
  bracket->low = choose(rises, at, bracket->low);
  bracket->high = choose(rises, bracket->high, at);
  masks inside = (masks)(next > bracket->low) & (masks)(next < bracket->high);
  lanes beyond = choose((masks)(bracket->high < __builtin_inf()), bracket->high, 3 * bracket->low);
  return choose(inside, next, 0.5 * (bracket->low + beyond));
}

// The variance, over that of one observation, of a function with this gradient by c and alpha.
INLINE lanes variance_of(
  enum scrollfit_law law, const struct step *step, const lanes *gradient, lanes by_alpha) {
  int n = columns_of(law);
  lanes z[MOST_COLUMNS], sum = {};
  lower_solve(n, &step->gram, gradient, z);
  for (int j = 0; j < n; j++) sum += z[j] * z[j] * step->gram.inverse[j];
  lanes rest = by_alpha - dot(n, gradient, step->projection);
  return sum + rest * rest / step->across;
}
