"""GSL on NIST's reference datasets, for peers_nist.py: a C program is written for each law, compiled and run.

Exact derivatives come from the complex step, Im f(p + ih)/h, which has no cancellation; finite differences
are GSL's own.
"""
import ast
import pathlib
import subprocess
import tempfile

import numpy as np

PROGRAM = r"""
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>

enum { N = {N}, P = {P}, X = {X} };
static const double data[] = {DATA};
static const double y[] = {RESPONSE};

static double complex law(const double complex *p, const double *x) { return LAW; }

static int residuals(const gsl_vector *p, void *unused, gsl_vector *f) {
  double complex q[P];
  for (int j = 0; j < P; j++) q[j] = gsl_vector_get(p, j);
  for (int i = 0; i < N; i++) gsl_vector_set(f, i, creal(law(q, data + i * X)) - y[i]);
  return GSL_SUCCESS;
}

static int derivatives(const gsl_vector *p, void *unused, gsl_matrix *J) {
  double complex q[P];
  for (int j = 0; j < P; j++) q[j] = gsl_vector_get(p, j);
  for (int j = 0; j < P; j++) {
    q[j] += 1e-100 * I;
    for (int i = 0; i < N; i++) gsl_matrix_set(J, i, j, cimag(law(q, data + i * X)) / 1e-100);
    q[j] = creal(q[j]);
  }
  return GSL_SUCCESS;
}

static void run(int exact, double tolerance, const gsl_multifit_nlinear_trs *method, const double *start) {
  gsl_multifit_nlinear_fdf problem = {residuals, exact ? derivatives : NULL, NULL, N, P, NULL, 0, 0, 0};
  gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
  options.trs = method;
  gsl_multifit_nlinear_workspace *w =
      gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, N, P);
  gsl_vector_const_view view = gsl_vector_const_view_array(start, P);
  int info, status = gsl_multifit_nlinear_init(&view.vector, &problem, w);
  if (!status)
    status = gsl_multifit_nlinear_driver(10000, tolerance, tolerance, tolerance, NULL, NULL, &info, w);
  gsl_matrix *covariance = gsl_matrix_alloc(P, P);
  gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(w), 0, covariance);
  gsl_vector *f = gsl_multifit_nlinear_residual(w);
  double total;
  gsl_blas_ddot(f, f, &total);
  printf("%d %.17g", status == GSL_SUCCESS, total);
  for (int j = 0; j < P; j++) printf(" %.17g", gsl_vector_get(gsl_multifit_nlinear_position(w), j));
  for (int j = 0; j < P; j++) printf(" %.17g", sqrt(gsl_matrix_get(covariance, j, j) * total / (N - P)));
  printf("\n");
}

int main(void) {
  static const double starts[][P] = {STARTS};
  gsl_set_error_handler_off();
  for (int s = 0; s < 2; s++) {
    run(0, 1e-8, gsl_multifit_nlinear_trs_lm, starts[s]);
    run(1, 1e-15, gsl_multifit_nlinear_trs_lm, starts[s]);
    run(1, 1e-15, gsl_multifit_nlinear_trs_lmaccel, starts[s]);
  }
}
"""

LINEAR = r"""
#include <math.h>
#include <stdio.h>
#include <gsl/gsl_multifit.h>

enum { N = {N}, P = {P} };
static const double design[] = {DATA};
static const double y[] = {RESPONSE};

int main(void) {
  gsl_matrix_const_view A = gsl_matrix_const_view_array(design, N, P);
  gsl_vector_const_view b = gsl_vector_const_view_array(y, N);
  gsl_vector *c = gsl_vector_alloc(P);
  gsl_matrix *covariance = gsl_matrix_alloc(P, P);
  double total;
  gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(N, P);
  gsl_multifit_linear(&A.matrix, &b.vector, c, covariance, &total, w);
  printf("1 %.17g", total);
  for (int j = 0; j < P; j++) printf(" %.17g", gsl_vector_get(c, j));
  for (int j = 0; j < P; j++) printf(" %.17g", sqrt(gsl_matrix_get(covariance, j, j)));
  printf("\n");
}
"""

METHODS = ["GSL lm, 1e-8, finite differences", "GSL lm, 1e-15, exact derivatives",
           "GSL lmaccel, 1e-15, exact derivatives"]
FUNCTIONS = {"exp": "cexp", "log": "clog", "sqrt": "csqrt", "sin": "csin", "cos": "ccos", "arctan": "catan"}
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def c_code(node, names):
    """A Python expression in C; a whole power as products, as a person would write it."""
    match node:
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int(power))) if 1 < power < 5:
            return "(" + "*".join([c_code(node.left, names)] * power) + ")"
        case ast.BinOp(op=ast.Pow()):
            return f"cpow({c_code(node.left, names)}, {c_code(node.right, names)})"
        case ast.BinOp():
            return f"({c_code(node.left, names)} {SIGNS[type(node.op)]} {c_code(node.right, names)})"
        case ast.UnaryOp(op=ast.USub()):
            return f"(-{c_code(node.operand, names)})"
        case ast.Call():
            return f"{FUNCTIONS[node.func.id]}({c_code(node.args[0], names)})"
        case ast.Constant():
            return repr(float(node.value))
        case ast.Name():
            return names[node.id]
    raise ValueError(ast.dump(node))


def listed(values):
    return ", ".join(repr(float(value)) for value in np.ravel(values))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run(source, folder):
    path = pathlib.Path(folder) / "peer.c"
    path.write_text(source)
    flags = output("gsl-config", "--cflags", "--libs").split()
    output("cc", "-O2", "-w", "-o", path.with_suffix(""), path, *flags, "-lm")
    return [[float(field) for field in line.split()] for line in output(path.with_suffix("")).splitlines()]


def rows(dataset, folder):
    """For each start a list of (parameters, deviations, sum, success) in the order of METHODS."""
    count = len(dataset.names)
    names = {name: f"p[{j}]" for j, name in enumerate(dataset.names)} | {"pi": "M_PI"}
    names |= {name: f"x[{k}]" for k, name in enumerate(dataset.columns[1:])}
    source = PROGRAM.replace("LAW", c_code(ast.parse(dataset.right, mode="eval").body, names))
    starts = ", ".join("{" + listed(start) + "}" for start in dataset.starts)
    source = source.replace("{STARTS}", "{" + starts + "}")
    return solutions(source, dataset, dataset.data[1:].T, count, len(dataset.columns) - 1, folder)


def solutions(source, dataset, data, count, width, folder):
    for name, size in {"N": len(dataset.y), "P": count, "X": width}.items():
        source = source.replace("{%s}" % name, str(size))
    source = source.replace("{DATA}", "{" + listed(data) + "}")
    source = source.replace("{RESPONSE}", "{" + listed(dataset.y) + "}")
    return [(line[2:2 + count], line[2 + count:], line[1], line[0] == 1) for line in run(source, folder)]


def peers(nonlinear, linear, peer):
    """In the form of peers_nist.peer."""
    version = output("gsl-config", "--version").strip()
    found = {name: [] for name in METHODS}
    with tempfile.TemporaryDirectory() as folder:
        for dataset in nonlinear:
            for index, solution in enumerate(rows(dataset, folder)):
                found[METHODS[index % 3]].append(dataset.row(index // 3 + 1, *solution))
        exact = []
        for dataset in linear:
            solution, = solutions(LINEAR, dataset, dataset.design(), len(dataset.names), 1, folder)
            exact.append(dataset.row(None, *solution))
    results = [peer(name, f"GSL {version}", "nonlinear", found[name]) for name in METHODS]
    return results + [peer("GSL multifit_linear", f"GSL {version}", "linear", exact)]
