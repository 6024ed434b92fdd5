// Counts the blocks of memory that processes ask for, in the eight bytes of the file that ALLOCATION_COUNT names: loaded
// before the C library, in every process that a command starts.
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic long unnamed;
static _Atomic long *count = &unnamed;

__attribute__((constructor)) static void open_count(void) {
  const char *path = getenv("ALLOCATION_COUNT");
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) return;
  void *memory = mmap(0, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) count = memory;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}
