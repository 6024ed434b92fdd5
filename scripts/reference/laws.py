"""The laws as columns of a separable model, in multi-precision numbers."""
import mpmath as mp


def deceleration(alpha, t):
    """initialOffset, initialVelocity; alpha = decayConstant k."""
    k, = alpha
    return [mp.mpf(1), -mp.expm1(-k * t) / k if k else t]


def bounce(alpha, t):
    """displacement, initialVelocity about a known rest; alpha = damping delta."""
    delta, = alpha
    decay = mp.exp(-delta * t)
    return [(1 + delta * t) * decay, t * decay]


def bounce_free_rest(alpha, t):
    """rest, displacement, initialVelocity; alpha = damping delta."""
    return [mp.mpf(1)] + bounce(alpha, t)


def bounce_article(alpha, t):
    """c1, c2 of (c1 + c2 t) e^(-delta t)."""
    delta, = alpha
    decay = mp.exp(-delta * t)
    return [decay, t * decay]


def spring(alpha, t):
    """displacement, initialVelocity about a known rest; alpha = naturalFrequency, dampingRatio, any regime."""
    frequency, ratio = alpha
    beta = ratio * frequency
    root = mp.sqrt(mp.mpc(frequency ** 2 - beta ** 2))
    cosine = mp.cos(root * t).real
    sine = (mp.sin(root * t) / root).real if root else t
    decay = mp.exp(-beta * t)
    return [decay * (cosine + beta * sine), decay * sine]


def polynomial(degree):
    return lambda alpha, x: [x ** n for n in range(degree + 1)]


def polynomial_through_zero(degree):
    return lambda alpha, x: [x ** n for n in range(1, degree + 1)]


def rubber_band(alpha, x):
    """dimension d; alpha = kappa = c / d."""
    kappa, = alpha
    return [kappa * x / (1 + kappa * x)]


def exponential_and_line(alpha, x):
    """(1 - e^(-a x)) / a and x."""
    a, = alpha
    return [-mp.expm1(-a * x) / a, x]
