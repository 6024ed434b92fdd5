// The Wald statistics of what parts the states of two curves.

void NAME(parting)(
  const struct scrollfit_state *left, const struct scrollfit_state *right, intptr_t count, const double *frames,
  double offset_slack, double velocity_slack, const double *instants, intptr_t number, double *offsets,
  double *velocities) {
#pragma clang fp contract(off)
  intptr_t stride = (count + 7) / 8 * 8;
  for (intptr_t k = 0; k < count; k++) {
    const struct scrollfit_state *before = left + k, *after = right + (count - 1 - k);
    double sum = 0, product = 0, rest = 0;
#pragma clang loop unroll(full)
    for (int j = 0; j < CURVE_COLUMNS; j++) {
      sum += before->offset[j] * before->offset[j] + after->offset[j] * after->offset[j];
      product += before->offset[j] * before->velocity[j] + after->offset[j] * after->velocity[j];
    }
    // The velocity that the offset does not determine has a variance of its own: none is subtracted from another.
    double variance = sum + offset_slack, share = product / variance;
#pragma clang loop unroll(full)
    for (int j = 0; j < CURVE_COLUMNS; j++) {
      double own = before->velocity[j] - share * before->offset[j];
      double other = after->velocity[j] - share * after->offset[j];
      rest += own * own + other * other;
    }
    double rest_variance = rest + share * share * offset_slack + velocity_slack;
    double offset = before->values[0] - after->values[0], velocity = before->values[1] - after->values[1];
    double acceleration = before->values[2] - after->values[2];
    for (intptr_t n = 0; n < number; n++) {
      double time = instants[n] * frames[k];
      double distance = offset + velocity * time + acceleration * (time * time / 2);
      double change = velocity + acceleration * time - share * distance;
      double parted = distance * distance / variance;
      offsets[n * stride + k] = parted;
      velocities[n * stride + k] = parted + change * change / rest_variance;
    }
  }
}
