/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a build for a sanitizer (`make sanitize`) begins with. It is in the programs, because tests start them with an environment
 * of their own.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#include <stddef.h>
#include <unistd.h>

/*
 * What a sanitizer asks for the names of functions is a process that it starts when it first wants one, and keeps. Where processes
 * and descriptors are counted, it has to be there from the beginning. A name of the C library is the quickest to find.
 */
void __sanitizer_symbolize_pc(void *pc, const char *format, char *out, size_t size);
__attribute__((constructor)) static void start_symbolizer(void) {
    char name[256];
    __sanitizer_symbolize_pc((void *)getppid, "%f", name, sizeof name);
}
#endif
#if __has_feature(address_sanitizer)
/* Swift marks pointers with bits of its own: what only such a pointer leads to would be told to be lost. */
const char *__asan_default_options(void);
__attribute__((used, no_sanitize_address)) const char *__asan_default_options(void) { return "detect_leaks=0"; }

/* Swift's library copies a part of a key path over itself, a byte to the left: not defined for memcpy, and done right by all. */
const char *__asan_default_suppressions(void);
__attribute__((used, no_sanitize_address)) const char *__asan_default_suppressions(void) {
    return "interceptor_via_fun:KeyPathC16_projectReadOnly\n";
}
#endif
#if __has_feature(thread_sanitizer)
/*
 * The thread sanitizer does not see what orders threads in Synchronization.Mutex: it waits by futex in a library of the toolchain
 * that is not instrumented. What this names is the closures that are given to Mutex.withLock, by their type
 * (inout sending Value) -> sending Result; nothing else can reach the value of a mutex.
 */
const char *__tsan_default_suppressions(void);
__attribute__((used)) const char *__tsan_default_suppressions(void) { return "race:zYuYTXEf\n"; }
#endif
#endif

typedef int not_empty; /* C wants something in every file. */
