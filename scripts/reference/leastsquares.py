"""Unweighted separable least squares in 50-digit arithmetic.

A law is a function columns(alpha, x) -> [phi_1(x), ..., phi_n(x)]; every series has its own linear coefficients and
all series share alpha. With 50 digits the normal equations lose nothing that a double could show, so they are used.
"""
import mpmath as mp

STEP = mp.mpf(10) ** -17  # of the central difference: its error, about STEP squared, is far below a double's


class Fit:
    """A least-squares minimum: `alpha`, `linear` (a list a series), `residuals` (data - model) and statistics."""

    def __init__(self, law, series, alpha, linear, residuals, jacobian):
        self.law, self.series = law, series
        self.alpha, self.linear, self.jacobian = alpha, linear, jacobian
        self.residuals = residuals
        self.sum_of_squares = mp.fsum(r * r for r in residuals)
        self.count = len(residuals)
        self.parameters = [c for block in linear for c in block] + list(alpha)
        self.degrees = self.count - len(self.parameters)

    @property
    def rms(self):
        return mp.sqrt(self.sum_of_squares / self.count)

    def covariance(self):
        normal = self.jacobian.T * self.jacobian
        return normal ** -1 * (self.sum_of_squares / self.degrees)

    def errors(self):
        matrix = self.covariance()
        return [mp.sqrt(matrix[i, i]) for i in range(matrix.rows)]


def solve(matrix, vector):
    """Least squares by scaled normal equations."""
    scales = [mp.sqrt(mp.fsum(matrix[i, j] ** 2 for i in range(matrix.rows))) for j in range(matrix.cols)]
    scaled = matrix.copy()
    for j in range(matrix.cols):
        for i in range(matrix.rows):
            scaled[i, j] /= scales[j]
    answer = mp.lu_solve(scaled.T * scaled, scaled.T * vector)
    return [answer[j] / scales[j] for j in range(matrix.cols)]


def project(law, series, alpha):
    """The best linear coefficients at alpha, series by series, and the residuals."""
    linear, residuals = [], []
    for xs, ys in series:
        basis = mp.matrix([law(alpha, x) for x in xs])
        coefficients = solve(basis, mp.matrix(ys))
        linear.append(coefficients)
        residuals += [y - mp.fsum(basis[i, j] * c for j, c in enumerate(coefficients)) for i, y in enumerate(ys)]
    return linear, residuals


def jacobian(law, series, alpha, linear):
    """d model / d (every series' coefficients, then alpha)."""
    width = sum(len(block) for block in linear)
    lines, offset = [], 0
    for (xs, _), block in zip(series, linear):
        for x in xs:
            line = [mp.mpf(0)] * (width + len(alpha))
            line[offset:offset + len(block)] = law(alpha, x)
            for k in range(len(alpha)):
                high, low = list(alpha), list(alpha)
                high[k] += STEP
                low[k] -= STEP
                line[width + k] = mp.fsum(
                    c * (a - b) for c, a, b in zip(block, law(high, x), law(low, x))) / (2 * STEP)
            lines.append(line)
        offset += len(block)
    return mp.matrix(lines)


def fit(law, series, alpha=()):
    """Gauss-Newton on (c, alpha) from the given alpha, c always projected; converges to 1e-30 relative."""
    alpha = [mp.mpf(a) for a in alpha]
    linear, residuals = project(law, series, alpha)
    for _ in range(400):
        if not alpha:
            break
        step = solve(jacobian(law, series, alpha, linear), mp.matrix(residuals))[-len(alpha):]
        cost, fraction = mp.fsum(r * r for r in residuals), mp.mpf(1)
        while True:
            trial = [a + fraction * s for a, s in zip(alpha, step)]
            trial_linear, trial_residuals = project(law, series, trial)
            if mp.fsum(r * r for r in trial_residuals) <= cost * (1 + mp.mpf(10) ** -40) or fraction < 1e-9:
                break
            fraction /= 2
        alpha, linear, residuals = trial, trial_linear, trial_residuals
        if all(abs(fraction * s) <= mp.mpf(10) ** -30 * abs(a) for a, s in zip(alpha, step)):
            break
    else:
        raise RuntimeError("no convergence")
    return Fit(law, series, alpha, linear, residuals, jacobian(law, series, alpha, linear))


def scan(law, series, candidates):
    """The candidate alpha of the smallest projected sum of squares: a start from the data alone."""
    with mp.workdps(20):
        return min(([mp.mpf(a)] for a in candidates),
                   key=lambda alpha: mp.fsum(r * r for r in project(law, series, alpha)[1]))
