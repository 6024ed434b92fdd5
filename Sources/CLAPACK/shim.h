// The routines of LAPACK that are called, as Fortran has them: arguments by their addresses, matrices column after column, the lengths
// of texts behind all others. LAPACKE, the interface to C, brings 2,500 names along that every start would look up.
#include <stddef.h>
#include <stdint.h>

extern void dgelsd_(
  const int32_t *rows, const int32_t *columns, const int32_t *right_sides, double *a, const int32_t *a_stride,
  double *b, const int32_t *b_stride, double *singular_values, const double *least_ratio, int32_t *rank,
  double *work, const int32_t *size, int32_t *integers, int32_t *info);
extern void dgesvd_(
  const char *left_job, const char *right_job, const int32_t *rows, const int32_t *columns, double *a,
  const int32_t *a_stride, double *singular_values, double *left, const int32_t *left_stride, double *right,
  const int32_t *right_stride, double *work, const int32_t *size, int32_t *info, size_t, size_t);
extern void dsyev_(
  const char *job, const char *triangle, const int32_t *side, double *a, const int32_t *a_stride,
  double *eigenvalues, double *work, const int32_t *size, int32_t *info, size_t, size_t);
extern void dgeqp3_(
  const int32_t *rows, const int32_t *columns, double *a, const int32_t *a_stride, int32_t *pivots,
  double *scales, double *work, const int32_t *size, int32_t *info);
extern void dormqr_(
  const char *side, const char *transposition, const int32_t *rows, const int32_t *columns,
  const int32_t *reflectors, const double *a, const int32_t *a_stride, const double *scales, double *c,
  const int32_t *c_stride, double *work, const int32_t *size, int32_t *info, size_t, size_t);

// The same with arguments by value; each returns the routine's `info`. A size of -1 asks for the best size of the work space, which
// comes as its first number.

// `b` becomes the x of least |A x - b|.
static inline int32_t lapack_dgelsd(
  int32_t rows, int32_t columns, double *a, double *b, double *singular_values, double least_ratio,
  int32_t *rank, double *work, int32_t size, int32_t *integers) {
  int32_t right_sides = 1, info = 0;
  dgelsd_(
    &rows, &columns, &right_sides, a, &rows, b, &rows, singular_values, &least_ratio, rank, work, &size, integers,
    &info);
  return info;
}

// Singular values and all right singular vectors, transposed.
static inline int32_t lapack_dgesvd(
  int32_t rows, int32_t columns, double *a, double *singular_values, double *right, double *work, int32_t size) {
  int32_t left_stride = 1, info = 0;
  double left = 0;
  dgesvd_(
    "N", "A", &rows, &columns, a, &rows, singular_values, &left, &left_stride, right, &columns, work, &size, &info,
    1, 1);
  return info;
}

// The lower triangle's eigenvalues and, in its place, eigenvectors.
static inline int32_t lapack_dsyev(int32_t side, double *a, double *eigenvalues, double *work, int32_t size) {
  int32_t info = 0;
  dsyev_("V", "L", &side, a, &side, eigenvalues, work, &size, &info, 1, 1);
  return info;
}

static inline int32_t lapack_dgeqp3(
  int32_t rows, int32_t columns, double *a, int32_t *pivots, double *scales, double *work, int32_t size) {
  int32_t info = 0;
  dgeqp3_(&rows, &columns, a, &rows, pivots, scales, work, &size, &info);
  return info;
}

// Q c or its transpose times c.
static inline int32_t lapack_dormqr(
  int is_transposed, int32_t rows, int32_t columns, int32_t reflectors, const double *a, const double *scales,
  double *c, double *work, int32_t size) {
  int32_t info = 0;
  dormqr_(
    "L", is_transposed ? "T" : "N", &rows, &columns, &reflectors, a, &rows, scales, c, &rows, work, &size, &info,
    1, 1);
  return info;
}
