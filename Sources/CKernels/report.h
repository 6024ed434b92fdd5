// From a curve to the parameters that people report, with their variances by the delta method.

struct report {
  lanes value[4];
  lanes variance[4];
  // The exponent in the amplitude of a bounce about 0, which multiplies what the phase has lost in rounding.
  lanes exponent;
};

// A function of (c, alpha) with its gradient.
struct quantity {
  lanes value;
  lanes gradient[MOST_COLUMNS];
  lanes by_alpha;
};

INLINE void put(
  enum scrollfit_law law, const struct step *step, struct report *report, int index,
  const struct quantity *q) {
  report->value[index] = q->value;
  report->variance[index] = variance_of(law, step, q->gradient, q->by_alpha);
}

// a p + b q.
INLINE struct quantity combined(lanes a, const struct quantity *p, lanes b, const struct quantity *q) {
  struct quantity sum;
  sum.value = a * p->value + b * q->value;
  for (int j = 0; j < MOST_COLUMNS; j++) sum.gradient[j] = a * p->gradient[j] + b * q->gradient[j];
  sum.by_alpha = a * p->by_alpha + b * q->by_alpha;
  return sum;
}

// The reported parameters at x = 0; `middle` is what the curve's s = x - middle is counted from.
INLINE struct report report_of(enum scrollfit_law law, const struct step *step, lanes middle) {
  const struct curve *curve = &step->next;
  struct report report = {.exponent = {}};
  struct quantity alpha = {.value = curve->alpha, .by_alpha = all(1)};
  if (is_rubber(law)) {
    struct quantity c = {.value = curve->c[0], .gradient = {all(1)}};
    if (law == SCROLLFIT_RUBBER_BAND_FIXED) {
      c = (struct quantity){.value = curve->c[0] * curve->alpha, .by_alpha = curve->c[0]};
      put(law, step, &report, 0, &c);
      return report;
    }
    // d = c / alpha.
    lanes d = c.value / alpha.value;
    struct quantity dimension = combined(1 / alpha.value, &c, -d / alpha.value, &alpha);
    dimension.value = d;
    put(law, step, &report, 0, &c);
    put(law, step, &report, 1, &dimension);
    return report;
  }
  // (b + c s) e^(-alpha s) = (first + second x) e^(-alpha x).
  int at = has_rest(law);
  lanes scale = exponential(curve->alpha * middle);
  struct quantity first = {.value = curve->c[at] * scale};
  first.gradient[at] = scale;
  struct quantity rest = {.value = curve->c[0], .gradient = {all(1)}};
  if (!has_rise(law)) {
    first.by_alpha = middle * first.value;
    // x0 = rest + first, v0 = -k first.
    struct quantity offset = combined(all(1), &rest, all(1), &first);
    struct quantity velocity = combined(-alpha.value, &first, -first.value, &alpha);
    velocity.value = -alpha.value * first.value;
    put(law, step, &report, 0, &offset);
    put(law, step, &report, 1, &velocity);
    put(law, step, &report, 2, &alpha);
    return report;
  }
  struct quantity second = {.value = curve->c[at + 1] * scale};
  second.gradient[at + 1] = scale;
  second.by_alpha = middle * second.value;
  first.value -= middle * second.value;
  first.gradient[at + 1] = -middle * scale;
  first.by_alpha = middle * first.value;
  if (has_rest(law)) {
    // v0 = second - alpha first.
    struct quantity velocity = combined(all(1), &second, -alpha.value, &first);
    velocity.by_alpha -= first.value;
    put(law, step, &report, 0, &rest);
    put(law, step, &report, 1, &first);
    put(law, step, &report, 2, &velocity);
    put(law, step, &report, 3, &alpha);
  } else {
    // phase = first / second, amplitude = second e^(alpha phase).
    lanes phase = first.value / second.value;
    report.exponent = magnitude(alpha.value * phase);
    struct quantity shift = combined(1 / second.value, &first, -phase / second.value, &second);
    shift.value = phase;
    lanes growth = exponential(alpha.value * phase);
    struct quantity delay = combined(phase, &alpha, alpha.value, &shift);
    struct quantity amplitude = combined(growth, &second, growth * second.value, &delay);
    amplitude.value = second.value * growth;
    put(law, step, &report, 0, &amplitude);
    put(law, step, &report, 1, &alpha);
    put(law, step, &report, 2, &shift);
  }
  return report;
}
