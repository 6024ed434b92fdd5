// Shows the thread sanitizer how Swift's Mutex waits on Linux: `scripts/sanitize thread` loads this before the program.
//
// The fast path of Mutex is compiled into the program, the slow one stands in a library without the sanitizer's calls: a
// lock that was waited for is none to it, and all that it guards a race. This is the slow path with these calls; waiting by
// turns, it leaves no mark that others wait, so that nothing has to be woken.

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __tsan_acquire(void *address) __attribute__((weak));

// Synchronization._MutexHandle._lockSlow(UInt32)
__attribute__((swiftcall)) void lock_slow(
  uint32_t thread, __attribute__((swift_context)) _Atomic(uint32_t) *owner)
  __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(
  uint32_t thread, __attribute__((swift_context)) _Atomic(uint32_t) *owner) {
  uint32_t none = 0;
  while (!atomic_compare_exchange_weak_explicit(owner, &none, thread, memory_order_acquire, memory_order_relaxed)) {
    none = 0;
    sched_yield();
  }
  if (__tsan_acquire) __tsan_acquire(owner);
}
