// The factor of the integrals of a segment's offsets.

// The trapezoidal rule gives the integrals.
void NAME(integrals)(
  const struct scrollfit_segment *segment, double *space, struct scrollfit_triangle *triangle) {
#pragma clang fp contract(off)
  enum { COLUMNS = 5 };
  IN_LINES double own[SCROLLFIT_SAMPLES_AT_ONCE * (COLUMNS + 1)];
  int64_t count = segment->count, stride = (count + 7) / 8 * 8;
  double *columns = stride <= SCROLLFIT_SAMPLES_AT_ONCE ? own : space;
  double time = 0, offset = 0, once = 0, twice = 0;
  for (int64_t i = 0; i < count; i++) {
    double next = segment->times[i] - segment->start, next_offset = segment->offsets[i] - segment->level;
    double step = next - time, next_once = once + step * (offset + next_offset) / 2;
    twice += step * (once + next_once) / 2;
    time = next;
    offset = next_offset;
    once = next_once;
    columns[i] = segment->precisions[i];
    columns[stride + i] = time;
    columns[3 * stride + i] = once;
    columns[4 * stride + i] = twice;
    columns[5 * stride + i] = offset;
  }
  for (int j = 0; j <= COLUMNS; j++)
    for (int64_t i = count; i < stride; i++) columns[j * stride + i] = 0;
  for (int64_t i = 0; i < stride; i += 8) {
    eights precision = load_eight(columns + i), t = load_eight(columns + stride + i);
    store_eight(columns + stride + i, t * precision);
    store_eight(columns + 2 * stride + i, t * t * precision);
    for (int j = 3; j <= COLUMNS; j++)
      store_eight(columns + j * stride + i, load_eight(columns + j * stride + i) * precision);
  }
  factor_columns(COLUMNS, columns, stride, COLUMNS, COLUMNS, 0, triangle);
}
