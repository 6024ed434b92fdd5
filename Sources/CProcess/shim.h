// What Swift's import of the C library leaves out.
#include <fcntl.h>
#include <unistd.h>

#if __has_include(<sys/single_threaded.h>)
#include <malloc.h>
#include <sys/single_threaded.h>

// A copy of this process (fork(2)), where no other thread holds a lock that the copy would wait for: 0 in the copy, the copy's number
// here. -1 where there may be other threads.
static inline pid_t copy_of_process(void) { return __libc_single_threaded ? fork() : -1; }

// Memory that is given back is what is taken next: the system would clear it in between (mallopt(3)).
static inline void keep_freed_memory(void) {
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
}

// A larger pipe lets one side run ahead (F_SETPIPE_SZ, fcntl(2)); where the system refuses, the usual size does.
static inline void widen_pipe(int end) { fcntl(end, 1031, 1 << 20); }
#else
// Frameworks of other systems do not work in a copy.
static inline pid_t copy_of_process(void) { return -1; }
static inline void keep_freed_memory(void) {}
static inline void widen_pipe(int end) { (void)end; }
#endif
