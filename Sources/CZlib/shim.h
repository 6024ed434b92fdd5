#include <zlib.h>

// Macros with casts and sizes are not imported: windowBits 15 + 16 reads the gzip format, 15 that of zlib, -15 deflate without a frame (zlib.h).
static inline int scrollfit_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
static inline int scrollfit_inflate_zlib(z_stream *stream) { return inflateInit2(stream, 15); }
static inline int scrollfit_inflate_bare(z_stream *stream) { return inflateInit2(stream, -15); }
