// Windows of five neighboring samples and the cubics that go on between them.

// The squared distances of eight windows, the first beginning at x and y: the fourth divided difference over its norm, in the order of
// operations of CubicDistance.squared.
INLINE eights cubic_distances(const double *x, const double *y) {
#pragma clang fp contract(off)
  eights a = load_eight(x), b = load_eight(x + 1), c = load_eight(x + 2), d = load_eight(x + 3), e = load_eight(x + 4);
  eights ab = b - a, ac = c - a, ad = d - a, ae = e - a, bc = c - b;
  eights bd = d - b, be = e - b, cd = d - c, ce = e - c, de = e - d;
  eights cde = cd * ce * de, abc = ab * ac * bc;
  eights bcde = bc * bd * be * cde, acde = ac * ad * ae * cde;
  eights abde = ab * ad * ae * bd * be * de, abce = abc * ae * be * ce, abcd = abc * ad * bd * cd;
  eights middle = load_eight(y + 2);
  eights outer = bcde * (load_eight(y) - middle) + abcd * (load_eight(y + 4) - middle);
  eights difference = outer - acde * (load_eight(y + 1) - middle) - abce * (load_eight(y + 3) - middle);
  eights squares = bcde * bcde + acde * acde + abde * abde + abce * abce + abcd * abcd;
  return difference * difference / squares;
}

intptr_t NAME(rough_windows)(const double *x, const double *y, intptr_t count, double square) {
  eight_integers above = {};
  int64_t i = 0, windows = count - 4;
  for (; i + 8 <= windows; i += 8) above -= (eight_integers)(cubic_distances(x + i, y + i) > square);
  if (i < windows) {
    // The last samples, and more like the last of them, whose windows are not asked for.
    double last_x[12], last_y[12];
    eight_integers index = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int j = 0; j < 12; j++) {
      int64_t sample = i + j < count ? i + j : count - 1;
      last_x[j] = x[sample];
      last_y[j] = y[sample];
    }
    above -= (eight_integers)(cubic_distances(last_x, last_y) > square) & (eight_integers)(index < windows - i);
  }
  intptr_t sum = 0;
  for (int lane = 0; lane < 8; lane++) sum += above[lane];
  return sum;
}
