// The Wald statistics of what parts the states of two curves.

void NAME(parting)(
  const struct scrollfit_state *left, const struct scrollfit_state *right, intptr_t count, const double *frames,
  double offset_slack, double velocity_slack, const double *instants, intptr_t number, double *offsets,
  double *velocities) {
#pragma clang fp contract(off)
  intptr_t stride = (count + 7) / 8 * 8;
  for (intptr_t k = 0; k < count; k++) {
    const struct scrollfit_state *before = left + k, *after = right + (count - 1 - k);
    eights own = load_eight(before->offset), other = load_eight(after->offset);
    eights own_speed = load_eight(before->velocity), other_speed = load_eight(after->velocity);
    // The velocity that the offset does not determine has a variance of its own: none is subtracted from another.
    double variance = sum_of_eight(own * own + other * other) + offset_slack, precision = 1 / variance;
    double share = sum_of_eight(own * own_speed + other * other_speed) * precision;
    eights own_rest = own_speed - share * own, other_rest = other_speed - share * other;
    double rest = sum_of_eight(own_rest * own_rest + other_rest * other_rest);
    double rest_precision = 1 / (rest + share * share * offset_slack + velocity_slack);
    double offset = before->values[0] - after->values[0], velocity = before->values[1] - after->values[1];
    double acceleration = before->values[2] - after->values[2];
    for (intptr_t n = 0; n < number; n++) {
      double time = instants[n] * frames[k];
      double distance = offset + velocity * time + acceleration * (time * time / 2);
      double change = velocity + acceleration * time - share * distance;
      double parted = distance * distance * precision;
      offsets[n * stride + k] = parted;
      velocities[n * stride + k] = parted + change * change * rest_precision;
    }
  }
}
