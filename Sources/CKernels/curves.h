// The columns of a segment's models over its samples: the basis, and the derivatives by the rates summed with the
// coefficients, each times the sample's precision; the offsets behind them.
//
// Products and sums round apart, as the same columns of one sample do (SegmentModel.columns): no path contracts them.

// The columns, and the derivatives of the second and the third by each rate.
struct curve_columns {
  lanes basis[3], slopes[2][2];
};

struct waves {
  lanes cosine, sine;
};

INLINE lanes within(lanes v, double least, double most) {
  lanes low = choose(v > least, v, all(least));
  return choose(low < most, low, all(most));
}

// cos x and sin x for 0 <= x <= 1e6, to 1e-16. x = n pi/2 + r with pi/2 in three parts, n times the first two exact; the
// polynomials for |r| <= pi/4 are fdlibm's (Sun Microsystems 1993, k_sin.c and k_cos.c).
INLINE struct waves waves_of(lanes x) {
#pragma clang fp contract(off)
  // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits.
  lanes shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = shifted - 0x1.8p52;
  lanes r = (x - n * 0x1.921fb54400000p+0) - n * 0x1.0b4611a600000p-34 - n * 0x1.3198a2e037073p-69;
  lanes z = r * r, half = 0.5 * z, rest = 1 - half;
  lanes odd = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10;
  odd = -1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * odd);
  odd = -1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * odd);
  lanes even = 2.08757232129817482790e-09 - z * 1.13596475577881948265e-11;
  even = 2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * even);
  even = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * even);
  lanes sine = r + (r * z) * odd, cosine = rest + (((1 - rest) - half) + z * (z * even));
  masks quadrant = (masks)shifted, is_odd = -(quadrant & 1);
  masks sine_sign = (quadrant & 2) << 62, cosine_sign = ((quadrant + 1) & 2) << 62;
  return (struct waves){
    (lanes)((masks)choose(is_odd, sine, cosine) ^ cosine_sign),
    (lanes)((masks)choose(is_odd, cosine, sine) ^ sine_sign),
  };
}

// (1 - e^(-kt))/k and its derivative by k, without cancellation near kt = 0.
INLINE void decay_columns(struct curve_columns *columns, double k, lanes t, lanes decay) {
#pragma clang fp contract(off)
  lanes u = k * t;
  lanes near = t * (1 - u * (0.5 - u * (1.0 / 6 - u * (1.0 / 24 - u * (1.0 / 120 - u * (1.0 / 720))))));
  lanes near_slope = -t * t * (0.5 - u * (1.0 / 3 - u * (0.125 - u * (1.0 / 30 - u * (1.0 / 144)))));
  lanes far = (1 - decay) * (1 / k), far_slope = (t * decay - far) * (1 / k);
  masks is_near = magnitude(u) < 1e-2;
  columns->basis[1] = choose(is_near, near, far);
  columns->basis[2] = t;
  columns->slopes[0][0] = choose(is_near, near_slope, far_slope);
}

INLINE void critical_columns(struct curve_columns *columns, double damping, lanes t, lanes decay) {
#pragma clang fp contract(off)
  columns->basis[1] = (1 + damping * t) * decay;
  columns->basis[2] = t * decay;
  columns->slopes[0][0] = -damping * t * t * decay;
  columns->slopes[0][1] = -t * t * decay;
}

// The cosh of the root of z, the sinh of it divided by it, and the derivative of that by z.
struct hyperbolics {
  lanes even, odd, slope;
};

INLINE struct hyperbolics far_hyperbolics(double d, lanes z) {
#pragma clang fp contract(off)
  lanes root = __builtin_elementwise_sqrt(magnitude(z)), even, odd;
  if (d > 0) {
    lanes grown = exponential(within(root, 0, 300)), shrunk = 1 / grown;
    even = (grown + shrunk) / 2;
    odd = (grown - shrunk) / (2 * root);
  } else {
    struct waves waves = waves_of(within(root, 0, 1e6));
    even = waves.cosine;
    odd = waves.sine / root;
  }
  return (struct hyperbolics){even, odd, (even - odd) / (2 * z)};
}

// Their series near z = 0, where those lose their digits.
INLINE struct hyperbolics near_hyperbolics(lanes z) {
#pragma clang fp contract(off)
  return (struct hyperbolics){
    1 + z * (0.5 + z * (1.0 / 24 + z * (1.0 / 720 + z * (1.0 / 40320)))),
    1 + z * (1.0 / 6 + z * (1.0 / 120 + z * (1.0 / 5040 + z * (1.0 / 362880)))),
    1.0 / 6 + z * (1.0 / 60 + z * (1.0 / 1680 + z * (1.0 / 90720))),
  };
}

// Most vectors of times need one of the two.
INLINE struct hyperbolics hyperbolics_of(double d, lanes z) {
  masks is_near = magnitude(z) < 1e-2;
  if (!any_of(is_near)) return far_hyperbolics(d, z);
  struct hyperbolics near = near_hyperbolics(z);
  if (!any_of(~is_near)) return near;
  struct hyperbolics far = far_hyperbolics(d, z);
  return (struct hyperbolics){
    choose(is_near, near.even, far.even),
    choose(is_near, near.odd, far.odd),
    choose(is_near, near.slope, far.slope),
  };
}

// C(t), S(t) with C(0) = 1, C'(0) = 0, S(0) = 0, S'(0) = 1, and their derivatives by sigma and D.
INLINE void spring_columns(struct curve_columns *columns, const double *rates, lanes t, lanes decay) {
#pragma clang fp contract(off)
  double sigma = rates[0], d = rates[1];
  struct hyperbolics own = hyperbolics_of(d, d * t * t);
  lanes s = decay * t * own.odd, c = decay * own.even + sigma * s, s_by_d = decay * t * t * t * own.slope;
  columns->basis[1] = c;
  columns->basis[2] = s;
  columns->slopes[0][0] = s - t * c;
  columns->slopes[0][1] = -t * s;
  columns->slopes[1][0] = t * s / 2 + sigma * s_by_d;
  columns->slopes[1][1] = s_by_d;
}

// The way of a finger whose speed falls as (1 - t/D)^q, and its derivative by D; at rest from D on.
INLINE void stop_columns(struct curve_columns *columns, const double *rates, lanes t) {
#pragma clang fp contract(off)
  double duration = rates[0], exponent = rates[1];
  lanes share = 1 - t / duration, left = choose(share > 0, share, all(0));
  int64_t halves = (int64_t)(2 * exponent);
  lanes speed = halves % 2 == 1 ? __builtin_elementwise_sqrt(left) : all(1);
  for (int64_t n = halves / 2; n > 0; n--) speed *= left;
  lanes way = (1 - left * speed) / (exponent + 1);
  columns->basis[1] = duration * way;
  columns->slopes[0][0] = way - (1 - left) * speed;
}

// The columns whose derivatives by a rate there are: all but the first of those that depend on it.
INLINE int sloped_columns(enum scrollfit_curve curve) {
  return curve == SCROLLFIT_DECAY || curve == SCROLLFIT_FINGER_STOP ? 1 : 2;
}

// The derivative by a rate of the columns' sum with the coefficients.
INLINE lanes slope_sum(enum scrollfit_curve curve, const lanes *slopes, const double *coefficients) {
#pragma clang fp contract(off)
  lanes first = coefficients[1] * slopes[0];
  return sloped_columns(curve) == 1 ? first : first + coefficients[2] * slopes[1];
}

// Fills the columns and the offsets behind them; between them goes the place of the derivatives, which are filled unless `parts`
// is there. Those of each column by each rate go there, without the precisions. `curve`, `coefficients`, `derivatives` and whether
// there are parts are constants in each call.
INLINE void fill_curve(
  enum scrollfit_curve curve, int coefficients, int derivatives, const struct scrollfit_segment *segment,
  double *columns, int64_t stride, double *parts) {
#pragma clang fp contract(off)
  for (int64_t i = 0; i < segment->count; i += WIDTH) {
    int64_t left = segment->count - i;
    lanes times = all(segment->start), offsets = {}, precisions = {};
    if (i + WIDTH <= segment->readable) {
      times = load(segment->times + i);
      offsets = load(segment->offsets + i);
      precisions = load(segment->precisions + i);
      if (left < WIDTH) {
        times = choose(before(left), times, all(segment->start));
        precisions = choose(before(left), precisions, all(0));
      }
    } else {
      for (int64_t j = 0; j < left && j < WIDTH; j++) {
        times[j] = segment->times[i + j];
        offsets[j] = segment->offsets[i + j];
        precisions[j] = segment->precisions[i + j];
      }
    }
    lanes t = times - segment->start;
    struct curve_columns own = {{all(1), t, t * t}, {{}}};
    if (curve == SCROLLFIT_FINGER_STOP) {
      stop_columns(&own, segment->rates, t);
    } else if (curve != SCROLLFIT_POLYNOMIAL) {
      lanes exponent = -segment->rates[0] * t;
      lanes decay = exponential(within(exponent, -700, 700));
      switch (curve) {
      case SCROLLFIT_DECAY: decay_columns(&own, segment->rates[0], t, decay); break;
      case SCROLLFIT_CRITICAL_SPRING: critical_columns(&own, segment->rates[0], t, decay); break;
      default: spring_columns(&own, segment->rates, t, decay);
      }
    }
    double *column = columns + i;
    for (int j = 0; j < coefficients; j++, column += stride) store(column, own.basis[j] * precisions);
    for (int j = 0; j < derivatives; j++, column += stride) {
      if (parts) {
        for (int k = 0; k < sloped_columns(curve); k++)
          store(parts + (j * sloped_columns(curve) + k) * stride + i, own.slopes[j][k]);
      } else {
        store(column, slope_sum(curve, own.slopes[j], segment->slopes) * precisions);
      }
    }
    store(column, (offsets - segment->level) * precisions);
  }
  // A stride ends with less than eight numbers beyond the samples; vectors shorter than that do not reach all of them.
  for (int64_t i = (segment->count + WIDTH - 1) / WIDTH * WIDTH; i < stride; i++)
    for (int j = 0; j <= coefficients + derivatives; j++) columns[j * stride + i] = 0;
  if (!parts) return;
  for (int64_t i = (segment->count + WIDTH - 1) / WIDTH * WIDTH; i < stride; i++)
    for (int j = 0; j < derivatives * sloped_columns(curve); j++) parts[j * stride + i] = 0;
}

void NAME(curve_columns)(
  enum scrollfit_curve curve, intptr_t coefficients, intptr_t derivatives,
  const struct scrollfit_segment *segment, double *columns, intptr_t stride) {
  switch (curve) {
  case SCROLLFIT_POLYNOMIAL:
    if (coefficients == 1)
      fill_curve(SCROLLFIT_POLYNOMIAL, 1, 0, segment, columns, stride, 0);
    else if (coefficients == 2)
      fill_curve(SCROLLFIT_POLYNOMIAL, 2, 0, segment, columns, stride, 0);
    else
      fill_curve(SCROLLFIT_POLYNOMIAL, 3, 0, segment, columns, stride, 0);
    break;
  case SCROLLFIT_DECAY:
    if (coefficients == 2 && derivatives == 0)
      fill_curve(SCROLLFIT_DECAY, 2, 0, segment, columns, stride, 0);
    else if (coefficients == 2)
      fill_curve(SCROLLFIT_DECAY, 2, 1, segment, columns, stride, 0);
    else if (derivatives == 0)
      fill_curve(SCROLLFIT_DECAY, 3, 0, segment, columns, stride, 0);
    else
      fill_curve(SCROLLFIT_DECAY, 3, 1, segment, columns, stride, 0);
    break;
  case SCROLLFIT_CRITICAL_SPRING:
    if (derivatives == 0)
      fill_curve(SCROLLFIT_CRITICAL_SPRING, 3, 0, segment, columns, stride, 0);
    else
      fill_curve(SCROLLFIT_CRITICAL_SPRING, 3, 1, segment, columns, stride, 0);
    break;
  case SCROLLFIT_SPRING:
    if (derivatives == 0)
      fill_curve(SCROLLFIT_SPRING, 3, 0, segment, columns, stride, 0);
    else
      fill_curve(SCROLLFIT_SPRING, 3, 2, segment, columns, stride, 0);
    break;
  case SCROLLFIT_FINGER_STOP:
    if (derivatives == 0)
      fill_curve(SCROLLFIT_FINGER_STOP, 2, 0, segment, columns, stride, 0);
    else
      fill_curve(SCROLLFIT_FINGER_STOP, 2, 1, segment, columns, stride, 0);
    break;
  }
}

// The same without the derivatives, whose parts are filled instead.
INLINE void curve_parts(
  enum scrollfit_curve curve, int64_t coefficients, const struct scrollfit_segment *segment, double *columns,
  int64_t stride, double *parts) {
  switch (curve) {
  case SCROLLFIT_POLYNOMIAL: break;
  case SCROLLFIT_DECAY:
    if (coefficients == 2)
      fill_curve(SCROLLFIT_DECAY, 2, 1, segment, columns, stride, parts);
    else
      fill_curve(SCROLLFIT_DECAY, 3, 1, segment, columns, stride, parts);
    break;
  case SCROLLFIT_CRITICAL_SPRING:
    fill_curve(SCROLLFIT_CRITICAL_SPRING, 3, 1, segment, columns, stride, parts);
    break;
  case SCROLLFIT_SPRING: fill_curve(SCROLLFIT_SPRING, 3, 2, segment, columns, stride, parts); break;
  case SCROLLFIT_FINGER_STOP: fill_curve(SCROLLFIT_FINGER_STOP, 2, 1, segment, columns, stride, parts); break;
  }
}

// Fills the derivatives by the rates from their parts and the coefficients; the first column is the precisions.
INLINE void fill_derivatives(
  enum scrollfit_curve curve, int64_t coefficients, int64_t derivatives, const double *values, double *columns,
  int64_t stride, const double *parts) {
  int64_t sloped = sloped_columns(curve);
  for (int64_t j = 0; j < derivatives; j++) {
    double *column = columns + (coefficients + j) * stride;
    for (int64_t i = 0; i < stride; i += WIDTH) {
      lanes slopes[2] = {};
      for (int64_t k = 0; k < sloped; k++) slopes[k] = load(parts + (j * sloped + k) * stride + i);
      store(column + i, slope_sum(curve, slopes, values) * load(columns + i));
    }
  }
}
